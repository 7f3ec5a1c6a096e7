-- Whether a car is still there: when its owner last said so, what its owner was asked meanwhile, and what "newest first"
-- goes by.

alter table cars
  -- When it was last certain that the car is for sale: its publication, a change by its owner, unsold, restore, or the
  -- owner's confirmation.
  add column confirmed_at timestamptz not null default now(),
  -- What orders by age go by: the first publication, or a real price cut (domain/cars/listing-date.ts).
  add column listed_at timestamptz not null default now(),
  -- When a price cut last moved `listed_at`; null for never.
  add column listed_again_at timestamptz;
update cars set confirmed_at = updated_at, listed_at = created_at;

-- Prices -----------------------------------------------------------------------------------------------------------

-- The prices that a car had: a row a day on which it changed, so that editing it a hundred times writes one.
create table car_prices (
  car_id uuid not null references cars on delete cascade,
  -- Of Europe/Belgrade.
  day date not null,
  -- EUR: at the day's end, and the lowest of the day.
  price integer not null,
  lowest integer not null,
  primary key (car_id, day)
);
insert into car_prices (car_id, day, price, lowest)
select id, (created_at at time zone 'Europe/Belgrade')::date, price, price from cars;

create function note_car_price() returns trigger language plpgsql as $$
begin
  insert into car_prices (car_id, day, price, lowest)
  values (new.id, (now() at time zone 'Europe/Belgrade')::date, new.price, new.price)
  on conflict (car_id, day) do update set price = excluded.price, lowest = least(car_prices.lowest, excluded.lowest);
  return null;
end $$;
create trigger car_first_price after insert on cars for each row execute function note_car_price();
create trigger car_next_price after update of price on cars
  for each row when (new.price <> old.price) execute function note_car_price();

-- Questions --------------------------------------------------------------------------------------------------------

-- Mails that ask a private seller which cars are still for sale: one a day at most, for all of the seller's cars.
create table confirmation_mails (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Of Europe/Belgrade.
  day date not null,
  created_at timestamptz not null default now(),
  unique (user_id, day)
);
-- Sweeping those long sent.
create index confirmation_mails_created on confirmation_mails (created_at);

-- What an owner was asked about a car. `since` is the confirmation after which it was asked: at most two questions
-- follow one confirmation, whatever their reason.
create table confirmation_questions (
  id uuid primary key,
  car_id uuid not null references cars on delete cascade,
  since timestamptz not null,
  place smallint not null check (place in (1, 2)),
  reason text not null check (reason in ('age', 'buyers')),
  asked_at timestamptz not null default now(),
  -- Null until a mail takes it: another one went to the same person that day.
  mail_id uuid references confirmation_mails on delete set null,
  answer text check (answer in ('on_sale', 'sold')),
  answered_at timestamptz,
  unique (car_id, since, place),
  check ((answer is null) = (answered_at is null))
);
-- The cars of a mail.
create index confirmation_questions_mail on confirmation_questions (mail_id) where mail_id is not null;
-- Questions that no mail has taken yet.
create index confirmation_questions_waiting on confirmation_questions (car_id) where mail_id is null;

-- The links of a mail. A mail that is sent again has new ones, so a question may have several.
create table confirmation_links (
  token_hash bytea primary key,
  question_id uuid not null references confirmation_questions on delete cascade,
  expires_at timestamptz not null
);
-- What goes with a question.
create index confirmation_links_question on confirmation_links (question_id);
-- Sweeping what has expired.
create index confirmation_links_expires on confirmation_links (expires_at);

-- Visitors who asked whether a car is still for sale; a visitor is an account, or a keyed hash of network and browser.
create table availability_questions (
  car_id uuid not null references cars on delete cascade,
  visitor bytea not null,
  asked_at timestamptz not null default now(),
  primary key (car_id, visitor)
);
-- Sweeping those too old to count.
create index availability_questions_asked on availability_questions (asked_at);

insert into site_keys (name, key)
select name, sha256((gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text)::bytea)
-- Hashes visitors, so that whoever reads the database cannot tell who asked.
from (values ('visitors')) as keys (name);

-- Whose cars are due: active ones by how long ago they were confirmed.
create index cars_confirmed on cars (confirmed_at) where state = 'active';
