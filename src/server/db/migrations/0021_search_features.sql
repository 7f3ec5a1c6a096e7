-- The search knows until when a car is registered, its power and its engine's size ("me regjistrim", "520d"): a car
-- that gains one may answer a saved search that it did not answer before. An event of its own with all that was known
-- before; the event of other changes says nothing of these three, and whoever reads it takes them as they are now.
-- Whether the public saw the car before is no matter here: the event of its return says so.
create function note_car_facts_event() returns trigger language plpgsql as $$
begin
  insert into car_events (car_id, before) values (new.id, jsonb_build_object(
    'number', old.number, 'brand', old.brand, 'model', old.model, 'year', old.year, 'type', old.type,
    'price', old.price, 'mileage', old.mileage, 'fuel', old.fuel, 'origin', old.origin,
    'transmission', old.transmission, 'condition', old.condition, 'location', old.location,
    'customsPaid', old.customs_paid, 'color', old.color, 'description', old.description,
    'registeredEnd', extract(epoch from
      ((old.registered_until || '-01')::date + interval '1 month') at time zone 'Europe/Belgrade')::float8 * 1000,
    'power', old.power, 'engineSize', old.engine_size,
    'sponsoredUntil', extract(epoch from old.sponsored_until)::float8 * 1000));
  return null;
end $$;
-- By its name it fires before car_changed_event: of two events of one change the first tells how the car was.
create trigger car_as_it_was_event after update on cars
  for each row when (
    old.state = 'active' and new.state = 'active'
    and (new.registered_until, new.power, new.engine_size)
      is distinct from (old.registered_until, old.power, old.engine_size))
  execute function note_car_facts_event();
