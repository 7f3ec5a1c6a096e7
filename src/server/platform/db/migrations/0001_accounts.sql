-- Accounts: people, dealers, how they sign in, and what guards the sign-in.
-- Rules that must never break are constraints here, not only code.

-- Text -------------------------------------------------------------------------------------------------------------

-- domain/text/fold.ts in SQL: lower case, accents gone, white space single. Combining marks of the Latin, Greek and
-- Cyrillic scripts. What admins type is folded by fold(): a test compares the two.
create function folded(value text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  translate(replace(lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')), 'ß', 'ss'),
    'ıłđŁĐ', 'ildld'),
  '\s+', ' ', 'g'));

-- domain/text/albanian-order.ts in SQL: texts stand in the Albanian alphabet's order when these keys are compared by
-- collation "C".
create function albanian_key(value text) returns text language sql immutable strict parallel safe
return folded(regexp_replace(
  regexp_replace(translate(lower(normalize(value, nfc)), 'ËÇ', 'ëç'), '([dstxz])h|([gn])j|(l)l|(r)r', '\1\2\3\4~', 'g'),
  '[ëç]', '\&~', 'g'));

-- People -----------------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  -- Trimmed and lower case by the contract; unique, so that two registrations at once make one account.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  -- When a mailed link came back from this address: it is the owner's. Null: nobody has proven it. A new address is
  -- unproven again.
  email_verified_at timestamptz,
  -- When such a link was last mailed. Null: never; one is sent when there is the first news that waits for the proof.
  verification_sent_at timestamptz,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  password_hash text not null,
  is_admin boolean not null default false,
  -- When ADMIN_EMAIL made this account, or took it over. It keeps its own password from then on.
  admin_by_config_at timestamptz,
  -- Made a dealer by an admin: needs no subscription and does not lapse.
  is_dealer_by_hand boolean not null default false,
  -- Until when a paid subscription makes this account a dealer; 'infinity' while Stripe still tries a late payment.
  dealer_until timestamptz,
  stripe_customer_id text unique,
  -- The account of the card payment provider that knows stripe_customer_id (see payments.provider_account).
  stripe_customer_account text,
  -- Counts changes: an edit of an older version is refused.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- What admins search users by, a line each: name, e-mail, phone.
  search_text text collate "C" not null generated always as
    (folded(first_name || ' ' || last_name) || E'\n' || folded(email) || E'\n' || coalesce(phone, '')) stored,
  -- What admins order users by.
  name_key text collate "C" not null generated always as (albanian_key(first_name || ' ' || last_name)) stored
);
-- Admin lists: newest accounts first, a page at a time.
create index users_created_at on users (created_at desc, id);
-- The few admins: whether somebody else is one.
create index users_admins on users (id) where is_admin;

create table dealers (
  user_id uuid primary key references users on delete cascade,
  business_name text not null check (length(business_name) between 1 and 100),
  business_address text not null check (length(business_address) between 1 and 200),
  town text,
  tax_number text,
  website text,
  business_type text not null default 'dealership',
  created_at timestamptz not null default now(),
  -- Admins find users by the business's name too.
  search_text text collate "C" not null generated always as (folded(business_name)) stored
);

-- Sessions ---------------------------------------------------------------------------------------------------------

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the cookie's value: a copy of the database holds no usable secret.
  cookie_hash bytea not null unique check (length(cookie_hash) = 32),
  -- What the browser said of itself when the session was opened ("Chrome", "Android"); null where nothing is known.
  browser text check (length(browser) between 1 and 30),
  system text check (length(system) between 1 and 30),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
-- Listing and ending all sessions of an account.
create index sessions_user on sessions (user_id);
-- Sweeping those long unused.
create index sessions_last_used on sessions (last_used_at);

create table bearer_tokens (
  hash bytea primary key check (length(hash) = 32),
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The token that this one replaced; that one stays good until 10 s after this one is first used.
  replaces bytea,
  first_used_at timestamptz
);
-- A session's tokens, newest first: rotation and replay.
create index bearer_tokens_session on bearer_tokens (session_id, created_at desc);
-- Whether a token has been replaced.
create index bearer_tokens_replaces on bearer_tokens (replaces) where replaces is not null;

-- Mailed links -----------------------------------------------------------------------------------------------------

create table password_resets (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
-- A new link makes the account's older ones void.
create index password_resets_user on password_resets (user_id);
-- Sweeping those long past.
create index password_resets_expires on password_resets (expires_at);

-- Links that prove an e-mail address.
create table email_verifications (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
-- What goes with an account, or with its old address; the account's export.
create index email_verifications_user on email_verifications (user_id);
-- Sweeping those past, hourly.
create index email_verifications_expires on email_verifications (expires_at);

-- Second factor of admins ------------------------------------------------------------------------------------------

create table totp (
  -- One an account; found at each login by this key.
  user_id uuid primary key references users on delete cascade,
  -- Sealed with a key that the database does not hold: a copy of it makes no codes.
  secret bytea not null,
  created_at timestamptz not null default now(),
  -- Null: set-up was begun; no login asks for a code yet.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was taken: a code is good once.
  last_step bigint not null default 0
);

create table recovery_codes (
  -- SHA-256; codes are random and long enough for a plain hash.
  hash bytea primary key check (length(hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
-- Counting and replacing an account's codes.
create index recovery_codes_user on recovery_codes (user_id);

-- Guessing and repeating -------------------------------------------------------------------------------------------

-- Browsers in which a person has been signed in: each has its own count of login attempts, so that an attack from
-- elsewhere does not lock the owner out.
create table known_devices (
  -- SHA-256 of the device cookie's value.
  hash bytea not null check (length(hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- One browser may serve a family: the same device, known to several accounts.
  primary key (hash, user_id)
);
-- Forgetting an account's other devices after a change of password; keeping only its newest.
create index known_devices_user on known_devices (user_id, last_used_at desc);
-- Sweeping those long unused.
create index known_devices_last_used on known_devices (last_used_at);

-- Counters of rate-limiter-flexible, in its own form. Unlogged: cheap to write, and losing them in a crash
-- only gives everybody a fresh count.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
-- Sweeping those run out.
create index rate_limits_expire on rate_limits (expire);

-- Answers stored for 24 h so that the same request has one effect.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  operation text not null,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status smallint,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, operation, key)
);
-- Sweeping those past 24 h.
create index idempotency_keys_created on idempotency_keys (created_at);

-- Keys that all processes of a site share and that nobody outside knows.
create table site_keys (
  name text primary key,
  key bytea not null check (length(key) = 32)
);
insert into site_keys (name, key)
select name, sha256((gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text)::bytea)
from (values
  -- Seals the addresses that end mails without a login; who reads the database could end mails with it, nothing else.
  ('unsubscribe'),
  -- Hashes accounts and addresses in log lines, so that whoever reads the log can count them and not tell whose they are.
  ('login_log')) as keys (name);

-- Change feed: notifications are sent at commit --------------------------------------------------------------------

-- Whether a dealer's cars are public depends on the account; the business name is shown on the cars.
create function notify_seller_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('seller_changed', new.id::text);
  return null;
end $$;
create trigger seller_changed after update of dealer_until, is_dealer_by_hand on users
  for each row when (old.dealer_until is distinct from new.dealer_until
    or old.is_dealer_by_hand is distinct from new.is_dealer_by_hand)
  execute function notify_seller_changed();

create function notify_dealer_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('seller_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger dealer_changed after insert or update or delete on dealers
  for each row execute function notify_dealer_changed();
