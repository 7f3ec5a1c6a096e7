-- Invoices and credit notes: their numbers, what they said when they were issued, and which payments wait for one.

-- The last number of each series: '2026', 'GJ-2026' (credit notes), 'PROVË-2026', 'PROVË-GJ-2026' (no real money). Its row
-- is locked by the transaction that issues the next document, so that an abandoned one leaves no gap.
create table invoice_series (
  series text primary key,
  last integer not null default 0 check (last >= 0)
);

create table invoices (
  id uuid primary key,
  series text not null references invoice_series,
  position integer not null check (position > 0),
  -- As it is printed: series and position.
  number text not null unique,
  -- Made from a payment in the sandbox or in the provider's test mode.
  is_test boolean not null,
  payment_id uuid not null references payments,
  -- The refund or lost dispute that a credit note is about; null: an invoice.
  refund_id text unique references payment_refunds,
  -- The payment's kind, for sums.
  kind text not null,
  -- In the payment's currency, cents; a credit note's count as going back.
  currency text not null,
  gross_cents integer not null check (gross_cents >= 0),
  net_cents integer not null check (net_cents >= 0),
  vat_cents integer not null check (vat_cents >= 0),
  -- The day in Kosovo on which the money came or went back: it decides the series' year and the month of the books.
  day date not null,
  issued_at timestamptz not null default now(),
  -- The rest of what is printed, as it was at that moment.
  facts jsonb not null,
  -- Who bought; null where it was not known any more, and once the legal time after the account's end is over.
  buyer jsonb,
  -- What the desk's list is searched by.
  search_text text collate "C" not null generated always as (folded(
    number || ' ' || coalesce(buyer->>'name', '') || ' ' || coalesce(buyer->>'business', '') || ' '
      || coalesce(buyer->>'taxNumber', '') || ' ' || coalesce(buyer->>'email', ''))) stored,
  unique (series, position),
  constraint invoices_sum check (gross_cents = net_cents + vat_cents)
);
-- One invoice a payment.
create unique index invoices_payment on invoices (payment_id) where refund_id is null;
-- A payment's documents.
create index invoices_of_payment on invoices (payment_id, issued_at);
-- The desk's list, newest first, and the sums of a month.
create index invoices_day on invoices (day desc, series, position);
-- Buyers whose legal time is over: the sweep.
create index invoices_buyers on invoices (issued_at) where buyer is not null;

-- An issued document stays as it is; only the buyer may be erased, once.
create function guard_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'invoices are never deleted'; end if;
  if new.buyer is not null
    or to_jsonb(new) - 'buyer' - 'search_text' is distinct from to_jsonb(old) - 'buyer' - 'search_text'
  then raise exception 'an issued invoice does not change'; end if;
  return new;
end $$;
create trigger invoices_guarded before update or delete on invoices
  for each row execute function guard_invoice();

-- A series counts one by one and never back.
create function guard_invoice_series() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.series <> old.series or new.last <> old.last + 1
  then raise exception 'a series counts one by one'; end if;
  return new;
end $$;
create trigger invoice_series_guarded before update or delete on invoice_series
  for each row execute function guard_invoice_series();

-- Payments that lack an invoice or a credit note; taken out in the transaction that issues it.
create table invoices_due (
  payment_id uuid primary key references payments,
  since timestamptz not null default now(),
  -- The buyer, where the account goes before the invoice is issued.
  buyer jsonb
);
-- The sweep, oldest payment first.
create index invoices_due_since on invoices_due (since);

create function note_invoice_due() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payments' then
    insert into invoices_due (payment_id, since) values (new.id, new.paid_at) on conflict do nothing;
  else
    insert into invoices_due (payment_id, since) values (new.payment_id, new.at) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger payments_invoice_due after insert on payments
  for each row when (new.paid_at is not null) execute function note_invoice_due();
create trigger payments_paid_invoice_due after update of paid_at on payments
  for each row when (old.paid_at is null and new.paid_at is not null) execute function note_invoice_due();
create trigger payment_refunds_invoice_due after insert on payment_refunds
  for each row execute function note_invoice_due();

-- Payments from before there were invoices.
insert into invoices_due (payment_id, since) select id, paid_at from payments where paid_at is not null;
