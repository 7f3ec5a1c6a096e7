-- What keeps accounts usable while somebody else guesses at them.

-- Browsers in which a person has been signed in: they keep a count of tries of their own at login, so that an
-- attack from elsewhere does not lock the owner out.
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

-- Sweeping password links long past.
create index password_resets_expires on password_resets (expires_at);
