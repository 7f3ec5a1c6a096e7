-- A dealer's business name stands on its cars: processes that keep cars in memory are told when it changes.
create function notify_dealer_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('seller_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger dealer_changed after insert or update or delete on dealers
  for each row execute function notify_dealer_changed();
