-- Favourites that somebody has asked to keep in the account; those of a device stay on it and are not here.
create table favourite_lists (
  user_id uuid primary key references users (id) on delete cascade,
  since timestamptz not null default now()
);

-- At most 500 a list (the contract); the newest heart has the lowest place. `price` is that of the day, EUR. The primary key
-- serves a person's list.
create table favourites (
  user_id uuid not null references favourite_lists (user_id) on delete cascade,
  car_id uuid not null references cars (id) on delete cascade,
  place smallint not null,
  price integer not null,
  created_at timestamptz not null default now(),
  primary key (user_id, car_id)
);
-- Serves the deletion of a car.
create index favourites_car on favourites (car_id);
