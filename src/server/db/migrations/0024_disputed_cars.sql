-- Cars whose money is in doubt: out of public view while the payment of their listing is in dispute, and in the archive
-- where the listing's fee went back. After 0022, whose rule it extends.

alter table cars
  -- Out of public view since then: the payment of its listing is in dispute.
  add column disputed_at timestamptz,
  -- In the archive because its listing's fee went back: it is restored for the fee.
  add column fee_refunded_at timestamptz,
  add constraint cars_fee_refunded_archived check (fee_refunded_at is null or state = 'archived');

-- The same as in 0022, with disputes.
create or replace function unlisted_because(car cars, seller users) returns text language sql stable
return case
  when car.hidden_at is not null then 'hidden'
  when car.disputed_at is not null then 'disputed'
  when car.published_as_dealer and not (seller.is_dealer_by_hand or coalesce(seller.dealer_until > now(), false))
    then 'dealerLapsed'
end;

-- The same as in 0010, with disputes: a car that comes back is news, one that goes is none.
drop trigger car_changed_event on cars;
create trigger car_changed_event after update on cars
  for each row when (
    new.state is distinct from old.state and 'active' in (new.state, old.state)
    or new.state = 'active' and (
      (new.brand, new.model, new.year, new.type, new.price, new.mileage, new.fuel, new.origin, new.transmission,
        new.condition, new.location, new.customs_paid, new.color, new.description, new.sponsored_until,
        new.published_as_dealer, new.hidden_at, new.disputed_at)
      is distinct from
      (old.brand, old.model, old.year, old.type, old.price, old.mileage, old.fuel, old.origin, old.transmission,
        old.condition, old.location, old.customs_paid, old.color, old.description, old.sponsored_until,
        old.published_as_dealer, old.hidden_at, old.disputed_at)))
  execute function note_car_event();
