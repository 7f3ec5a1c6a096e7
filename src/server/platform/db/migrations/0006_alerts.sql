-- Saved searches, followed prices, and the mails about them. What makes a match or a mail impossible to lose or to double
-- stands here: a transactional outbox of car changes, one row a match, one row a mail.

-- What people ask to be told ---------------------------------------------------------------------------------------

create table saved_searches (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The search in its one spelling (domain/alerts/saved-query.ts), without the order.
  query text not null check (length(query) between 1 and 2000),
  name text not null check (length(name) between 1 and 80),
  frequency text not null check (frequency in ('at_once', 'daily', 'never')),
  -- Changes of cars from before (car_events.at) are no news to its owner, who saw what the search found then.
  news_since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- The same search is one; also a person's own, newest first.
  unique (user_id, query)
);

create table followed_cars (
  user_id uuid not null references users on delete cascade,
  car_id uuid not null references cars on delete cascade,
  -- EUR. The price when the following began, and the last one that the person was told.
  first_price integer not null,
  told_price integer not null,
  created_at timestamptz not null default now(),
  primary key (user_id, car_id)
);
-- Who follows a car whose price has changed.
create index followed_cars_car on followed_cars (car_id);

-- Matches and mails ------------------------------------------------------------------------------------------------

-- A mail that is to be sent, or was. Its id names the message, also where it has to be sent again.
create table alert_mails (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- About new cars of a saved search …
  saved_search_id uuid references saved_searches on delete cascade,
  -- … or about a followed car's lower price, EUR; written down when it is about to be told.
  car_id uuid references cars on delete cascade,
  from_price integer,
  to_price integer,
  created_at timestamptz not null default now(),
  -- Sent, or nothing was left to tell.
  done_at timestamptz,
  sent boolean not null default false,
  check ((saved_search_id is null) <> (car_id is null))
);
-- One mail at a time about one person's followed car: a price that changes meanwhile is told by it.
create unique index alert_mails_open_price on alert_mails (user_id, car_id)
  where car_id is not null and to_price is null and done_at is null;
-- What a person was sent, for the export.
create index alert_mails_user on alert_mails (user_id, created_at);
-- What goes with a search.
create index alert_mails_search on alert_mails (saved_search_id) where saved_search_id is not null;
-- What goes with a car.
create index alert_mails_car on alert_mails (car_id) where car_id is not null;
-- Sweeping those long done.
create index alert_mails_done on alert_mails (done_at) where done_at is not null;

-- A car answers a saved search: at most once, whatever happens to it afterwards.
create table alert_matches (
  saved_search_id uuid not null references saved_searches on delete cascade,
  car_id uuid not null references cars on delete cascade,
  found_at timestamptz not null,
  -- The mail that tells of it; no reference, because mails are swept and this stays.
  mail_id uuid,
  primary key (saved_search_id, car_id)
);
-- Searches with matches that no mail has taken yet.
create index alert_matches_waiting on alert_matches (saved_search_id, found_at) where mail_id is null;
-- The cars of a mail.
create index alert_matches_mail on alert_matches (mail_id) where mail_id is not null;
-- What goes with a car.
create index alert_matches_car on alert_matches (car_id);

-- The transactional outbox of car changes --------------------------------------------------------------------------

-- One row a change after which a public car may answer a search that it did not answer before, or after which a car has
-- left. Written in the change's own transaction; deleted in the one that writes what came of it.
create table car_events (
  id bigint primary key generated always as identity,
  car_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  -- What the search knew of the car before; null where it was not on sale.
  before jsonb
);

create function note_car_event() returns trigger language plpgsql as $$
declare
  was_on_sale boolean := false;
begin
  if tg_op = 'UPDATE' then
    was_on_sale := exists (select from users u where u.id = old.owner_id and is_on_sale(old, u));
  end if;
  insert into car_events (car_id, before) values (new.id, case when was_on_sale then jsonb_build_object(
    'number', old.number, 'brand', old.brand, 'model', old.model, 'year', old.year, 'type', old.type,
    'price', old.price, 'mileage', old.mileage, 'fuel', old.fuel, 'origin', old.origin,
    'transmission', old.transmission, 'condition', old.condition, 'location', old.location,
    'customsPaid', old.customs_paid, 'color', old.color, 'description', old.description,
    'sponsoredUntil', extract(epoch from old.sponsored_until)::float8 * 1000) end);
  return null;
end $$;
create trigger car_published_event after insert on cars
  for each row when (new.state = 'active') execute function note_car_event();
-- A car that comes back is news, one that goes is none.
create trigger car_changed_event after update on cars
  for each row when (
    new.state is distinct from old.state and 'active' in (new.state, old.state)
    or new.state = 'active' and (
      (new.brand, new.model, new.year, new.type, new.price, new.mileage, new.fuel, new.origin, new.transmission,
        new.condition, new.location, new.customs_paid, new.color, new.description, new.sponsored_until,
        new.published_as_dealer, new.hidden_at, new.disputed_at)
      is distinct from
      (old.brand, old.model, old.year, old.type, old.price, old.mileage, old.fuel, old.origin, old.transmission,
        old.condition, old.location, old.customs_paid, old.color, old.description, old.sponsored_until,
        old.published_as_dealer, old.hidden_at, old.disputed_at)))
  execute function note_car_event();

-- The search also knows until when a car is registered, its power and its engine's size ("me regjistrim", "520d"): a car
-- that gains one may answer a saved search that it did not answer before. An event of its own with all that was known
-- before; the event of other changes says nothing of these three, and whoever reads it takes them as they are now.
-- Whether the public saw the car before is no matter here: the event of its return says so.
create function note_car_facts_event() returns trigger language plpgsql as $$
begin
  insert into car_events (car_id, before) values (new.id, jsonb_build_object(
    'number', old.number, 'brand', old.brand, 'model', old.model, 'year', old.year, 'type', old.type,
    'price', old.price, 'mileage', old.mileage, 'fuel', old.fuel, 'origin', old.origin,
    'transmission', old.transmission, 'condition', old.condition, 'location', old.location,
    'customsPaid', old.customs_paid, 'color', old.color, 'description', old.description,
    'registeredEnd', extract(epoch from
      ((old.registered_until || '-01')::date + interval '1 month') at time zone 'Europe/Belgrade')::float8 * 1000,
    'power', old.power, 'engineSize', old.engine_size,
    'sponsoredUntil', extract(epoch from old.sponsored_until)::float8 * 1000));
  return null;
end $$;
-- By its name it fires before car_changed_event: of two events of one change the first tells how the car was.
create trigger car_as_it_was_event after update on cars
  for each row when (
    old.state = 'active' and new.state = 'active'
    and (new.registered_until, new.power, new.engine_size)
      is distinct from (old.registered_until, old.power, old.engine_size))
  execute function note_car_facts_event();

-- A lapsed dealer who comes back brings all cars back.
create function note_dealer_back() returns trigger language plpgsql as $$
begin
  insert into car_events (car_id)
  select id from cars where owner_id = new.id and state = 'active' and published_as_dealer;
  return null;
end $$;
create trigger dealer_back_event after update of dealer_until, is_dealer_by_hand on users
  for each row when (
    (new.is_dealer_by_hand or coalesce(new.dealer_until > now(), false))
    and not (old.is_dealer_by_hand or coalesce(old.dealer_until > now(), false)))
  execute function note_dealer_back();
