-- Administration: cars taken out of public view, reports, the audit log, refused models, and what admins' writes and
-- lists must find quickly.

-- Hidden cars ------------------------------------------------------------------------------------------------------

-- Taken out of public view by an admin, since then; its owner and admins still see it.
alter table cars add column hidden_at timestamptz;

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
-- The admins' queue, oldest first; and what was decided, newest first.
create index reports_open on reports (created_at, id) where state = 'open';
create index reports_decided on reports (decided_at desc, id) where state <> 'open';
-- A car's reports: how many wait, which are settled with it.
create index reports_car on reports (car_id, state) where car_id is not null;
-- A person reports a car once at a time; whoever goes is taken out.
create unique index reports_reporter on reports (reporter_id, car_id) where reporter_id is not null and state = 'open';
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

-- Suggested models -------------------------------------------------------------------------------------------------

-- Refused for good: it stays, so that the same suggestion does not come back to the queue.
alter table car_models add column refused_at timestamptz;
drop index car_models_pending;
-- The admins' queue of suggestions, oldest first.
create index car_models_pending on car_models (created_at, id) where not approved and refused_at is null;
-- A brand's cars by model, whatever their state: which carry a suggested name.
create index cars_brand_model on cars (brand, model);

-- What deletions and charts look for -------------------------------------------------------------------------------

-- A car goes: payments for it, of any kind, forget it.
create index payments_car on payments (car_id) where car_id is not null;
-- An admin's account goes: the posts that it ticked off.
create index social_posts_posted_by on social_posts (posted_by) where posted_by is not null;
-- Posts that are done, newest first.
create index social_posts_posted on social_posts (posted_at desc, id) where posted_at is not null;
-- Income by day.
create index payments_paid_at on payments (paid_at) where paid_at is not null;
create index payments_refunded_at on payments (refunded_at) where refunded_at is not null;

-- Change feed ------------------------------------------------------------------------------------------------------

-- Processes in which admins are at work keep their lists in memory. (Standing as a dealer and business names have
-- notifications of their own: seller_changed.)
create function notify_user_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_changed', coalesce(new.id, old.id)::text);
  return null;
end $$;
create trigger user_added_or_removed after insert or delete on users
  for each row execute function notify_user_changed();
create trigger user_changed after update on users
  for each row when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name
    or old.email is distinct from new.email or old.phone is distinct from new.phone
    or old.is_admin is distinct from new.is_admin)
  execute function notify_user_changed();
