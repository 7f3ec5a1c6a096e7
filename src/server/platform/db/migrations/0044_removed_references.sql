-- What an admin deletes stays deleted, and a file is applied by itself only for the feed that it was fetched for.

-- References of cars that an admin deleted: no stock file of their owner publishes such a car again.
create table removed_references (
  owner_id uuid not null references users on delete cascade,
  reference text not null,
  removed_at timestamptz not null default now(),
  -- Which references of a file are such.
  primary key (owner_id, reference)
);

-- The address that the file was fetched from: the feed may have another one by the time the file is checked. The owner
-- alone reads it, as stock_feeds.url. Null in older rows: not known.
alter table stock_feed_runs add column url text;
