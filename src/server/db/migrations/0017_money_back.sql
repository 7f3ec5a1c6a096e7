-- Money that goes back: each refund and lost dispute once, what a payment has given back in all, and what is suspended
-- while a dispute is open.

alter table payments
  -- What has gone back of it, in cents: refunds and lost disputes. It only grows, and never beyond the payment.
  add column refunded_cents integer not null default 0
    constraint payments_refunded_bounded check (refunded_cents between 0 and amount_cents),
  -- What it bought was ended for good, because all of it went back.
  add column ended_at timestamptz,
  -- What it bought is suspended since then: a dispute is open.
  add column suspended_at timestamptz,
  -- How long a sponsorship that is suspended was still to run; given back when the dispute is won.
  add column suspended_seconds double precision not null default 0 check (suspended_seconds >= 0);

update payments set refunded_cents = amount_cents where status = 'refunded';
alter table payments
  add constraint payments_refunded_whole check (status <> 'refunded' or refunded_cents = amount_cents);

-- Which subscriptions are suspended; few rows at any time.
create index payments_suspended on payments (stripe_subscription_id) where suspended_at is not null;
-- Paid months whose charge is not written down, as none was before: the sweep asks for it.
create index payments_without_charge on payments (coalesce(checked_at, created_at))
  where stripe_invoice_id is not null and stripe_payment_intent is null and status in ('fulfilled', 'refunded');

create or replace function guard_payment() returns trigger language plpgsql as $$
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

-- Those from before this table, whose ids at the provider were not written down.
insert into payment_refunds (id, payment_id, kind, amount_cents, at)
select 'payment:' || id, id, 'refund', amount_cents, refunded_at from payments
where status = 'refunded' and amount_cents > 0;
-- Income by day reads payment_refunds now.
drop index payments_refunded_at;

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
create index payment_disputes_payment on payment_disputes (payment_id);
-- Those that an admin should know of, and that the sweep asks about.
create index payment_disputes_open on payment_disputes (created_at) where is_open;

-- When refunds and disputes were last asked for whose events may be lost.
alter table provider_poll add column refunds_asked_at timestamptz not null default '-infinity';
