-- Moderation and administration: reports of cars, and the audit log.

-- Reports ----------------------------------------------------------------------------------------------------------

create table reports (
  id uuid primary key,
  car_id uuid references cars on delete set null,
  -- "Volkswagen Golf, 2016": the report stays readable when the car is gone.
  car_name text not null check (length(car_name) between 1 and 200),
  reason text not null check (reason in ('fraud', 'sold', 'wrong_data', 'duplicate', 'offensive', 'other')),
  text text check (length(text) between 1 and 1000),
  -- Emptied once its owner has been told.
  email text check (length(email) between 3 and 254),
  wants_answer boolean not null,
  told_at timestamptz,
  reporter_id uuid references users on delete set null,
  state text not null default 'open' check (state in ('open', 'hidden', 'restored', 'dismissed', 'deleted')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  check ((state = 'open') = (decided_at is null))
);
-- The admins' queue, oldest first.
create index reports_open on reports (created_at, id) where state = 'open';
-- What was decided, newest first.
create index reports_decided on reports (decided_at desc, id) where state <> 'open';
-- A car's reports: how many wait, which are settled with it.
create index reports_car on reports (car_id, state) where car_id is not null;
-- A person reports a car once at a time.
create unique index reports_reporter on reports (reporter_id, car_id) where reporter_id is not null and state = 'open';
-- What a person has reported: for the export of an account, and when the account goes.
create index reports_of on reports (reporter_id, created_at) where reporter_id is not null;
-- An admin's account goes: the reports that it decided.
create index reports_decided_by on reports (decided_by) where decided_by is not null;

-- Audit log --------------------------------------------------------------------------------------------------------

-- Every write of an admin, in the transaction that writes. Names no rows: it outlives them.
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid not null,
  actor_email text not null,
  action text not null,
  target_kind text not null,
  target_id text not null,
  target_label text not null,
  -- What changed, or what was deleted; never a password's hash or a token.
  before jsonb,
  after jsonb
);
-- A range of days; sweeping those long past. (Newest first is the primary key.)
create index audit_log_at on audit_log (at);
-- What happened to one record.
create index audit_log_target on audit_log (target_id, id);

create function guard_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or old.at > now() - interval '1 year' then raise exception 'the audit log is written once'; end if;
  return old;
end $$;
create trigger audit_log_guarded before update or delete on audit_log
  for each row execute function guard_audit_log();
