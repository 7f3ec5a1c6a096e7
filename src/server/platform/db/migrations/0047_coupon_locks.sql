-- A use that is given back locks its coupon first, as taking one does. In the other order an order that took the coupon, and
-- met the use that was just given back, deadlocked with it.
create or replace function return_coupon() returns trigger language plpgsql as $$
begin
  perform from coupons
    where id in (select coupon_id from coupon_uses where payment_id = new.id and returned_at is null)
    for no key update;
  with returned as (
    update coupon_uses set returned_at = now() where payment_id = new.id and returned_at is null
    returning coupon_id
  )
  update coupons c set uses = c.uses - 1 from returned where c.id = returned.coupon_id;
  return null;
end $$;
