-- Verified dealers: an admin has confirmed the business, by its tax number or else by a document.

-- When the business as it stands was confirmed; a business that changes is unconfirmed again.
alter table dealers add column verified_at timestamptz;

create function forget_verification() returns trigger language plpgsql as $$
begin
  if (new.business_name, new.business_address, new.tax_number)
      is distinct from (old.business_name, old.business_address, old.tax_number)
    then new.verified_at := null;
  end if;
  return new;
end $$;
create trigger dealers_forget_verification before update of business_name, business_address, tax_number on dealers
  for each row execute function forget_verification();

create table dealer_verifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- What proves the business: a tax number, or a picture of a document (JPEG, made anew from what was sent), or both.
  tax_number text check (length(tax_number) between 1 and 40),
  document bytea,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused')),
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  -- Why it was refused, in the words that the dealer reads.
  reason text check (length(reason) between 1 and 500),
  check ((state = 'waiting') = (decided_at is null)),
  check (state <> 'waiting' or tax_number is not null or document is not null)
);
-- One open question an account: asking again changes it.
create unique index dealer_verifications_open on dealer_verifications (user_id) where state = 'waiting';
-- The admins' queue, oldest first.
create index dealer_verifications_waiting on dealer_verifications (asked_at, id) where state = 'waiting';
-- What was decided, newest first.
create index dealer_verifications_decided on dealer_verifications (decided_at desc, id) where state <> 'waiting';
-- An account's latest, and all of them for its export.
create index dealer_verifications_user on dealer_verifications (user_id, asked_at desc);
-- Sweeping documents some time after the decision.
create index dealer_verifications_documents on dealer_verifications (decided_at) where document is not null;
-- An admin's account goes: the cases that it decided.
create index dealer_verifications_decided_by on dealer_verifications (decided_by) where decided_by is not null;
