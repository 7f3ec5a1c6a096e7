-- A car that comes back to the public is looked at: it may have been edited while nobody saw it.

-- Disputing a fee and its end write no other version of the car: trigger car_changed_review of 0033 misses them.
create trigger car_disputed_review after update of disputed_at on cars
  for each row when (new.disputed_at is distinct from old.disputed_at)
  execute function note_review_due();

-- A lapsed dealer who comes back brings all cars back.
create or replace function note_dealer_back() returns trigger language plpgsql as $$
declare
  cars_back uuid[] := array(
    select id from cars where owner_id = new.id and state = 'active' and published_as_dealer);
begin
  insert into car_events (car_id) select unnest(cars_back);
  perform note_for_review(cars_back);
  return null;
end $$;
