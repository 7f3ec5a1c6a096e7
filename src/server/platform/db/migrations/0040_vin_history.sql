-- A reading waits by itself.

alter table mileage_readings
  -- From when on others see it where it is below an earlier one: with its owner's note. Null: seven days after told_at.
  -- Stands here and not with the number, which may be taken away meanwhile.
  add column public_at timestamptz;
update mileage_readings r set public_at = v.lower_public_at
from car_vins v
where v.car_id = r.listing_id and v.hash = r.vin_hash and v.lower_since is not null and v.note is not null;
