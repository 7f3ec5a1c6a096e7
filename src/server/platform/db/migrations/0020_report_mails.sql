-- The monthly mail to dealers about their stock.

create table report_mails (
  user_id uuid primary key references users on delete cascade,
  -- The month (its first day, of Europe/Belgrade) in which the last one was queued; null for none yet.
  month date,
  -- The dealer does not want them.
  stopped_at timestamptz
);
