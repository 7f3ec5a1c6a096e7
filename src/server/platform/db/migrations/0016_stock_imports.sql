-- Dealers' stock from files: the dealer's own name for a car, what a file would do, what it did, and how to undo it.

alter table cars
  -- The dealer's own name for the car; those that are active and have one are the dealer's stock.
  add column reference text check (reference ~ '^[A-Za-z0-9._-]{1,40}$'),
  -- An import took it off the site, and one that lists it again brings it back; what its owner archives stays.
  add column archived_by_import boolean not null default false;
-- One car a reference; finding a dealer's cars by theirs.
create unique index cars_reference on cars (owner_id, reference) where reference is not null;

-- Whoever takes a car out of the archive, or puts it there by another way, ends what the import said of it.
create function end_archived_by_import() returns trigger language plpgsql as $$
begin
  if new.state <> 'archived' then new.archived_by_import := false; end if;
  return new;
end $$;
create trigger cars_archived_by_import before update of state on cars
  for each row when (old.state is distinct from new.state) execute function end_archived_by_import();

-- The last applied import that lists a car says that it is for sale. Apart from the car's row, which a file that changes
-- nothing does not write.
create table stock_confirmations (
  car_id uuid primary key references cars on delete cascade,
  confirmed_at timestamptz not null
);

-- Which bytes a photo was made from (SHA-256), so that the same picture is not made again.
create table photo_sources (
  photo_id uuid primary key references photos on delete cascade,
  hash bytea not null check (length(hash) = 32)
);
-- A dealer's photo of these bytes.
create index photo_sources_hash on photo_sources (hash);

create table stock_imports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  status text not null default 'checking'
    check (status in ('checking', 'ready', 'applying', 'applied', 'failed', 'reverted')),
  source text not null check (source in ('upload', 'feed')),
  -- As it was asked for; what it turned out to be is `format`.
  asked_format text not null check (asked_format in ('auto', 'vetura', 'mobile_de')),
  format text check (format in ('vetura', 'mobile_de')),
  is_zip boolean not null,
  -- The names of the file's columns, in its order; null until they are known.
  columns jsonb,
  row_count integer not null default 0,
  create_count integer not null default 0,
  update_count integer not null default 0,
  unchanged_count integer not null default 0,
  -- Cars of the stock that the file does not list.
  missing_count integer not null default 0,
  faulty_count integer not null default 0,
  fault_count integer not null default 0,
  -- Of the step that runs: rows and pictures.
  done integer not null default 0,
  total integer not null default 0,
  -- A hash of the dealer's cars that the file was checked against.
  stock_state text,
  archive_missing boolean not null default false,
  many_missing_confirmed boolean not null default false,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  applied_at timestamptz,
  reverted_at timestamptz,
  revert_asked_at timestamptz
);
-- A dealer's imports, newest first, a page at a time.
create index stock_imports_user on stock_imports (user_id, created_at desc, id);
-- A dealer's last applied import: the one that can be undone.
create index stock_imports_applied on stock_imports (user_id, applied_at desc) where applied_at is not null;
-- Sweeping those that are too old.
create index stock_imports_created on stock_imports (created_at);

create table stock_import_rows (
  import_id uuid not null references stock_imports on delete cascade,
  -- The line of the file, from 1.
  row integer not null check (row > 0),
  reference text,
  -- Text by column.
  cells jsonb not null,
  outcome text not null check (outcome in ('create', 'update', 'unchanged', 'faulty')),
  -- The car that the row is about; null for a new one. No reference: the car may be deleted meanwhile.
  car_id uuid,
  title text not null,
  -- What is to be written; null where nothing is.
  plan jsonb,
  -- A page of the rows of an import, in the file's order.
  primary key (import_id, row)
);
-- Rows of one outcome, in the file's order.
create index stock_import_rows_outcome on stock_import_rows (import_id, outcome, row);
-- Rows with the same reference: correcting one may mend the other.
create index stock_import_rows_reference on stock_import_rows (import_id, reference) where reference is not null;

create table stock_import_faults (
  import_id uuid not null references stock_imports on delete cascade,
  row integer not null check (row > 0),
  position smallint not null,
  column_name text not null,
  value text not null,
  code text not null,
  message text not null,
  -- The faults of an import in the file's order.
  primary key (import_id, row, position)
);

-- The pictures that the file brings or names: file names of the ZIP, https addresses.
create table stock_import_pictures (
  import_id uuid not null references stock_imports on delete cascade,
  name text not null,
  -- SHA-256 of its bytes; null where it is not usable.
  hash bytea check (length(hash) = 32),
  -- Why it is not usable.
  fault text,
  primary key (import_id, name),
  check ((hash is null) <> (fault is null))
);

-- What an applied import did to each car, with the car as it was, for undoing it.
create table stock_import_changes (
  import_id uuid not null references stock_imports on delete cascade,
  car_id uuid not null references cars on delete cascade,
  kind text not null check (kind in ('created', 'updated', 'archived', 'restored')),
  -- The car's fields and photos before; null for a new one.
  before jsonb,
  -- The car's version after: one that was changed since is not undone.
  version integer not null,
  primary key (import_id, car_id)
);
-- What goes with a car.
create index stock_import_changes_car on stock_import_changes (car_id);

-- Photos that an import took off a car: the sweep leaves them while the import can be undone.
create table stock_import_photos (
  import_id uuid not null references stock_imports on delete cascade,
  photo_id uuid not null references photos,
  primary key (import_id, photo_id)
);
-- Whether an import still needs a photo.
create index stock_import_photos_photo on stock_import_photos (photo_id);

-- What other sites' codes mean here: data that admins complete (mobile.de's fuel and gearbox codes, categories, colours).
create table stock_codes (
  format text not null check (format in ('mobile_de')),
  column_name text not null,
  code text not null check (length(code) between 1 and 60),
  -- A value of ours.
  value text not null check (length(value) between 1 and 60),
  primary key (format, column_name, code)
);
