-- The catalogue: brands and their models.

create table brands (
  name text primary key,
  -- Folded (lower case, no accents): "skoda" and "Škoda" are one brand.
  folded text not null unique
);

create table car_models (
  id uuid primary key,
  brand text not null references brands on update cascade,
  name text not null check (length(name) between 1 and 60),
  folded text not null,
  approved boolean not null,
  -- Refused for good: it stays, so that the same suggestion does not come back to the queue.
  refused_at timestamptz,
  suggested_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- One model a brand, whatever its spelling of case or accents.
  unique (brand, folded)
);
-- The admins' queue of suggestions, oldest first.
create index car_models_pending on car_models (created_at, id) where not approved and refused_at is null;
-- A person's own suggestions, when listing a brand's models.
create index car_models_suggested_by on car_models (suggested_by) where suggested_by is not null;

-- Every process holds the catalogue in memory: all are told at commit when it has changed.
create function notify_catalogue_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue_changed', tg_table_name);
  return null;
end $$;
create trigger brands_notify after insert or update or delete on brands
  for each statement execute function notify_catalogue_changed();
-- A suggestion that nobody has decided is seen by its author alone, who is answered from the database.
create trigger car_models_notify_added after insert on car_models
  for each row when (new.approved) execute function notify_catalogue_changed();
create trigger car_models_notify_changed after update of brand, name, approved on car_models
  for each row when (old.approved or new.approved) execute function notify_catalogue_changed();
create trigger car_models_notify_removed after delete on car_models
  for each row when (old.approved) execute function notify_catalogue_changed();
