-- Cars and their photos, and who may see a car.

-- A number that is another one after each change of a car's row, whoever made it, and the same on a replica: by it a
-- process tells whether it has the car as it is. `cars.version`, which edits compare, counts the seller's changes alone.
create sequence row_versions;

create table cars (
  id uuid primary key,
  -- Short enough to say on the phone.
  number bigint not null unique generated always as identity (start with 10001),
  owner_id uuid not null references users on delete cascade,
  state text not null default 'active' check (state in ('active', 'sold', 'archived')),
  archived_from text check (archived_from in ('active', 'sold')),
  sold_at timestamptz,
  archived_at timestamptz,
  brand text not null references brands on update cascade,
  model text not null check (length(model) between 1 and 60),
  year smallint not null check (year between 1990 and 2100),
  type text not null check (type in ('Sedan', 'SUV', 'Hatchback', 'Coupe', 'Convertible', 'Pickup', 'Van', 'Wagon')),
  -- Whole EUR.
  price integer not null check (price between 1000 and 5000000),
  -- Kilometres.
  mileage integer not null check (mileage between 0 and 2000000),
  fuel text not null check (fuel in ('Benzinë', 'Diesel', 'Hybrid', 'Elektrik', 'GPL')),
  origin text check (origin in ('Evropë', 'Koreja', 'Japoni', 'Amerika', 'Kinë')),
  transmission text not null check (transmission in ('Manual', 'Automatik')),
  condition text check (condition in ('E re', 'Shumë e mirë', 'E mirë', 'E kënaqshme')),
  location text not null check (length(location) between 1 and 60),
  description text not null check (length(description) between 1 and 6000),
  seller_name text not null check (length(seller_name) between 1 and 100),
  seller_phone text not null check (seller_phone ~ '^\+[1-9][0-9]{6,14}$'),
  customs_paid boolean,
  -- "2027-05".
  registered_until text check (registered_until ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- cm³.
  engine_size integer check (engine_size between 50 and 20000),
  -- kW.
  power integer check (power between 1 and 2000),
  color text check (length(color) between 1 and 40),
  negotiable boolean,
  -- Bought extras. Recommended and sponsored hold while the bought days run.
  sponsorship_days integer not null default 0 check (sponsorship_days >= 0),
  sponsored_until timestamptz,
  social_promotion boolean not null default false,
  -- Published without a fee because the seller was a dealer: not public while that is no longer so.
  published_as_dealer boolean not null default false,
  -- Taken out of public view by an admin, since then; its owner and admins still see it.
  hidden_at timestamptz,
  -- Out of public view since then: the payment of its listing is in dispute.
  disputed_at timestamptz,
  -- In the archive because its listing's fee went back: it is restored for the fee.
  fee_refunded_at timestamptz,
  -- Counts changes: an edit of an older version is refused.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version bigint not null default nextval('row_versions'),
  -- What admins search and order cars by.
  search_text text collate "C" not null generated always as (folded(brand || ' ' || model)) stored,
  check ((state = 'archived') = (archived_from is not null)),
  check ((state = 'archived') = (archived_at is not null)),
  check ((state = 'sold' or archived_from = 'sold') = (sold_at is not null)),
  constraint cars_fee_refunded_archived check (fee_refunded_at is null or state = 'archived')
);
alter sequence row_versions owned by cars.row_version;
-- "My listings" and the archive: one owner's cars, newest first.
create index cars_owner on cars (owner_id, state, created_at desc, id);
-- The public's newest (carousel, loading the search index in order).
create index cars_newest on cars (created_at desc, id) where state = 'active';
-- What runs out soon: the search drops a sponsorship the moment it ends.
create index cars_sponsored on cars (sponsored_until) where sponsored_until is not null;
-- A brand's cars by model, whatever their state: which have a suggested name.
create index cars_brand_model on cars (brand, model);
-- Admin lists: the newest cars, whatever their state, a page at a time; charts: the cars of a range of days.
create index cars_created_at on cars (created_at, id);

-- The row is locked when this runs: a car's versions rise in the order of the commits. Between cars they need not.
create function set_row_version() returns trigger language plpgsql as $$
begin
  new.row_version := nextval('row_versions');
  return new;
end $$;
create trigger cars_row_version before update on cars
  for each row execute function set_row_version();

-- An account's one free car: the row stays when the car goes, so a deletion gives none back.
create table free_cars (
  user_id uuid primary key references users on delete cascade,
  car_id uuid not null,
  created_at timestamptz not null default now()
);

-- Calls for the seller's phone, a day and a car: what the seller sees as interest.
create table car_leads (
  car_id uuid not null references cars on delete cascade,
  day date not null,
  count integer not null check (count > 0),
  primary key (car_id, day)
);

-- Photos -----------------------------------------------------------------------------------------------------------

create table photos (
  id uuid primary key,
  -- Who uploaded it and may put it on a car; null for the demo's shared pictures.
  owner_id uuid references users on delete set null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  thumbhash text not null,
  created_at timestamptz not null default now()
);
-- Sweeping photos that no car took, oldest first.
create index photos_created on photos (created_at, id);
-- An account's photos; and how many of them are on no car, asked before each upload: those are at most a week old, so a
-- dealer's thousands on cars are not read for it.
create index photos_owner_created on photos (owner_id, created_at) where owner_id is not null;

create table car_photos (
  car_id uuid not null references cars on delete cascade,
  photo_id uuid not null references photos,
  position smallint not null check (position between 0 and 9),
  primary key (car_id, photo_id),
  unique (car_id, position) deferrable initially deferred
);
-- Whether any car still shows a photo.
create index car_photos_photo on car_photos (photo_id);

-- Who may see a car ------------------------------------------------------------------------------------------------

-- One rule, here and nowhere else:
--
--   public    it may be opened by its address: active and sold cars
--   on sale   it may be found, followed and bought: active cars
--
-- Reads of many cars join the view `public_cars`. What holds one row already (an owner's car, a locked row, a trigger's
-- `old`) calls the functions that the view is made of: under a lock, they judge the row that is held, and a second
-- scan of the table would judge an older one.
--
-- Another reason to take a car from the public (a suspension, say) is a column of `cars` or `users` and a line in
-- `unlisted_because`, and: columns of `cars` go into the condition of the trigger `car_changed_event` (alerts), columns
-- of `users` into that of `seller_changed` (accounts), so that searches and mails learn of it. No subquery in these
-- functions: the planner takes them apart only without one, and 100,000 cars would cost 100,000 calls. Their bodies are
-- `return …`, which is stored parsed: a text would be parsed again for every query that is planned, a third of what
-- reading a car costs.

-- Null where nothing keeps the car from the public; else why (contract `unlistedReasons`).
create function unlisted_because(car cars, seller users) returns text language sql stable
return case
  when car.hidden_at is not null then 'hidden'
  when car.disputed_at is not null then 'disputed'
  when car.published_as_dealer and not (seller.is_dealer_by_hand or coalesce(seller.dealer_until > now(), false))
    then 'dealerLapsed'
end;

create function is_public(car cars, seller users) returns boolean language sql stable
return car.state <> 'archived' and unlisted_because(car, seller) is null;

create function is_on_sale(car cars, seller users) returns boolean language sql stable
return car.state = 'active' and unlisted_because(car, seller) is null;

-- The cars that the public may see at this moment. Join it to `cars` by id for the rest of the row.
create view public_cars as
select c.id, is_on_sale(c, u) as on_sale,
  -- Until when that holds by itself: a dealer's cars leave with the paid period.
  case when c.published_as_dealer and not u.is_dealer_by_hand then u.dealer_until else 'infinity' end as until
from cars c
join users u on u.id = c.owner_id
where is_public(c, u);

-- Change feed ------------------------------------------------------------------------------------------------------

-- Every process holds a search index in memory; these tell it at commit what to read again.
create function notify_car_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('car_changed', coalesce(new.id, old.id)::text);
  return null;
end $$;
create trigger cars_changed after insert or update or delete on cars
  for each row execute function notify_car_changed();

create function notify_car_photos_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('car_changed', coalesce(new.car_id, old.car_id)::text);
  return null;
end $$;
create trigger car_photos_changed after insert or update or delete on car_photos
  for each row execute function notify_car_photos_changed();
