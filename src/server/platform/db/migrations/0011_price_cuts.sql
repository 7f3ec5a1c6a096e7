-- The real price cuts of a car, which its page tells: each is at least 2 % below the lowest price of the 30 days before
-- (domain/cars/listing-date.ts), so that nobody makes one up by raising the price first. car_prices has a row a day; a
-- car published and cut on one day has a cut all the same.

create table price_cuts (
  car_id uuid not null references cars on delete cascade,
  at timestamptz not null default clock_timestamp(),
  -- EUR: the lowest price of the 30 days before, and the one after.
  from_price integer not null,
  to_price integer not null,
  -- A car's cuts, newest first.
  primary key (car_id, at)
);

-- In the price's own transaction, whoever changes it. The car's row is locked by then: its cuts come one after the other.
create function note_price_cut() returns trigger language plpgsql as $$
declare
  first_day date := (now() at time zone 'Europe/Belgrade')::date - 30;
  was integer := least(old.price,
    (select min(lowest) from car_prices where car_id = old.id and day > first_day),
    (select price from car_prices where car_id = old.id and day <= first_day order by day desc limit 1));
begin
  if new.price::bigint * 100 > was::bigint * 98 then return null; end if;
  insert into price_cuts (car_id, from_price, to_price) values (old.id, was, new.price);
  -- However often somebody cuts, the latest stay.
  delete from price_cuts where car_id = old.id and at not in (
    select at from price_cuts where car_id = old.id order by at desc limit 20);
  return null;
end $$;
-- By its name it fires before car_next_price, which writes the new price to car_prices.
create trigger car_cut_price after update of price on cars
  for each row when (new.price < old.price) execute function note_price_cut();
