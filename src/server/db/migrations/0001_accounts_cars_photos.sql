-- Accounts, sessions, cars, photos and catalogue, and what payments and dealers hang on.
-- Rules that must never break stand here as constraints, not only in code.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Accounts ---------------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  -- Trimmed and lower case by the contract; unique, so that two registrations at once make one account.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  password_hash text not null,
  is_admin boolean not null default false,
  -- Made a dealer by an admin: needs no subscription and does not lapse.
  is_dealer_by_hand boolean not null default false,
  -- Until when a paid subscription makes this account a dealer; 'infinity' while Stripe still tries a late payment.
  dealer_until timestamptz,
  stripe_customer_id text unique,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
-- Admin lists: newest accounts first, a page at a time.
create index users_created_at on users (created_at desc, id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the cookie's value: a copy of the database holds no usable secret.
  cookie_hash bytea not null unique check (length(cookie_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
-- Ending all sessions of an account.
create index sessions_user on sessions (user_id);
-- Sweeping those long unused.
create index sessions_last_used on sessions (last_used_at);

create table bearer_tokens (
  hash bytea primary key check (length(hash) = 32),
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The token it took the place of; that one stays good until 10 s after this one is first used.
  replaces bytea,
  first_used_at timestamptz
);
-- A session's tokens, newest first: rotation and replay.
create index bearer_tokens_session on bearer_tokens (session_id, created_at desc);
-- Whether a token has been replaced.
create index bearer_tokens_replaces on bearer_tokens (replaces) where replaces is not null;

create table password_resets (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
-- A new link makes the account's older ones void.
create index password_resets_user on password_resets (user_id);

-- Catalogue --------------------------------------------------------------------------------------------------------

create table brands (
  name text primary key,
  -- Folded (lower case, no accents): "skoda" and "Škoda" are one brand.
  folded text not null unique
);

create table car_models (
  id uuid primary key,
  brand text not null references brands on update cascade,
  name text not null check (length(name) between 1 and 60),
  folded text not null,
  approved boolean not null,
  suggested_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- One model a brand, whatever its spelling of case or accents.
  unique (brand, folded)
);
-- The admins' queue of suggestions, oldest first.
create index car_models_pending on car_models (created_at, id) where not approved;
-- A person's own suggestions, when listing a brand's models.
create index car_models_suggested_by on car_models (suggested_by) where suggested_by is not null;

-- Dealers ----------------------------------------------------------------------------------------------------------

create table dealers (
  user_id uuid primary key references users on delete cascade,
  business_name text not null check (length(business_name) between 1 and 100),
  business_address text not null check (length(business_address) between 1 and 200),
  town text,
  tax_number text,
  website text,
  business_type text not null default 'dealership',
  created_at timestamptz not null default now()
);

create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  stripe_subscription_id text not null unique,
  status text not null,
  cancel_at_period_end boolean not null default false,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null default 'usd',
  current_period_start timestamptz,
  current_period_end timestamptz,
  created_at timestamptz not null default now(),
  synced_at timestamptz not null default now()
);
-- An account's subscriptions; having had one also ends the claim to a free first car.
create index subscriptions_user on subscriptions (user_id, created_at desc);

-- Cars -------------------------------------------------------------------------------------------------------------

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
  price integer not null check (price between 1000 and 5000000),
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
  registered_until text check (registered_until ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  engine_size integer check (engine_size between 50 and 20000),
  power integer check (power between 1 and 2000),
  color text check (length(color) between 1 and 40),
  negotiable boolean,
  -- Bought extras. Recommended and sponsored hold while the bought days run.
  sponsorship_days integer not null default 0 check (sponsorship_days >= 0),
  sponsored_until timestamptz,
  social_promotion boolean not null default false,
  -- Published without a fee because the seller was a dealer: hidden while that is no longer so.
  published_as_dealer boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'archived') = (archived_from is not null)),
  check ((state = 'archived') = (archived_at is not null)),
  check ((state = 'sold' or archived_from = 'sold') = (sold_at is not null))
);
-- "My listings" and the archive: one owner's cars, newest first.
create index cars_owner on cars (owner_id, state, created_at desc, id);
-- The public's newest (carousel, loading the search index in order).
create index cars_newest on cars (created_at desc, id) where state = 'active';
-- What runs out soon: the search drops a sponsorship the moment it ends.
create index cars_sponsored on cars (sponsored_until) where sponsored_until is not null;

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

-- Answers kept for 24 h so that the same request has one effect.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  operation text not null,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status smallint,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, operation, key)
);
-- Sweeping those past 24 h.
create index idempotency_keys_created on idempotency_keys (created_at);

-- Photos -----------------------------------------------------------------------------------------------------------

create table photos (
  id uuid primary key,
  -- Who uploaded it and may put it on a car; null for the demo's shared drawings.
  owner_id uuid references users on delete set null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  thumbhash text not null,
  created_at timestamptz not null default now()
);
-- Sweeping photos that no car took, oldest first.
create index photos_created on photos (created_at, id);
create index photos_owner on photos (owner_id) where owner_id is not null;

create table car_photos (
  car_id uuid not null references cars on delete cascade,
  photo_id uuid not null references photos,
  position smallint not null check (position between 0 and 9),
  primary key (car_id, photo_id),
  unique (car_id, position) deferrable initially deferred
);
-- Whether any car still shows a photo.
create index car_photos_photo on car_photos (photo_id);

-- Payments ---------------------------------------------------------------------------------------------------------

create table payments (
  id uuid primary key,
  -- The ledger stays when the person goes.
  user_id uuid references users on delete set null,
  kind text not null check (kind in ('car', 'extras', 'subscription')),
  stripe_session_id text unique,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null default 'usd',
  status text not null default 'open' check (status in ('open', 'paid', 'fulfilled', 'expired', 'refunded')),
  sponsorship_days integer not null default 0 check (sponsorship_days between 0 and 30),
  social_promotion boolean not null default false,
  -- What will be published once it is paid; emptied afterwards.
  car_data jsonb,
  car_id uuid references cars on delete set null,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  fulfilled_at timestamptz
);
-- A person's payments, newest first.
create index payments_user on payments (user_id, created_at desc);
-- The sweep that settles payments whose events were lost.
create index payments_pending on payments (created_at) where status in ('open', 'paid');

-- Change feed ------------------------------------------------------------------------------------------------------

-- Every process keeps a search index in memory; these tell it what to read again. A notification is sent at commit.
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

create function notify_seller_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('seller_changed', new.id::text);
  return null;
end $$;
create trigger seller_changed after update of dealer_until, is_dealer_by_hand on users
  for each row when (old.dealer_until is distinct from new.dealer_until
    or old.is_dealer_by_hand is distinct from new.is_dealer_by_hand)
  execute function notify_seller_changed();
