-- Money: the ledger's states and what makes a second fulfilment impossible, money that goes back, what depends on a
-- payment (photos held, posts due, mails sent), subscriptions, and what the card payment provider has told.

-- The ledger -------------------------------------------------------------------------------------------------------

create table payments (
  id uuid primary key,
  -- The ledger stays when the person goes.
  user_id uuid references users on delete set null,
  -- renewal: a subscription's further months, which the provider charges by itself.
  kind text not null check (kind in ('car', 'extras', 'subscription', 'renewal')),
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null default 'usd',
  status text not null default 'open' check (status in ('open', 'paid', 'fulfilled', 'failed', 'expired', 'refunded')),
  sponsorship_days integer not null default 0 check (sponsorship_days between 0 and 30),
  social_promotion boolean not null default false,
  -- What will be published once it is paid; emptied afterwards.
  car_data jsonb,
  -- The dealer's business data until it is paid; emptied afterwards.
  dealer_data jsonb,
  car_id uuid references cars on delete set null,

  checkout_url text,
  -- Counts answers of 5xx to opening the session: the provider repeats a stored one for the same key.
  session_attempt integer not null default 0,
  stripe_session_id text unique,
  stripe_payment_intent text unique,
  stripe_invoice_id text unique,
  stripe_subscription_id text,
  -- Which account of the card payment provider the row belongs to ("acct_…:live", "acct_…:test"; the sandbox has one of
  -- its own): keys change, and what another account knows is unknown to this one. Null: the provider could not tell.
  -- 'unknown': no account that we have had a key for knows it.
  provider_account text,
  -- When the provider was last asked about it.
  checked_at timestamptz,

  created_at timestamptz not null default now(),
  paid_at timestamptz,
  fulfilled_at timestamptz,
  failed_at timestamptz,
  expired_at timestamptz,
  refunded_at timestamptz,
  -- Why the money goes back although it was paid; set once, before the refund.
  refund_reason text,
  -- What has gone back of it, in cents: refunds and lost disputes. It only grows, and never beyond the payment.
  refunded_cents integer not null default 0
    constraint payments_refunded_bounded check (refunded_cents between 0 and amount_cents),
  -- What it bought was ended for good, because all of it went back.
  ended_at timestamptz,
  -- What it bought is suspended since then: a dispute is open.
  suspended_at timestamptz,
  -- How long a sponsorship that is suspended was still to run; given back when the dispute is won.
  suspended_seconds double precision not null default 0 check (suspended_seconds >= 0),

  constraint payments_paid_has_time check (status not in ('paid', 'fulfilled', 'refunded') or paid_at is not null),
  constraint payments_fulfilled_has_time check (status <> 'fulfilled' or fulfilled_at is not null),
  constraint payments_refunded_has_time check (status <> 'refunded' or refunded_at is not null),
  constraint payments_refunded_whole check (status <> 'refunded' or refunded_cents = amount_cents)
);
-- A person's payments, newest first.
create index payments_user on payments (user_id, created_at desc);
-- A car goes: payments for it, of any kind, forget it.
create index payments_car on payments (car_id) where car_id is not null;
-- A payment publishes one car, and no car is published by two payments.
create unique index payments_published_car on payments (car_id) where kind = 'car' and car_id is not null;
-- One open subscription checkout an account: nobody pays for two.
create unique index payments_open_subscription on payments (user_id) where kind = 'subscription' and status = 'open';
-- The sweep that settles payments whose events were lost, oldest first.
create index payments_unsettled on payments (created_at) where status in ('open', 'paid', 'failed');
-- Paid months whose charge is not written down yet: the sweep asks for it.
create index payments_without_charge on payments (coalesce(checked_at, created_at))
  where stripe_invoice_id is not null and stripe_payment_intent is null and status in ('fulfilled', 'refunded');
-- Which subscriptions are suspended; few rows at any time.
create index payments_suspended on payments (stripe_subscription_id) where suspended_at is not null;
-- Income by day.
create index payments_paid_at on payments (paid_at) where paid_at is not null;

