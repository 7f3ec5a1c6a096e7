-- Is the price fair: the model that prices are estimated with, and where each car's price lies among those of such cars.

-- The model ---------------------------------------------------------------------------------------------------------

-- One row, written by the job that learns (server/prices/learn-prices.ts) and read by every process.
create table price_model (
  id boolean primary key default true check (id),
  -- The fit that prices are estimated with (domain/prices/price-model.ts), what it measured of itself, and when it was
  -- made. Null until there was enough to learn from.
  model jsonb,
  figures jsonb,
  fitted_at timestamptz,
  -- The last try: it was taken, was worse than the one before, or had too little to learn from.
  tried_at timestamptz not null,
  outcome text not null check (outcome in ('taken', 'worse', 'few_data')),
  tried_figures jsonb,
  check ((model is null) = (fitted_at is null))
);

create function notify_price_model_changed() returns trigger language plpgsql as $$
begin
  -- A notification without a payload is not told from a lost one.
  perform pg_notify('price_model_changed', 'model');
  return null;
end $$;
create trigger price_model_changed after insert or update on price_model
  for each row execute function notify_price_model_changed();

-- Bands -------------------------------------------------------------------------------------------------------------

alter table cars
  -- Where the price lay among those of such cars when that was last looked at (domain/prices/price-bands.ts), and since
  -- when; null where it is not rated. The public sees it where `price_band_due` is null.
  add column price_band text check (price_band in ('far_below', 'below', 'fair', 'above', 'far_above')),
  add column price_band_at timestamptz,
  -- The band is to be looked at from then on: at once where a car comes or its text changes, after 15 minutes where its
  -- price or a fact has changed. Until it has been, the band before is what the next one is held against.
  add column price_band_due timestamptz,
  -- Its text says that it had an accident or is for parts (domain/prices/damage.ts); null until that has been looked at.
  add column damaged boolean;
-- For new rows alone: those that are there wait for the first fit.
alter table cars alter column price_band_due set default now();

-- Cars whose band is to be looked at, the longest due first: mostly none.
create index cars_price_band_due on cars (price_band_due) where price_band_due is not null;
-- The listings to compare a car with: of its model, in each of the years around its own those with the next lower and
-- higher mileages (prices.queries.ts). `created_at` and `damaged` are asked of each before the row is read.
create index cars_comparable on cars (search_text, year, mileage) include (created_at, damaged) where hidden_at is null;

create function price_band_falls_due() returns trigger language plpgsql as $$
begin
  if new.description is distinct from old.description then new.damaged := null; end if;
  if (new.brand, new.model, new.year, new.type, new.price, new.mileage, new.fuel, new.origin, new.transmission,
      new.condition, new.customs_paid, new.power, new.engine_size)
    is distinct from
    (old.brand, old.model, old.year, old.type, old.price, old.mileage, old.fuel, old.origin, old.transmission,
      old.condition, old.customs_paid, old.power, old.engine_size)
  then new.price_band_due := now() + interval '15 minutes';
  else new.price_band_due := coalesce(old.price_band_due, now());
  end if;
  return new;
end $$;
-- Here and not in the code: whoever writes a car writes this with it. A car that is back on sale missed the fits meanwhile.
create trigger cars_price_band before update on cars
  for each row when (
    new.state = 'active' and old.state <> 'active'
    or (new.brand, new.model, new.year, new.type, new.price, new.mileage, new.fuel, new.origin, new.transmission,
        new.condition, new.customs_paid, new.power, new.engine_size, new.description)
      is distinct from
      (old.brand, old.model, old.year, old.type, old.price, old.mileage, old.fuel, old.origin, old.transmission,
        old.condition, old.customs_paid, old.power, old.engine_size, old.description))
  execute function price_band_falls_due();

-- A band that appears may have the car answer a saved search that it did not answer before: one event for a publication
-- or an edit. Bands that change with a new fit are no news.
create function note_car_band_event() returns trigger language plpgsql as $$
begin
  insert into car_events (car_id, before) values (new.id, jsonb_build_object(
    'number', old.number, 'brand', old.brand, 'model', old.model, 'year', old.year, 'type', old.type,
    'price', old.price, 'mileage', old.mileage, 'fuel', old.fuel, 'origin', old.origin,
    'transmission', old.transmission, 'condition', old.condition, 'location', old.location,
    'customsPaid', old.customs_paid, 'color', old.color, 'description', old.description, 'priceBand', null,
    'sponsoredUntil', extract(epoch from old.sponsored_until)::float8 * 1000));
  return null;
end $$;
create trigger car_band_event after update on cars
  for each row when (
    old.state = 'active' and new.state = 'active'
    and old.price_band_due is not null and new.price_band_due is null and new.price_band is not null)
  execute function note_car_band_event();
