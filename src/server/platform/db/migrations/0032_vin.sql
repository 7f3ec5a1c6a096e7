-- Identification numbers of cars, sealed with a key outside the database, and what has been said of their mileage.

create table car_vins (
  car_id uuid primary key references cars on delete cascade,
  -- AES-256-GCM for the account that owns the car; opened for that person's export alone.
  sealed bytea not null,
  -- HMAC-SHA-256 with a key outside the database: the same number has the same hash.
  hash bytea not null check (length(hash) = 32),
  -- What everybody may read: "WVW••••••••••1234".
  masked text not null check (length(masked) = 17),
  -- Since when the car has this number: of two cars with one, the later one is the doubtful one.
  set_at timestamptz not null default now(),
  -- One of this listing's readings is far below an earlier one: since when, and from when on everybody sees it.
  lower_since timestamptz,
  lower_public_at timestamptz,
  -- What the owner says of it.
  note text check (length(note) <= 500),
  check ((lower_since is null) = (lower_public_at is null))
);
-- Cars whose lower reading may have been taken back.
create index car_vins_lower on car_vins (car_id) where lower_since is not null;
-- Other cars with the same number.
create index car_vins_hash on car_vins (hash);

-- What a car that an admin has hidden said of its mileage counts against nobody.
create function said_by_hidden_car(listing uuid) returns boolean language sql stable as $$
  select exists (select from cars where id = listing and hidden_at is not null)
$$;

create table mileage_readings (
  id uuid primary key,
  vin_hash bytea not null check (length(vin_hash) = 32),
  -- The car's id. No reference: what was said of a mileage outlives its listing.
  listing_id uuid not null,
  -- Never shown; null once the account is gone.
  owner_id uuid references users on delete set null,
  -- Kilometres.
  mileage integer not null check (mileage >= 0),
  read_at timestamptz not null
);
-- The history of a number, oldest first.
create index mileage_readings_vin on mileage_readings (vin_hash, read_at, id);
-- What a listing has said: a correction takes its place.
create index mileage_readings_listing on mileage_readings (listing_id);
-- A person's export, and the end of an account.
create index mileage_readings_owner on mileage_readings (owner_id) where owner_id is not null;
-- Sweeping those that are too old.
create index mileage_readings_age on mileage_readings (read_at);
