-- Fingerprints of photos, and which photos of different sellers' cars are the same.

-- Its fingerprint is still to be made: of photos from before, and of those that a copy of the version before takes in.
-- False also where a picture has too little contrast for one.
alter table photos add column fingerprint_due boolean not null default true;
-- The next photos without a fingerprint, and whether there are any.
create index photos_fingerprint_due on photos (id) where fingerprint_due;

create table photo_fingerprints (
  photo_id uuid primary key references photos on delete cascade,
  -- By it whoever has read the table reads on; looked up for photos found in memory.
  number bigint not null unique generated always as identity,
  -- The hashes of the whole picture and of ten crops, 32 bytes each (domain/photos/fingerprint.ts).
  hashes bytea not null check (length(hashes) = 352)
);

-- Photos of a car that stand on cars of other owners, too: each pair once from either side.
create table photo_twins (
  car_id uuid not null references cars on delete cascade,
  photo uuid not null,
  other_car_id uuid not null references cars on delete cascade,
  other_photo uuid not null,
  -- Bits of 256 in which they differ; the same photo: 0.
  distance smallint not null check (distance between 0 and 256),
  -- The photo stands on three sellers' cars or more: a picture of the maker, say, and no theft.
  illustrative boolean not null,
  found_at timestamptz not null default now(),
  -- The twins of a car's photos.
  primary key (car_id, photo, other_car_id, other_photo)
);
-- Of which cars a car's photos are twins; removing them with the car.
create index photo_twins_other_car on photo_twins (other_car_id);
-- All twins of a photo, when it turns out to be illustrative.
create index photo_twins_photo on photo_twins (photo);

-- Cars whose photos have changed since their twins were looked for; one that changed twice may stand here twice, so that
-- nobody waits for another's row. No reference: a car may be deleted meanwhile.
create table photo_twins_due (
  id bigint primary key generated always as identity,
  car_id uuid not null
);

create function mark_photo_twins_due() returns trigger language plpgsql as $$
begin
  insert into photo_twins_due (car_id) select distinct car_id from changed;
  return null;
end $$;
create trigger car_photos_added_twins after insert on car_photos
  referencing new table as changed for each statement execute function mark_photo_twins_due();
create trigger car_photos_removed_twins after delete on car_photos
  referencing old table as changed for each statement execute function mark_photo_twins_due();

-- The other car was deleted: what is left of the twins may say something else.
create function mark_twins_gone_due() returns trigger language plpgsql as $$
begin
  insert into photo_twins_due (car_id) select distinct car_id from gone;
  return null;
end $$;
create trigger photo_twins_gone after delete on photo_twins
  referencing old table as gone for each statement execute function mark_twins_gone_due();

-- A photo that gets its fingerprint when it is on a car already.
create function mark_fingerprinted_cars_due() returns trigger language plpgsql as $$
begin
  insert into photo_twins_due (car_id)
  select distinct on_car.car_id from changed join car_photos on_car using (photo_id);
  return null;
end $$;
create trigger photo_fingerprints_twins after insert on photo_fingerprints
  referencing new table as changed for each statement execute function mark_fingerprinted_cars_due();
