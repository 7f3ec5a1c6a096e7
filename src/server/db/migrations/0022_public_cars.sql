-- Who may see a car: one rule, here and nowhere else.
--
--   public    it may be opened by its address: active and sold cars
--   on sale   it may be found, followed and bought: active cars
--
-- Reads of many cars join the view `public_cars`. What holds one row already (an owner's car, a locked row, a trigger's
-- `old`) calls the functions that the view is made of: under a lock, they judge the row that is held, and a second
-- scan of the table would judge an older one.
--
-- Another reason to take a car from the public (a suspension, say) is a column of `cars` or `users` and a line in
-- `unlisted_because`, and: columns of `cars` go into the condition of the trigger `car_changed_event`, columns of
-- `users` into that of `seller_changed`, so that searches and mails learn of it. No subquery in these functions: the
-- planner takes them apart only without one, and 100,000 cars would cost 100,000 calls. Their bodies are `return …`, which is
-- stored parsed: a text would be parsed again for every query that is planned, a third of what reading a car costs.

-- Null where nothing keeps the car from the public; else why (contract `unlistedReasons`).
create function unlisted_because(car cars, seller users) returns text language sql stable
return case
  when car.hidden_at is not null then 'hidden'
  when car.published_as_dealer and not (seller.is_dealer_by_hand or coalesce(seller.dealer_until > now(), false))
    then 'dealerLapsed'
end;

create function is_public(car cars, seller users) returns boolean language sql stable
return car.state <> 'archived' and unlisted_because(car, seller) is null;

create function is_on_sale(car cars, seller users) returns boolean language sql stable
return car.state = 'active' and unlisted_because(car, seller) is null;

-- The cars that the public may see at this moment. Join it to `cars` by id for the rest of the row.
create view public_cars as
select c.id, is_on_sale(c, u) as on_sale,
  -- Until when that holds by itself: a dealer's cars leave with the paid period.
  case when c.published_as_dealer and not u.is_dealer_by_hand then u.dealer_until else 'infinity' end as until
from cars c
join users u on u.id = c.owner_id
where is_public(c, u);

-- The same function as in 0010, with that rule.
create or replace function note_car_event() returns trigger language plpgsql as $$
declare
  was_on_sale boolean := false;
begin
  if tg_op = 'UPDATE' then
    was_on_sale := exists (select from users u where u.id = old.owner_id and is_on_sale(old, u));
  end if;
  insert into car_events (car_id, before) values (new.id, case when was_on_sale then jsonb_build_object(
    'number', old.number, 'brand', old.brand, 'model', old.model, 'year', old.year, 'type', old.type,
    'price', old.price, 'mileage', old.mileage, 'fuel', old.fuel, 'origin', old.origin,
    'transmission', old.transmission, 'condition', old.condition, 'location', old.location,
    'customsPaid', old.customs_paid, 'color', old.color, 'description', old.description,
    'sponsoredUntil', extract(epoch from old.sponsored_until)::float8 * 1000) end);
  return null;
end $$;
