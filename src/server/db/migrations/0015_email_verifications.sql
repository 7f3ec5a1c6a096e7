-- Mailed links that prove an e-mail address.

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

-- When a link was last mailed. Null: never, as for accounts that are older than the links; such an account is sent one
-- when there is the first news for it that waits for the proof.
alter table users add column verification_sent_at timestamptz;
