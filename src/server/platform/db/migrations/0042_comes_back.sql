-- A car that comes back to the public is looked at: it may have been edited while nobody saw it. So are the others on sale
-- with its identification number, when it leaves and when it comes back: they have signals because of it.

-- Has the cars on sale looked at whose number one of these listings has or had. Indexes mileage_readings_listing,
-- car_vins_hash.
create function note_same_vin(ids uuid[]) returns void language sql as $$
  select note_for_review(array(
    select distinct c.id
    from mileage_readings r
      join car_vins v on v.hash = r.vin_hash and v.car_id <> r.listing_id
      join cars c on c.id = v.car_id
      join users u on u.id = c.owner_id
    where r.listing_id = any(ids) and is_on_sale(c, u)));
$$;

create function note_visibility_change() returns trigger language plpgsql as $$
begin
  -- A disputed fee and the dispute's end write no other version of the car: trigger car_changed_review (0033), which
  -- notes it for everything else here, misses them.
  if new.disputed_at is distinct from old.disputed_at then
    perform note_for_review(array[new.id]);
  end if;
  perform note_same_vin(array[new.id]);
  return null;
end $$;
create trigger car_visibility_review after update of state, hidden_at, disputed_at on cars
  for each row when (
    new.state <> old.state or new.hidden_at is distinct from old.hidden_at
    or new.disputed_at is distinct from old.disputed_at)
  execute function note_visibility_change();

-- The cars of an account that is suspended leave the queue, and come back with it. Also what it has sold says something
-- about others.
create or replace function note_account_review_due() returns trigger language plpgsql as $$
begin
  perform note_for_review(array(select id from cars where owner_id = new.id and state = 'active'));
  perform note_same_vin(array(select id from cars where owner_id = new.id));
  return null;
end $$;

-- A lapsed dealer who comes back brings all cars back.
create or replace function note_dealer_back() returns trigger language plpgsql as $$
declare
  cars_back uuid[] := array(
    select id from cars where owner_id = new.id and state = 'active' and published_as_dealer);
begin
  insert into car_events (car_id) select unnest(cars_back);
  perform note_for_review(cars_back);
  perform note_same_vin(cars_back);
  return null;
end $$;
