/**
 * Fills a migrated database with plausible active cars: the demo's cars repeatedly, each with its own price,
 * mileage, year, place, seller and date.
 *
 *     DATABASE_URL=postgres://… node bench/seed-many.ts 50000
 *
 * Running sites are not notified: start the site afterwards.
 */
import { sql, type Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { type CarFieldName, isFlagFact, isNumberFact } from "#domain/cars/car-fields.ts";
import { municipalities } from "#domain/places/municipalities.ts";
import { seedCatalogue } from "#server/market/catalogue/catalogue.queries.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { columnOf } from "#server/market/cars/car-columns.ts";
import { sampledFacts, sampleFacts } from "#server/demo/demo-samples.ts";
import { readDemoData } from "#server/demo/demo-data.ts";
import { dealPictures } from "#server/demo/demo-photos.ts";
import { createLogger } from "#server/log.ts";

const batch = 50_000;
/** Average number of cars of a private seller or small dealer. */
const carsPerSeller = 6;

/** Adds `count` active cars with sellers and three shared photos each. Needs PostgreSQL 18 (`uuidv7`). */
export async function seedManyCars(
  db: Kysely<DB>,
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  await seedCatalogue(db);
  await ensurePhotos(db);
  for (let done = 0; done < count; done += batch) {
    await insertBatch(db, Math.min(batch, count - done));
    onProgress(Math.min(count, done + batch));
  }
  await sql`analyze cars, car_photos, users`.execute(db);
}

/** Uses the demo's photos if they are seeded; else rows without files, which lists show as well. */
async function ensurePhotos(db: Kysely<DB>): Promise<void> {
  const there = await db.selectFrom("photos").select("id").where("owner_id", "is", null).limit(120).execute();
  if (there.length >= 100) return;
  await db
    .insertInto("photos")
    .values(
      Array.from({ length: 120 }, () => ({
        id: uuidv7(),
        owner_id: null,
        width: 1280,
        height: 960,
        thumbhash: "",
      })),
    )
    .execute();
}

type Sampled = (typeof sampledFacts)[number];

/** The sampled facts as SQL to append to a list. */
function sampled(write: (name: Sampled) => string) {
  return sql.raw(sampledFacts.map((name) => `, ${write(name)}`).join(""));
}

function typeOf(name: CarFieldName): string {
  if (isNumberFact(name)) return "int";
  return isFlagFact(name) ? "boolean" : "text";
}

async function insertBatch(db: Kysely<DB>, count: number): Promise<void> {
  const { cars } = readDemoData();
  const colors = dealPictures(cars).map((pictures) => pictures.color);
  const templates = JSON.stringify(
    cars.map((car, i) => Object.assign(car, sampleFacts(car, i), { n: i, color: colors[i] })),
  );
  const towns = JSON.stringify(municipalities.map(({ name, population }) => ({ name, population })));
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    // Notifying for each car would take longer than inserting it.
    await sql`alter table cars disable trigger user`.execute(trx);
    await sql`alter table car_photos disable trigger user`.execute(trx);
    await sql`
      create temporary table new_sellers on commit drop as
      select uuidv7() as id, n, 'Shitësi' || n as name,
        '+38344' || lpad(((random() * 99999)::int)::text, 6, '0') as phone
      from generate_series(1, ${Math.max(1, Math.ceil(count / carsPerSeller))}::int) as n`.execute(trx);
    await sql`
      insert into users (id, first_name, last_name, email, phone, password_hash)
      select id, 'Shitësi', n::text, id || '@many.example', phone, 'none' from new_sellers`.execute(trx);
    await sql`
      create temporary table templates on commit drop as
      select * from jsonb_to_recordset(${templates}::jsonb) as t (
        n int, brand text, model text, year int, type text, price int, mileage int, fuel text, origin text,
        transmission text, condition text, description text, color text,
        "customsPaid" boolean, "engineSize" int, power int, negotiable boolean, equipment text[]${sampled((name) => `"${name}" ${typeOf(name)}`)})`.execute(
      trx,
    );
    await sql`create index on templates (n)`.execute(trx);
    await sql`
      create temporary table towns on commit drop as
      select name, sum(population) over (order by name) - population as from_person,
        sum(population) over (order by name) as to_person, sum(population) over () as everybody
      from jsonb_to_recordset(${towns}::jsonb) as t (name text, population int)`.execute(trx);
    // Random values are drawn once a row here; PostgreSQL may evaluate a subquery with random() once for all
    // rows.
    await sql`
      create temporary table draws on commit drop as
      select g, uuidv7(-(random() * 90) * interval '1 day') as id, (random() * 599)::int as template,
        1 + (random() * (${Math.max(1, Math.ceil(count / carsPerSeller))}::int - 1))::int as seller,
        random() as person, random() as price, random() as mileage, random() as year, random() as extra
      from generate_series(1, ${count}::int) as g`.execute(trx);
    await sql`
      insert into cars (id, owner_id, brand, model, year, type, price, mileage, fuel, origin, transmission, condition,
        location, description, seller_name, seller_phone, customs_paid, engine_size, power, color, negotiable,
        equipment, sponsorship_days, sponsored_until, created_at, updated_at, price_band, price_band_at, price_band_due, damaged${sampled(columnOf)})
      select d.id, s.id, t.brand, t.model, greatest(1990, least(extract(year from now())::int + 1, t.year + (d.year * 4 - 2)::int)), t.type,
        greatest(1000, (t.price * (0.8 + 0.4 * d.price) / 50)::int * 50),
        (t.mileage * (0.6 + 0.8 * d.mileage) / 100)::int * 100,
        t.fuel, t.origin, t.transmission, t.condition, p.name, t.description, s.name, s.phone,
        t."customsPaid", t."engineSize", t.power, t.color, t.negotiable, t.equipment,
        case when d.extra < 0.02 then 14 else 0 end,
        case when d.extra < 0.02 then now() + d.extra * 700 * interval '1 day' end,
        uuid_extract_timestamp(d.id), uuid_extract_timestamp(d.id),
        case when d.extra < 0.8 then
          -- None far below: the first fit would end thousands of signals, and each car would be looked at.
          (array['below', 'fair', 'above', 'far_above'])[1 + least(3, floor(d.price * 4))::int] end,
        case when d.extra < 0.8 then now() end, null, false${sampled((name) => `t."${name}"`)}
      from draws d
      join templates t on t.n = d.template
      join new_sellers s on s.n = d.seller
      join towns p on d.person * p.everybody >= p.from_person and d.person * p.everybody < p.to_person`.execute(
      trx,
    );
    await sql`
      create temporary table shared on commit drop as
      select id, row_number() over (order by id) - 1 as n
      from photos where owner_id is null`.execute(trx);
    await sql`
      insert into car_photos (car_id, photo_id, position)
      select d.id, s.id, k from draws d
      cross join generate_series(0, 2) as k
      join shared s on s.n = (d.g * 7 + k) % (select count(*) from shared)`.execute(trx);
    await sql`alter table cars enable trigger user`.execute(trx);
    await sql`alter table car_photos enable trigger user`.execute(trx);
  });
}

if (import.meta.main) {
  const url = process.env["DATABASE_URL"];
  const count = Number(process.argv[2] ?? 50_000);
  if (url === undefined || !Number.isInteger(count) || count < 1) {
    console.error("usage: DATABASE_URL=postgres://… node bench/seed-many.ts <number of cars>");
    process.exit(2);
  }
  const log = createLogger((line) => process.stderr.write(line));
  const database = createDatabase(url, { log, statementTimeout: 600_000 });
  await seedManyCars(database.db, count, (done) => console.log(`${done} of ${count} cars`));
  await database.close();
}
