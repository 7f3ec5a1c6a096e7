-- Money at the operator's desk: refunds asked for in /admin, payments by bank and cash, months of a dealer that were paid
-- so, and coupons.

-- Payments ---------------------------------------------------------------------------------------------------------

alter table payments
  -- How the money came: by the provider (card), or entered by an admin; none: a coupon paid all of it.
  add column method text not null default 'card' check (method in ('card', 'bank', 'cash', 'none')),
  -- Of a payment entered by an admin: the number on the bank's or the cash desk's paper.
  add column document text check (document <> ''),
  add column entered_by uuid references users on delete set null,
  -- Of months of a dealer paid by bank or cash: how many.
  add column months smallint check (months between 1 and 36),
  add constraint payments_entered_by_hand check ((method in ('bank', 'cash')) = (document is not null)),
  add constraint payments_by_hand_without_provider check (method = 'card' or stripe_session_id is null),
  add constraint payments_for_nothing check (method <> 'none' or amount_cents = 0);

-- A document is entered once, however its number's letters and spaces are written.
create unique index payments_document on payments (lower(regexp_replace(document, '\s', '', 'g'))) where document is not null;
-- The list of payments in /admin, newest first.
create index payments_newest on payments (created_at desc, id desc);
-- The same with one status.
create index payments_status_newest on payments (status, created_at desc, id desc);
-- The same for payments that were entered by hand; few rows.
create index payments_by_hand_newest on payments (created_at desc, id desc) where method in ('bank', 'cash');
-- An admin's account goes: payments that it entered.
create index payments_entered_by on payments (entered_by) where entered_by is not null;
-- The accountant's file, in the order of the money, and income by day: they take the places of the indexes by time alone.
create index payments_paid_in_order on payments (paid_at, id) where paid_at is not null;
create index payment_refunds_in_order on payment_refunds (at, id);
drop index payments_paid_at;
drop index payment_refunds_at;

-- Nothing is ever deleted, no amount changes, and no state is left against the table in domain/payments.
create or replace function guard_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'payments are never deleted'; end if;
  if new.id <> old.id or new.kind <> old.kind or new.amount_cents <> old.amount_cents or new.currency <> old.currency
    or new.created_at <> old.created_at or new.method <> old.method or new.document is distinct from old.document
    or new.months is distinct from old.months
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

-- Refunds asked for in /admin --------------------------------------------------------------------------------------

-- Written before the provider is asked, which knows the request by its id: a crash in between costs nothing. The refund
-- itself is in payment_refunds, as any other.
create table refund_requests (
  id uuid primary key,
  payment_id uuid not null references payments,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (reason <> ''),
  -- All that is left goes back, and what was bought stays all the same.
  keeps_goods boolean not null,
  admin_id uuid references users on delete set null,
  -- asked: to be made; done: in the ledger; refused: the provider said no, for good.
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  -- The refund in payment_refunds; null until it is made.
  refund_id text unique,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint refund_requests_done check ((state = 'done') = (refund_id is not null)),
  constraint refund_requests_settled check ((state = 'asked') = (settled_at is null))
);
-- One at a time: of two admins at once the second waits for the first, and is told.
create unique index refund_requests_asked on refund_requests (payment_id) where state = 'asked';
-- A payment's requests.
create index refund_requests_payment on refund_requests (payment_id, created_at);
-- Requests that a crash or an outage has left: the sweep.
create index refund_requests_due on refund_requests (created_at) where state = 'asked';
-- An admin's account goes.
create index refund_requests_admin on refund_requests (admin_id) where admin_id is not null;

-- Months of a dealer paid by bank or cash ----------------------------------------------------------------------------

create table dealer_months (
  payment_id uuid primary key references payments,
  user_id uuid not null references users on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- All of the money went back: it counts until then.
  ended_at timestamptz,
  check (ends_at > starts_at)
);
-- An account's months: until when it is a dealer, and that it has been one.
create index dealer_months_user on dealer_months (user_id, ends_at desc);

-- Coupons ------------------------------------------------------------------------------------------------------------

create table coupons (
  id uuid primary key,
  -- In capitals, as it is compared.
  code text not null unique check (code = upper(code) and code ~ '^[A-Z0-9-]{3,30}$'),
  -- One of the two.
  percent smallint check (percent between 1 and 100),
  amount_cents integer check (amount_cents > 0),
  -- What it is for.
  target text not null check (target in ('all', 'cars', 'dealers')),
  -- Whom it is for. One account's, where that is gone (user_id null), is for nobody.
  audience text not null check (audience in ('everybody', 'account')),
  user_id uuid references users on delete set null,
  valid_until timestamptz,
  -- How often in all; null: without end. An account uses it once.
  max_uses integer check (max_uses between 1 and 1000000),
  -- Uses that count now. The constraint is what two at once meet.
  uses integer not null default 0 constraint coupons_uses_bounded check (uses >= 0 and (max_uses is null or uses <= max_uses)),
  note text not null default '',
  disabled_at timestamptz,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  constraint coupons_one_kind check ((percent is null) <> (amount_cents is null)),
  constraint coupons_audience check (audience = 'account' or user_id is null)
);
-- The list in /admin, newest first.
create index coupons_newest on coupons (created_at desc, id desc);
-- Accounts go.
create index coupons_user on coupons (user_id) where user_id is not null;
create index coupons_created_by on coupons (created_by) where created_by is not null;

create table coupon_uses (
  payment_id uuid primary key references payments,
  coupon_id uuid not null references coupons,
  user_id uuid references users on delete set null,
  -- USD cents that it took off.
  discount_cents integer not null check (discount_cents > 0),
  used_at timestamptz not null default now(),
  -- The payment came to nothing: the use is given back.
  returned_at timestamptz
);
-- An account uses a coupon once.
create unique index coupon_uses_once on coupon_uses (coupon_id, user_id) where returned_at is null;
-- A coupon's uses, newest first.
create index coupon_uses_coupon on coupon_uses (coupon_id, used_at desc);
-- Accounts go.
create index coupon_uses_user on coupon_uses (user_id) where user_id is not null;

-- A checkout that comes to nothing gives the use back, whoever writes it off. One that turns out to be paid after all
-- keeps the discount that it was paid with.
create function return_coupon() returns trigger language plpgsql as $$
declare
  returned uuid;
begin
  update coupon_uses set returned_at = now() where payment_id = new.id and returned_at is null
    returning coupon_id into returned;
  if returned is not null then update coupons set uses = uses - 1 where id = returned; end if;
  return null;
end $$;
create trigger payments_return_coupon after update of status on payments
  for each row when (new.status = 'expired' and old.status <> 'expired') execute function return_coupon();
