-- Every process keeps the catalogue in memory: all are told when it has changed.
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