-- Nothing is ever deleted, no amount changes, and no state is left against the table in domain/payments.
create function guard_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'payments are never deleted'; end if;
  if new.id <> old.id or new.kind <> old.kind or new.amount_cents <> old.amount_cents or new.currency <> old.currency
    or new.created_at <> old.created_at
  then raise exception 'what a payment is for does not change'; end if;
  if old.stripe_session_id is not null and new.stripe_session_id is distinct from old.stripe_session_id
  then raise exception 'a payment keeps its session'; end if;
  if new.refunded_cents < old.refunded_cents then raise exception 'what went back stays back'; end if;
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

-- Money that goes back ---------------------------------------------------------------------------------------------

-- The ledger's other side: each refund and each lost dispute, once, by the provider's id.
create table payment_refunds (
  id text primary key,
  payment_id uuid not null references payments,
  kind text not null check (kind in ('refund', 'dispute')),
  amount_cents integer not null check (amount_cents > 0),
  -- When we learned of it.
  at timestamptz not null default now()
);
-- A payment's refunds.
create index payment_refunds_payment on payment_refunds (payment_id);
-- Income by day.
create index payment_refunds_at on payment_refunds (at);
create trigger payment_refunds_guarded before update or delete on payment_refunds
  for each row execute function guard_payment_events();

-- Cardholders' objections, as the provider has them.
create table payment_disputes (
  id text primary key,
  payment_id uuid not null references payments,
  amount_cents integer not null check (amount_cents >= 0),
  reason text not null,
  status text not null,
  -- Undecided, and no mere inquiry: what was bought is suspended meanwhile.
  is_open boolean not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
-- A payment's disputes.
create index payment_disputes_payment on payment_disputes (payment_id);
-- Those that an admin should know of, and that the sweep asks about.
create index payment_disputes_open on payment_disputes (created_at) where is_open;

-- What depends on a payment ----------------------------------------------------------------------------------------

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
-- A car waits for one post at a time: who pays for a second one meanwhile gets the money back.
create unique index social_posts_waiting on social_posts (car_id) where posted_at is null;
-- The admins' queue, the most urgent first.
create index social_posts_due on social_posts (due_at, id) where posted_at is null;
-- Posts that are done, newest first.
create index social_posts_posted on social_posts (posted_at desc, id) where posted_at is not null;
-- What goes with a car.
create index social_posts_car on social_posts (car_id);
-- An admin's account goes: the posts that it ticked off.
create index social_posts_posted_by on social_posts (posted_by) where posted_by is not null;

-- Mails that are sent once for what they are about: the key is taken in the transaction that queues the mail.
create table payment_mails (
  key text primary key,
  created_at timestamptz not null default now()
);

-- Subscriptions ----------------------------------------------------------------------------------------------------

create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  stripe_subscription_id text not null unique,
  -- See payments.provider_account.
  provider_account text,
  status text not null,
  cancel_at_period_end boolean not null default false,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null default 'usd',
  current_period_start timestamptz,
  current_period_end timestamptz,
  -- When the provider tries a late payment again; null where it does not, or nothing is late.
  next_payment_attempt timestamptz,
  canceled_at timestamptz,
  ended_at timestamptz,
  -- Until when this one makes its account a dealer; users.dealer_until is the latest of these.
  dealer_until timestamptz not null default '-infinity',
  -- Counts what was written: two that read the provider at once do not write over each other.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  synced_at timestamptz not null default now()
);
-- An account's subscriptions; having had one also ends the claim to a free first car.
create index subscriptions_user on subscriptions (user_id, created_at desc);
-- Those that the sweep looks at because their period is over.
create index subscriptions_period_end on subscriptions (current_period_end)
  where status in ('active', 'trialing', 'past_due', 'unpaid', 'incomplete');

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
  -- Whose events were asked for: another account's time of events says nothing about this one's (the sandbox's clock
  -- can be ahead by months).
  account text,
  asked_at timestamptz not null default '-infinity',
  seen_until timestamptz not null default now(),
  -- When refunds and disputes were last asked for whose events may be lost.
  refunds_asked_at timestamptz not null default '-infinity',
  -- A hash of the webhook secret with which an event was last found to be truly signed.
  confirmed_secret text
);
insert into provider_poll default values;
