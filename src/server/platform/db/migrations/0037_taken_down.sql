-- What an admin took from the public neither accuses nor protects others, and decisions know what they did.

-- An admin took the car from the public, alone or with its owner's account. One rule for all that such a car leaves
-- behind: readings, photos, phones.
create function is_taken_down(car cars, owner users) returns boolean language sql stable
return car.hidden_at is not null or owner.suspended_at is not null;

alter table mileage_readings
  -- Its listing was taken down: it counts against no other listing. Stays when the listing is deleted.
  add column discounted_at timestamptz,
  -- When the owner was told that the listing says less than an earlier one: the seven days begin once, also where the
  -- number is taken away and given again.
  add column told_at timestamptz;
update mileage_readings r set told_at = v.lower_since
from car_vins v
where v.car_id = r.listing_id and v.hash = r.vin_hash and v.lower_since is not null;

-- The history of a number as the listing `own` is judged by it, each reading with the highest before it (null for the
-- first). One pass over index mileage_readings_vin, whatever their number.
create function mileage_history(hash bytea, own uuid)
returns table (id uuid, listing_id uuid, mileage integer, read_at timestamptz, highest integer)
language sql stable as $$
  select r.id, r.listing_id, r.mileage, r.read_at,
    max(r.mileage) over (order by r.read_at, r.id rows between unbounded preceding and 1 preceding)
  from mileage_readings r
  where r.vin_hash = hash and (r.discounted_at is null or r.listing_id = own)
$$;

-- A car that is taken down may be edited: what it says then does not count, either.
create function discount_reading() returns trigger language plpgsql as $$
begin
  if exists (
    select from cars c join users u on u.id = c.owner_id where c.id = new.listing_id and is_taken_down(c, u)
  ) then
    new.discounted_at := now();
  end if;
  return new;
end $$;
create trigger mileage_reading_written before insert on mileage_readings
  for each row execute function discount_reading();

-- Cars that were taken down or given back: their readings count or not, and their photos are compared anew.
create function settle_taken_down(ids uuid[]) returns void language sql as $$
  update mileage_readings r set discounted_at = case when is_taken_down(c, u) then now() end
  from cars c join users u on u.id = c.owner_id
  where c.id = any(ids) and r.listing_id = c.id and (r.discounted_at is null) = is_taken_down(c, u);
  insert into photo_twins_due (car_id) select unnest(ids);
$$;

create function note_car_taken_down() returns trigger language plpgsql as $$
begin
  perform settle_taken_down(array[new.id]);
  return null;
end $$;
create trigger car_taken_down after update of hidden_at on cars
  for each row when ((new.hidden_at is null) <> (old.hidden_at is null))
  execute function note_car_taken_down();

create function note_account_taken_down() returns trigger language plpgsql as $$
begin
  perform settle_taken_down(array(select id from cars where owner_id = new.id));
  -- Of listings that are deleted by now, too. Those stay discounted when the account comes back.
  if new.suspended_at is not null then
    update mileage_readings set discounted_at = now() where owner_id = new.id and discounted_at is null;
  end if;
  return null;
end $$;
create trigger account_taken_down after update of suspended_at on users
  for each row when ((new.suspended_at is null) <> (old.suspended_at is null))
  execute function note_account_taken_down();

select settle_taken_down(array(
  select c.id from cars c join users u on u.id = c.owner_id where is_taken_down(c, u)));
update mileage_readings r set discounted_at = now()
from users u
where u.id = r.owner_id and u.suspended_at is not null and r.discounted_at is null;

alter table hidden_phones
  -- When the car was published: who sold with the phone before is no stranger to it. Null from a copy of the version before.
  add column listed_at timestamptz;
update hidden_phones h set listed_at = c.created_at from cars c where c.id = h.car_id;

alter table car_review_decisions
  -- The `hidden_at` that hiding wrote: what somebody else has hidden since is not shown by undoing.
  add column hid_at timestamptz;

alter table car_reviews
  -- Since this version the case is in its state and has lost no kind of signal.
  add column holds_since integer not null default 1;
update car_reviews set holds_since = version;
