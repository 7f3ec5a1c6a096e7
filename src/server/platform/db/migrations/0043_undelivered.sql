-- What is paid for and cannot be delivered: fewer payments come to that, and the coupon of one that does is free again.

-- The car's listing was bought at the fee of its day, which may have been 0. Not: the account's free car, or a dealer's
-- plan, which must still hold when the money comes. Null in older rows: bought if it cost something.
alter table payments add column listing_at_fee boolean;

-- A payment that is sent back without having been carried out gives its coupon's use back, as one that expires does
-- (0014). What was delivered keeps it used, also if it is refunded later.
create trigger payments_return_undelivered after update of status on payments
  for each row when (new.status = 'refunded' and old.status <> 'refunded' and new.fulfilled_at is null)
  execute function return_coupon();
