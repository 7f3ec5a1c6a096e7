-- A car's first price band was news for its review whatever it was (null is distinct from false), so that every new car was
-- looked at twice, and a first fit had every rated car looked at. Only a band that makes or ends a signal is news.
drop trigger car_changed_review on cars;
create trigger car_changed_review after update on cars
  for each row when (
    new.version <> old.version or new.state <> old.state or new.hidden_at is distinct from old.hidden_at
    or new.description <> old.description or new.price <> old.price
    or coalesce(new.price_band = 'far_below', false) <> coalesce(old.price_band = 'far_below', false))
  execute function note_review_due();
