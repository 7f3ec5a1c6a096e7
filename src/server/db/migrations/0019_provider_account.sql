-- Which account of the card payment provider a row belongs to ("acct_…:live", "acct_…:test"; the sandbox has one of its
-- own): keys change, and what another account knows is unknown to this one. Null: from before this was recorded, or
-- while the provider could not tell. 'unknown': no account that we have had a key for knows it.
alter table payments add column provider_account text;
alter table subscriptions add column provider_account text;
-- The account that knows stripe_customer_id.
alter table users add column stripe_customer_account text;

-- When the provider tries a late payment again; null where it does not, or nothing is late.
alter table subscriptions add column next_payment_attempt timestamptz;

-- Whose events were asked for last: another account's time of events says nothing about this one's (the sandbox's clock
-- can be ahead by months).
alter table provider_poll add column account text;
-- A hash of the webhook secret with which an event was last found to be truly signed.
alter table provider_poll add column confirmed_secret text;

-- A car waits for one social post at a time: who pays for a second one meanwhile gets the money back. Where two wait
-- from before, the earlier one stands for both.
update social_posts later set posted_at = now()
where posted_at is null and exists (
  select from social_posts earlier
  where earlier.car_id = later.car_id and earlier.posted_at is null and (earlier.due_at, earlier.id) < (later.due_at, later.id));
create unique index social_posts_waiting on social_posts (car_id) where posted_at is null;
