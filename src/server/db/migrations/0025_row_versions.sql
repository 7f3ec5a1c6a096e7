-- A number that is another one after each change of a car's row, whoever made it, and the same on a replica: by it a
-- process tells whether it has the car as it is. `cars.version`, which edits compare, counts the seller's changes alone.

create sequence row_versions;
alter table cars add column row_version bigint not null default nextval('row_versions');
alter sequence row_versions owned by cars.row_version;

-- The row is locked when this runs: a car's versions rise in the order of the commits. Between cars they need not.
create function set_row_version() returns trigger language plpgsql as $$
begin
  new.row_version := nextval('row_versions');
  return new;
end $$;
create trigger cars_row_version before update on cars
  for each row execute function set_row_version();
