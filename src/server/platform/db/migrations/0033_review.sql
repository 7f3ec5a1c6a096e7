-- Review: signals that an admin should look at a car, and what admins decided about it.

alter table cars
  -- Its page says how to buy safely: the score of its open signals is high enough (domain/admin/review-signals.ts).
  add column shows_advice boolean not null default false;
-- The cars with the phone of one that has just been hidden; numbers are stored in one spelling.
create index cars_seller_phone on cars (seller_phone);

-- Cars whose signals are to be looked at anew, mostly none. A car that is written meanwhile stays in it.
create table car_review_due (
  car_id uuid primary key references cars on delete cascade,
  noted_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default now()
);
-- What is due, the longest due first.
create index car_review_due_at on car_review_due (due_at);

-- Has these cars looked at, in the order of their ids: for whoever learns something about a car without writing its row.
create function note_for_review(ids uuid[]) returns void language sql as $$
  insert into car_review_due (car_id) select distinct id from cars where id = any(ids) order by id
  on conflict (car_id) do update set noted_at = clock_timestamp(), due_at = now();
$$;

create function note_review_due() returns trigger language plpgsql as $$
begin
  perform note_for_review(array[new.id]);
  return null;
end $$;
-- Here and not in the code: whoever publishes or edits a car has its signals looked at.
create trigger car_published_review after insert on cars for each row execute function note_review_due();
create trigger car_changed_review after update on cars
  for each row when (
    new.version <> old.version or new.state <> old.state or new.hidden_at is distinct from old.hidden_at
    or new.description <> old.description or new.price <> old.price
    -- Of the bands of a new fit, those that make or end a signal.
    or (new.price_band = 'far_below') is distinct from (old.price_band = 'far_below'))
  execute function note_review_due();

-- The cars of an account that is suspended leave the queue, and come back with it.
create function note_account_review_due() returns trigger language plpgsql as $$
begin
  perform note_for_review(array(select id from cars where owner_id = new.id and state = 'active'));
  return null;
end $$;
create trigger account_suspended_review after update of suspended_at on users
  for each row when (new.suspended_at is distinct from old.suspended_at)
  execute function note_account_review_due();

-- What a car was before an edit that made another car of it.
create table car_identity_changes (
  car_id uuid not null references cars on delete cascade,
  at timestamptz not null default clock_timestamp(),
  brand text not null,
  model text not null,
  year integer not null,
  primary key (car_id, at)
);
-- Sweeping those long past.
create index car_identity_changes_at on car_identity_changes (at);

create function note_identity_change() returns trigger language plpgsql as $$
begin
  insert into car_identity_changes (car_id, brand, model, year) values (old.id, old.brand, old.model, old.year);
  return null;
end $$;
create trigger car_became_another after update of brand, model, year on cars
  for each row when (new.brand <> old.brand or (lower(new.model) <> lower(old.model) and new.year <> old.year))
  execute function note_identity_change();

-- The phones of cars that admins have hidden, as keyed hashes. Names no car's row: it outlives the car for its year.
create table hidden_phones (
  car_id uuid primary key,
  phone_hash bytea not null,
  owner_id uuid references users on delete set null,
  hidden_at timestamptz not null default now()
);
-- Whether a car's phone was a hidden car's.
create index hidden_phones_hash on hidden_phones (phone_hash, hidden_at);
-- Sweeping those long past.
create index hidden_phones_at on hidden_phones (hidden_at);
-- What is stored of an account: its export, and when it goes.
create index hidden_phones_owner on hidden_phones (owner_id) where owner_id is not null;

-- What was found about a car, a row for each evidence. The fingerprint is the same for the same evidence.
create table car_signals (
  car_id uuid not null references cars on delete cascade,
  kind text not null,
  fingerprint text not null,
  weight smallint not null check (weight between 1 and 100),
  evidence jsonb not null,
  found_at timestamptz not null default now(),
  -- Null while the car shows it.
  gone_at timestamptz,
  -- An admin found it in order: it is not counted, now and when it comes again.
  dismissed_at timestamptz,
  primary key (car_id, kind, fingerprint)
);
-- Cars whose number another car had, to look whether it still has.
create index car_signals_vin_twice on car_signals (car_id) where kind = 'vin_twice' and gone_at is null;
-- Sweeping what is gone for long.
create index car_signals_gone on car_signals (gone_at) where gone_at is not null;

-- A car with signals, as the queue orders it.
create table car_reviews (
  car_id uuid primary key references cars on delete cascade,
  state text not null check (state in ('open', 'asked', 'closed')),
  -- Of the signals that are open, and their kinds.
  score smallint not null check (score between 0 and 100),
  kinds text[] not null,
  -- Rises when signals, state or an answer change: a decision is made for what an admin has seen.
  version integer not null default 1,
  opened_at timestamptz not null default now(),
  asked_at timestamptz
);
-- The queue, heaviest first; a filter by kind reads along it.
create index car_reviews_open on car_reviews (score desc, opened_at, car_id) where state = 'open';
-- Questions that wait for their owners, the longest first.
create index car_reviews_asked on car_reviews (asked_at, car_id) where state = 'asked';

create table car_review_decisions (
  id uuid primary key,
  car_id uuid not null references cars on delete cascade,
  decision text not null check (decision in ('dismiss', 'hide', 'ask')),
  reason text check (length(reason) between 1 and 500),
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null default now(),
  -- The signals that it dismissed, by kind and fingerprint: what undoing gives back.
  dismissed jsonb not null default '[]',
  answer text check (length(answer) between 1 and 1000),
  answered_at timestamptz,
  undone_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
-- A car's decisions, the last one first.
create index car_review_decisions_car on car_review_decisions (car_id, decided_at desc);
-- What was decided lately, and can be undone.
create index car_review_decisions_at on car_review_decisions (decided_at desc);
-- An admin's account goes: what it decided.
create index car_review_decisions_by on car_review_decisions (decided_by) where decided_by is not null;

-- Cars that are there are looked at once, in the background.
insert into car_review_due (car_id) select id from cars where state = 'active' and hidden_at is null;
