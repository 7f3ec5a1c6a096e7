-- Since when a picture is on a car: of two sellers with the same picture, that tells who had it first. The age of the
-- listing does not, because an edit changes photos.

alter table car_photos add column since timestamptz;
-- Null for photos from before: on the car since its publication or their upload, whichever was later.
alter table car_photos alter column since set default now();

create function shown_since(on_car car_photos, car cars, photo photos) returns timestamptz language sql stable
return coalesce(on_car.since, greatest(car.created_at, photo.created_at));

-- Pictures that a car had before. A seller who takes the own photos in again had them all the while, also where somebody
-- copied them meanwhile. No reference to the photo, which is deleted a week later.
create table former_photos (
  car_id uuid not null references cars on delete cascade,
  photo_id uuid not null,
  since timestamptz not null,
  -- Its fingerprint, as in photo_fingerprints; null if it had none.
  hashes bytea check (length(hashes) = 352),
  -- The former pictures of cars; whether a photo was on the car before.
  primary key (car_id, photo_id)
);

-- The first fifty of a car: a script that changes photos all day fills no table. A car that is being deleted has none.
create function note_former_photos() returns trigger language plpgsql as $$
begin
  insert into former_photos (car_id, photo_id, since, hashes)
  select g.car_id, g.photo_id, coalesce(g.since, greatest(c.created_at, p.created_at)), f.hashes
  from gone g
  join cars c on c.id = g.car_id
  join photos p on p.id = g.photo_id
  left join photo_fingerprints f on f.photo_id = g.photo_id
  where (select count(*) from former_photos o where o.car_id = g.car_id) < 50
  on conflict do nothing;
  return null;
end $$;
create trigger car_photos_removed_former after delete on car_photos
  referencing old table as gone for each statement execute function note_former_photos();

-- A photo that comes back has its time back: copies of the version before delete and insert all photos at each edit.
create function keep_photo_since() returns trigger language plpgsql as $$
declare
  was timestamptz;
begin
  delete from former_photos where car_id = new.car_id and photo_id = new.photo_id returning since into was;
  new.since := coalesce(was, new.since);
  return new;
end $$;
create trigger car_photos_added_since before insert on car_photos
  for each row execute function keep_photo_since();
