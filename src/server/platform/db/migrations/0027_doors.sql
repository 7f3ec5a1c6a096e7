-- How many doors a car has (domain/cars/car-lists.ts). The search reads it with the rest of the row: no index.
alter table cars add column doors text constraint cars_doors check (doors in ('2/3', '4/5'));

-- A car whose fact changes may answer a saved search that it did not answer before (0006_alerts.sql).
create or replace function note_car_facts_event() returns trigger language plpgsql as $$
begin
  insert into car_events (car_id, before) values (new.id, jsonb_build_object(
    'number', old.number, 'brand', old.brand, 'model', old.model, 'year', old.year, 'type', old.type,
    'price', old.price, 'mileage', old.mileage, 'fuel', old.fuel, 'origin', old.origin,
    'transmission', old.transmission, 'condition', old.condition, 'location', old.location,
    'customsPaid', old.customs_paid, 'color', old.color, 'description', old.description,
    'registeredEnd', extract(epoch from
      ((old.registered_until || '-01')::date + interval '1 month') at time zone 'Europe/Belgrade')::float8 * 1000,
    'power', old.power, 'engineSize', old.engine_size, 'equipment', old.equipment, 'doors', old.doors,
    'sponsoredUntil', extract(epoch from old.sponsored_until)::float8 * 1000));
  return null;
end $$;
drop trigger car_as_it_was_event on cars;
create trigger car_as_it_was_event after update on cars
  for each row when (
    old.state = 'active' and new.state = 'active'
    and (new.registered_until, new.power, new.engine_size, new.equipment, new.doors)
      is distinct from (old.registered_until, old.power, old.engine_size, old.equipment, old.doors))
  execute function note_car_facts_event();
