-- The operator's settings, and what each payment was made of when it was bought.

-- Settings ---------------------------------------------------------------------------------------------------------

-- A row a version; the greatest one counts. The first holds what the environment gave at the first start.
create table settings_versions (
  version integer primary key check (version > 0),
  -- All settings of this version; fees in USD cents.
  settings jsonb not null,
  changed_at timestamptz not null default now(),
  -- The admin; null: the first values, or the account is gone (the audit log knows who it was).
  changed_by uuid references users on delete set null,
  reason text check (length(reason) between 1 and 500)
);
-- An admin's account goes: the versions that it saved.
create index settings_versions_by on settings_versions (changed_by) where changed_by is not null;

create function guard_settings_versions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'versions of settings stay'; end if;
  if new.changed_by is not null or (new.version, new.settings, new.changed_at, new.reason)
    is distinct from (old.version, old.settings, old.changed_at, old.reason)
  then raise exception 'a version of the settings is written once'; end if;
  return new;
end $$;
create trigger settings_versions_guarded before update or delete on settings_versions
  for each row execute function guard_settings_versions();

create function notify_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', new.version::text);
  return new;
end $$;
create trigger settings_versions_changed after insert on settings_versions
  for each row execute function notify_settings_changed();

-- Payments ---------------------------------------------------------------------------------------------------------

-- What the amount was made of, in USD cents, by the fees of the day it was bought, before any discount. Null in rows that
-- are older than the settings: the specification's fees; and in those of subscriptions.
alter table payments
  add column listing_cents integer check (listing_cents >= 0),
  add column sponsorship_cents integer check (sponsorship_cents >= 0),
  add column social_promotion_cents integer check (social_promotion_cents >= 0);

-- Subscriptions at another fee -------------------------------------------------------------------------------------

-- An admin moves a dealer to the present fee, who is told 30 days ahead: what is charged from then on.
alter table subscriptions
  add column next_amount_cents integer check (next_amount_cents > 0),
  add column next_amount_at timestamptz,
  add constraint subscriptions_next_amount_whole check ((next_amount_cents is null) = (next_amount_at is null));
-- Moves that are due.
create index subscriptions_next_amount on subscriptions (next_amount_at) where next_amount_at is not null;

-- What the operator is told ----------------------------------------------------------------------------------------

-- What OPERATIONS.md calls alarming, a row a kind: each is told at most once until it has ended, and once a day.
create table alarms (
  kind text primary key,
  since timestamptz not null default now(),
  told_at timestamptz,
  ended_at timestamptz
);

-- The weeks whose report has been queued for the admins, by their Monday: a job that runs again sends no second one.
create table weekly_reports (
  week date primary key,
  made_at timestamptz not null default now()
);
