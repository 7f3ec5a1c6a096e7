-- Money: the ledger's states and what makes a second fulfilment impossible, the provider's events, what hangs on a
-- payment (photos held, posts due, mails sent), and subscriptions as they stand at the provider.

-- The ledger -------------------------------------------------------------------------------------------------------

alter table payments
  drop constraint payments_status_check,
  drop constraint payments_kind_check,
  add constraint payments_status_check
    check (status in ('open', 'paid', 'fulfilled', 'failed', 'expired', 'refunded')),
  -- renewal: a subscription's further months, which the provider charges by itself.
  add constraint payments_kind_check check (kind in ('car', 'extras', 'subscription', 'renewal')),
  add column failed_at timestamptz,
  add column expired_at timestamptz,
  add column refunded_at timestamptz,
  -- Why the money goes back although it was paid; set once, before the refund.
  add column refund_reason text,
  add column checkout_url text,
  -- Counts answers of 5xx to opening the session: the provider repeats a stored one for the same key.
  add column session_attempt integer not null default 0,
  add column stripe_payment_intent text unique,
  add column stripe_invoice_id text unique,
  add column stripe_subscription_id text,
  -- The dealer's business data until it is paid; emptied afterwards.
  add column dealer_data jsonb,
  -- When the provider was last asked about it.
  add column checked_at timestamptz,
  add constraint payments_paid_has_time check (status not in ('paid', 'fulfilled', 'refunded') or paid_at is not null),
  add constraint payments_fulfilled_has_time check (status <> 'fulfilled' or fulfilled_at is not null),
  add constraint payments_refunded_has_time check (status <> 'refunded' or refunded_at is not null);

-- A payment publishes one car, and no car is published by two payments.
create unique index payments_published_car on payments (car_id) where kind = 'car' and car_id is not null;
-- One open subscription checkout an account: nobody pays for two.
create unique index payments_open_subscription on payments (user_id) where kind = 'subscription' and status = 'open';
-- The sweep, oldest first; it takes the place of 0001's.
drop index payments_pending;
create index payments_unsettled on payments (created_at) where status in ('open', 'paid', 'failed');

-- Nothing is ever deleted, no amount changes, and no state is left against the table in domain/payments.
create function guard_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'payments are never deleted'; end if;
  if new.id <> old.id or new.kind <> old.kind or new.amount_cents <> old.amount_cents or new.currency <> old.currency
    or new.created_at <> old.created_at
  then raise exception 'what a payment is for does not change'; end if;
  if old.stripe_session_id is not null and new.stripe_session_id is distinct from old.stripe_session_id
  then raise exception 'a payment keeps its session'; end if;
  if new.status <> old.status and not (case old.status
    when 'open' then new.status in ('paid', 'failed', 'expired')
    when 'failed' then new.status in ('paid', 'expired')
    when 'expired' then new.status = 'paid'
    when 'paid' then new.status in ('fulfilled', 'refunded')
    when 'fulfilled' then new.status = 'refunded'
    else false end)
  then raise exception 'a payment does not go from % to %', old.status, new.status; end if;
  return new;
end $$;
create trigger payments_guarded before update or delete on payments
  for each row execute function guard_payment();

-- What happened to each payment, and when. Each thing happens once: a second fulfilment fails here whatever the code does.
create table payment_events (
  id bigint primary key generated always as identity,
  payment_id uuid not null references payments,
  event text not null check (event in ('created', 'opened', 'paid', 'fulfilled', 'failed', 'expired', 'refund_due', 'refunded')),
  at timestamptz not null default clock_timestamp(),
  detail jsonb not null default '{}',
  unique (payment_id, event)
);
create function guard_payment_events() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is written once';
end $$;
create trigger payment_events_guarded before update or delete on payment_events
  for each row execute function guard_payment_events();

-- Photos of cars that are about to be paid: the sweep leaves them.
create table payment_photos (
  payment_id uuid not null references payments,
  photo_id uuid not null references photos,
  position smallint not null check (position between 0 and 9),
  primary key (payment_id, position)
);
-- Whether an open checkout holds a photo.
create index payment_photos_photo on payment_photos (photo_id);

-- Cars bought with social promotion, to be posted by an admin.
create table social_posts (
  id uuid primary key,
  car_id uuid not null references cars on delete cascade,
  payment_id uuid not null unique references payments,
  -- 24 h after the payment.
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  posted_at timestamptz,
  posted_by uuid references users on delete set null
);
-- The admins' queue, the most urgent first.
create index social_posts_due on social_posts (due_at, id) where posted_at is null;
create index social_posts_car on social_posts (car_id);

-- Mails that are sent once for what they are about: the key is taken in the transaction that queues the mail.
create table payment_mails (
  key text primary key,
  created_at timestamptz not null default now()
);

-- The provider -----------------------------------------------------------------------------------------------------

-- Its events, each taken once, whether it came as a webhook or was found missing.
create table provider_events (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);
-- Sweeping those long past.
create index provider_events_received on provider_events (received_at);

-- When some process last asked for missed events, and up to where (the provider's time). One row.
create table provider_poll (
  one boolean primary key default true check (one),
  asked_at timestamptz not null default '-infinity',
  seen_until timestamptz not null default now()
);
insert into provider_poll default values;

-- Subscriptions ----------------------------------------------------------------------------------------------------

alter table subscriptions
  add column ended_at timestamptz,
  add column canceled_at timestamptz,
  -- Until when this one makes its account a dealer; users.dealer_until is the latest of these.
  add column dealer_until timestamptz not null default '-infinity',
  -- Counts what was written: two that read the provider at once do not write over each other.
  add column version integer not null default 1;
-- Those that the sweep looks at because their period is over.
create index subscriptions_period_end on subscriptions (current_period_end)
  where status in ('active', 'trialing', 'past_due', 'unpaid', 'incomplete');
