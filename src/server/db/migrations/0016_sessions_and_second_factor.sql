-- Sessions that their owner can tell apart, and a second factor for admins.

alter table sessions
  -- What the browser said of itself when the session was opened, as names ("Chrome", "Android"); null where nothing is known.
  add column browser text check (length(browser) between 1 and 30),
  add column system text check (length(system) between 1 and 30);

-- Hashes accounts and addresses in log lines, so that whoever reads the log can count them and not tell whose they are.
insert into site_keys (name, key)
values ('login_log', sha256((gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text)::bytea));

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
