-- A reading waits by itself, corrections are counted, and what a number showed of its car stays when the number goes.

alter table mileage_readings
  -- From when on others see it where it is below an earlier one: with its owner's note. Null: seven days after told_at.
  -- Stands here and not with the number, which may be taken away meanwhile.
  add column public_at timestamptz;
update mileage_readings r set public_at = v.lower_public_at
from car_vins v
where v.car_id = r.listing_id and v.hash = r.vin_hash and v.lower_since is not null and v.note is not null;

-- Since when a listing said a mileage that it then corrected, and until when. Not which: a slip leaves no reading.
create table mileage_corrections (
  -- The car's id. No reference: as in mileage_readings.
  listing_id uuid not null,
  since timestamptz not null,
  until timestamptz not null,
  -- How long a listing's slips stood together.
  primary key (listing_id, since)
);
-- Sweeping those that count no more.
create index mileage_corrections_until on mileage_corrections (until);

-- What a number showed of its car when it was taken away or replaced, for the review.
create table vin_evidence (
  car_id uuid not null references cars on delete cascade,
  -- The number's keyed hash, as in car_vins: given back, the number is looked at anew.
  hash bytea not null check (length(hash) = 32),
  kind text not null,
  -- In plain values, as in car_signals.
  evidence jsonb not null,
  noted_at timestamptz not null default now()
);
-- What is held against a car.
create index vin_evidence_car on vin_evidence (car_id, kind);
