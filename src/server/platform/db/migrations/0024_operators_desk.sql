-- Dealers whose months, paid by bank or cash, end soon or have ended: the mails about it.
create index dealer_months_ends on dealer_months (ends_at) where ended_at is null;

-- A social promotion that cost nothing: a post without a payment.
alter table social_posts alter column payment_id drop not null;
