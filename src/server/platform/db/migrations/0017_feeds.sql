-- Dealers' feeds: files of their cars for other sites, and files of other programs that Vetura fetches.

-- Dealers who let other sites read their cars as files; without a row, nothing of a dealer is in any.
create table outward_feeds (
  user_id uuid primary key references users on delete cascade,
  since timestamptz not null default now()
);

-- Where a dealer's stock is fetched from.
create table stock_feeds (
  user_id uuid primary key references users on delete cascade,
  -- It may contain a key of the dealer's: the owner alone reads it, and no log does.
  url text not null check (length(url) between 1 and 2000),
  every_hours smallint not null check (every_hours in (6, 12, 24)),
  -- Cars that the file no longer lists are archived.
  archive_missing boolean not null,
  -- When it is fetched next.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
-- The feeds that are due.
create index stock_feeds_due on stock_feeds (due_at);

-- What became of each fetch; the latest twenty of a feed stay.
create table stock_feed_runs (
  id uuid primary key,
  user_id uuid not null references stock_feeds on delete cascade,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Null while it runs, or where its process was killed.
  outcome text check (outcome in ('applied', 'unchanged', 'failed')),
  -- Why it failed (domain/dealers/stock-feeds.ts).
  reason text check (length(reason) between 1 and 60),
  -- The import that was made of the file, as long as it is there.
  import_id uuid,
  check ((outcome is null) = (ended_at is null)),
  check ((outcome = 'failed') = (reason is not null))
);
-- Runs that have not ended, which are followed each minute.
create index stock_feed_runs_open on stock_feed_runs (started_at) where outcome is null;
-- A feed's last results, newest first.
create index stock_feed_runs_user on stock_feed_runs (user_id, started_at desc);
