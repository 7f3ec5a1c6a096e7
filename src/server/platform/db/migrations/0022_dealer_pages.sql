-- What dealers themselves put on their public page; without a row it tells name, town and website alone. Dealers made by
-- an admin have a page too, and no row of `dealers`.
create table dealer_pages (
  user_id uuid primary key references users on delete cascade,
  address text check (length(address) between 1 and 200),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- By weekday, at most two spans each (domain/dealers/opening-hours.ts).
  hours jsonb check (jsonb_typeof(hours) = 'object'),
  check (num_nonnulls(address, phone, hours) > 0)
);
