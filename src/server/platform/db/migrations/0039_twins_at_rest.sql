-- Twins that a look replaced are no news for their cars; with the trigger of 0031, which is meant for deleted cars, cars
-- with one popular photo had each other looked at for ever.

create or replace function mark_twins_gone_due() returns trigger language plpgsql as $$
begin
  insert into photo_twins_due (car_id)
  select distinct car_id from gone where not exists (select from cars c where c.id = gone.other_car_id);
  return null;
end $$;

-- What that left: one row a car is enough.
delete from photo_twins_due due using photo_twins_due other where other.car_id = due.car_id and other.id < due.id;
