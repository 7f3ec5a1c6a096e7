-- What a car is equipped with, by the keys of the closed list (domain/cars/equipment.ts). The search reads it with the
-- rest of the row into memory, nothing asks the table for it: no index.
alter table cars add column equipment text[] not null default '{}' constraint cars_equipment check (
  cardinality(equipment) <= 40 and equipment <@ array[
    'airbags', 'esp', 'isofix', 'laneAssist', 'blindSpot', 'emergencyBrake', 'tyrePressure', 'alarm', 'parkingSensors',
    'rearCamera', 'camera360', 'airConditioning', 'autoClimate', 'heatedSeats', 'ventilatedSeats', 'leatherSeats',
    'electricSeats', 'heatedSteering', 'cruiseControl', 'adaptiveCruise', 'keyless', 'parkAssist', 'electricTailgate',
    'airSuspension', 'navigation', 'carPlay', 'androidAuto', 'bluetooth', 'digitalCockpit', 'headUpDisplay',
    'premiumAudio', 'wirelessCharging', 'panoramicRoof', 'sunroof', 'ledLights', 'xenonLights', 'towbar',
    'fourWheelDrive', 'alloyWheels', 'roofRails'
  ]);

-- A car that gains equipment may answer a saved search that it did not answer before: one more fact that the event of
-- 0006_alerts.sql tells of.
create or replace function note_car_facts_event() returns trigger language plpgsql as $$
begin
  insert into car_events (car_id, before) values (new.id, jsonb_build_object(
    'number', old.number, 'brand', old.brand, 'model', old.model, 'year', old.year, 'type', old.type,
    'price', old.price, 'mileage', old.mileage, 'fuel', old.fuel, 'origin', old.origin,
    'transmission', old.transmission, 'condition', old.condition, 'location', old.location,
    'customsPaid', old.customs_paid, 'color', old.color, 'description', old.description,
    'registeredEnd', extract(epoch from
      ((old.registered_until || '-01')::date + interval '1 month') at time zone 'Europe/Belgrade')::float8 * 1000,
    'power', old.power, 'engineSize', old.engine_size, 'equipment', old.equipment,
    'sponsoredUntil', extract(epoch from old.sponsored_until)::float8 * 1000));
  return null;
end $$;
drop trigger car_as_it_was_event on cars;
create trigger car_as_it_was_event after update on cars
  for each row when (
    old.state = 'active' and new.state = 'active'
    and (new.registered_until, new.power, new.engine_size, new.equipment)
      is distinct from (old.registered_until, old.power, old.engine_size, old.equipment))
  execute function note_car_facts_event();
