-- Suspended accounts: an admin takes all that an account shows from the public; the person can still sign in.

alter table users
  add column suspended_at timestamptz,
  -- Why, in the words that the person reads.
  add column suspended_reason text check (length(suspended_reason) between 1 and 500),
  add constraint users_suspended_for_a_reason check ((suspended_at is null) = (suspended_reason is null)),
  -- The administration is not closed to itself.
  add constraint users_admin_not_suspended check (suspended_at is null or not is_admin);
-- The admins' list of suspended accounts; subscriptions that must not be charged (sweep of payments).
create index users_suspended on users (created_at desc, id) where suspended_at is not null;

-- The public -------------------------------------------------------------------------------------------------------

create or replace function unlisted_because(car cars, seller users) returns text language sql stable
return case
  when seller.suspended_at is not null then 'suspended'
  when car.hidden_at is not null then 'hidden'
  when car.disputed_at is not null then 'disputed'
  when car.published_as_dealer and not (seller.is_dealer_by_hand or coalesce(seller.dealer_until > now(), false))
    then 'dealerLapsed'
end;

-- Searches learn of it like of a dealer who lapses.
create or replace trigger seller_changed after update of dealer_until, is_dealer_by_hand, suspended_at on users
  for each row when (old.dealer_until is distinct from new.dealer_until
    or old.is_dealer_by_hand is distinct from new.is_dealer_by_hand
    or old.suspended_at is distinct from new.suspended_at)
  execute function notify_seller_changed();

-- A suspension that is lifted brings all cars back: those published meanwhile elsewhere are news to saved searches, and
-- what a search was told before is told once (primary key of alert_matches).
create function note_account_back() returns trigger language plpgsql as $$
begin
  insert into car_events (car_id) select id from cars where owner_id = new.id and state = 'active';
  return null;
end $$;
create trigger account_back_event after update of suspended_at on users
  for each row when (old.suspended_at is not null and new.suspended_at is null)
  execute function note_account_back();

-- Money ------------------------------------------------------------------------------------------------------------

-- The provider charges nothing for this subscription until collection is resumed: its account is suspended.
alter table subscriptions add column collection_paused boolean not null default false;
-- Those whose suspension was lifted and that are to be charged again (sweep of payments): few.
create index subscriptions_paused on subscriptions (user_id) where collection_paused;

-- History ----------------------------------------------------------------------------------------------------------

-- Whose car it was, also once the car is gone.
alter table reports add column seller_id uuid references users on delete set null;
update reports r set seller_id = c.owner_id from cars c where c.id = r.car_id;
-- An account's past as a seller, for admins, newest first.
create index reports_seller on reports (seller_id, created_at desc, id) where seller_id is not null;
