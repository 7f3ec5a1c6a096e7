-- Keys with which dealers' programs call the API in the dealer's name.

create table dealer_keys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- What its owner calls it.
  name text not null check (length(name) between 1 and 60),
  -- domain/dealers/dealer-keys.ts
  scopes text[] not null check (cardinality(scopes) between 1 and 2 and scopes <@ array['stock', 'statistics']),
  -- Of the whole key, which is stored nowhere. A call's key.
  hash bytea not null unique check (length(hash) = 32),
  created_at timestamptz not null default now(),
  -- The day of its last call, in Kosovo.
  last_used_on date
);
-- A dealer's keys, newest first, and how many there are.
create index dealer_keys_user on dealer_keys (user_id, created_at desc);
