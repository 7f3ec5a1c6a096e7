import { type Kysely, sql } from "kysely";
import { carTypes, fuels } from "#domain/cars/car-lists.ts";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { municipalities } from "#domain/places/municipalities.ts";
import { seedCatalogue } from "#server/market/catalogue/catalogue.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

const batch = 100_000;

const firstNames =
  "Arben Arta Blerim Blerta Driton Drita Fatmir Flutra Gent Genta Ilir Jeta Kujtim Leonora Mentor Mimoza Naim Nora Petrit Rina Shpend Teuta Valon Vjosa Ylli Zana Çlirim Ëngjëll".split(
    " ",
  );
const lastNames =
  "Krasniqi Gashi Berisha Hoxha Shala Morina Kastrati Bytyqi Rexhepi Hyseni Osmani Zeka Ahmeti Haliti Thaçi Kelmendi Sadiku Rama Jashari Selimi Aliu Maloku Mustafa Çollaku".split(
    " ",
  );
const popular = new Set(["Volkswagen", "Mercedes-Benz", "BMW", "Audi", "Opel", "Ford", "Škoda", "Renault"]);

/**
 * Adds users and cars for the admin lists: realistic names and addresses, a fifth sold, a tenth archived,
 * mostly the popular makes, one photo per car. Running sites are not notified. Needs PostgreSQL 18 (`uuidv7`)
 * and a database handle without statement timeout.
 */
export async function seedAdminLists(db: Kysely<DB>, users: number, cars: number): Promise<void> {
  await seedCatalogue(db);
  const models = Object.entries(carCatalogue)
    .toSorted(([a], [b]) => Number(popular.has(b)) - Number(popular.has(a)))
    .flatMap(([brand, names]) => names.map((model) => ({ brand, model })));
  await db.connection().execute(async (one) => {
    await sql`set synchronous_commit = off`.execute(one);
    // Disables triggers and foreign keys: no notifications, and the generated rows are consistent.
    await sql`set session_replication_role = replica`.execute(one);
    // Dropped and rebuilt: faster than updating them for every row.
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and tablename in ('cars', 'car_photos')
        and indexname not in (select conname from pg_constraint)`.execute(one);
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(one);
    await sql`
      insert into users (id, first_name, last_name, email, phone, password_hash, is_dealer_by_hand, created_at)
      select uuidv7(-(n * interval '5 minutes')), (${firstNames}::text[])[1 + n % ${firstNames.length}::int],
        (${lastNames}::text[])[1 + n / 7 % ${lastNames.length}::int],
        'shitesi' || n || case n % 3 when 0 then '@gmail.example' when 1 then '@posta.example' else '@hotmail.example' end,
        case when n % 9 > 0 then '+38344' || lpad((n * 7919 % 1000000)::text, 6, '0') end, 'none', n % 40 = 0,
        now() - n * interval '5 minutes'
      from generate_series(1, ${users}::int) n`.execute(one);
    await sql`create temporary table sellers as select row_number() over (order by id)::int as n, id, phone, first_name, last_name from users`.execute(
      one,
    );
    await sql`create unique index on sellers (n)`.execute(one);
    await sql`
      create temporary table models as
      select n::int, m->>'brand' as brand, m->>'model' as model
      from jsonb_array_elements(${JSON.stringify(models)}::jsonb) with ordinality as list (m, n)`.execute(
      one,
    );
    await sql`create unique index on models (n)`.execute(one);
    await sql`
      insert into photos (id, owner_id, width, height, thumbhash)
      select uuidv7(), null, 1280, 960, '' from generate_series(1, 100)`.execute(one);
    await sql`create temporary table pictures as select row_number() over ()::int as n, id from photos limit 100`.execute(
      one,
    );
    for (let done = 0; done < cars; done += batch) {
      await sql`
        with drawn as materialized (
          select g, uuidv7(-(g * interval '20 seconds')) as id, 1 + (random() * ${users - 1}::int)::int as seller,
            1 + (power(random(), 3) * ${models.length - 1}::int)::int as model, random() as price, random() as state
          from generate_series(${done + 1}::int, ${Math.min(cars, done + batch)}::int) g
        ), added as (
          insert into cars (id, owner_id, brand, model, year, type, price, mileage, fuel, transmission, location,
            description, seller_name, seller_phone, state, archived_from, archived_at, sold_at, created_at, updated_at)
          select d.id, s.id, m.brand, m.model, 1998 + d.g % 28, (${[...carTypes]}::text[])[1 + d.g % ${carTypes.length}::int],
            1000 + (d.price * d.price * 60000)::int / 50 * 50, (d.price * 300000)::int,
            (${[...fuels]}::text[])[1 + d.g % ${fuels.length}::int], 'Manual',
            (${municipalities.map((place) => place.name)}::text[])[1 + d.g % ${municipalities.length}::int],
            'Veturë e mirëmbajtur, me servis të rregullt.', s.first_name || ' ' || s.last_name,
            coalesce(s.phone, '+38344000000'),
            case when d.state < 0.2 then 'sold' when d.state < 0.3 then 'archived' else 'active' end,
            case when d.state >= 0.2 and d.state < 0.3 then 'active' end,
            case when d.state >= 0.2 and d.state < 0.3 then now() end, case when d.state < 0.2 then now() end,
            now() - d.g * interval '20 seconds', now()
          from drawn d join sellers s on s.n = d.seller join models m on m.n = d.model
        )
        select 1`.execute(one);
    }
    await sql`
      insert into car_photos (car_id, photo_id, position)
      select c.id, p.id, 0 from cars c join pictures p on p.n = 1 + c.number % 100`.execute(one);
    await sql`set maintenance_work_mem = '512MB'`.execute(one);
    for (const { definition } of indexes) await sql.raw(definition).execute(one);
    await sql`set session_replication_role = default`.execute(one);
    await sql`vacuum (analyze) users, cars, car_photos`.execute(one);
  });
}
