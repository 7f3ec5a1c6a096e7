import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSecretBox } from "#server/people/accounts/secret-box.ts";
import { verifyPassword } from "#server/people/accounts/passwords.ts";
import { seedCatalogue } from "#server/market/catalogue/catalogue.queries.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { pictureKeys } from "./picture-pool.ts";
import { hasDemoData, seedDemo, type SeedDemoOptions } from "./seed-demo.ts";

const now = new Date("2026-11-21T12:00:00Z");
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  await seedCatalogue(database.db);
});
afterEach(() => database.close());

/** Puts a photo's row there without rendering its sizes: that is the photo pipeline's own test. */
async function addRow(): Promise<{ id: string }> {
  const id = uuidv7();
  await database.db
    .insertInto("photos")
    .values({ id, owner_id: null, width: 1280, height: 960, thumbhash: "", fingerprint_due: false })
    .execute();
  await database.db
    .insertInto("photo_fingerprints")
    .values({ photo_id: id, hashes: Buffer.alloc(352) })
    .execute();
  return { id };
}

function options(changes: Partial<SeedDemoOptions> = {}): SeedDemoOptions {
  return {
    db: database.db,
    photos: { addPhoto: addRow },
    password: "fjalekalim",
    now,
    ...changes,
  };
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from cars) as cars,
      (select count(*) from users) as users,
      (select count(*) from cars where state = 'active') as active,
      (select count(*) from cars c where not exists (select from car_photos p where p.car_id = c.id)) as bare,
      (select count(*) from cars where created_at > ${now}) as from_the_future,
      (select count(distinct location) from cars) as towns`.execute(database.db);
  return rows[0] ?? {};
}

describe("seeding the demo", () => {
  test("seeding fills an empty database once with cars, pictures and working logins", async () => {
    const progress: number[] = [];
    const logins = await seedDemo(options({ onProgress: (done) => progress.push(done) }));
    expect(logins?.password).toBe("fjalekalim");
    const first = await counts();
    expect(first).toMatchObject({ cars: 600, bare: 0, from_the_future: 0, towns: 38 });
    expect(progress.at(-1)).toBe(pictureKeys.length);
    for (const email of [logins?.admin, logins?.dealer, logins?.seller]) {
      const user = await database.db
        .selectFrom("users")
        .select(["password_hash"])
        .where("email", "=", email ?? "")
        .executeTakeFirstOrThrow();
      expect(await verifyPassword("fjalekalim", user.password_hash)).toBe(true);
    }

    await seedDemo(options({ password: "anderes" }));
    expect(await counts()).toEqual(first);
  });

  test("seeding brings the last weeks' activity, and none of it to the three logins", async () => {
    await seedDemo(options());
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from stat_days where kind = 'lead' and day <= ${now}::date) as leads,
        (select count(distinct day) from stat_days) as days,
        (select count(*) from reports where state = 'open') as open,
        (select count(*) from reports where state <> 'open') as decided,
        (select count(*) from cars where hidden_at is not null) as hidden,
        (select count(*) from social_posts where posted_at is null and due_at > ${now}) as waiting,
        (select count(*) from social_posts where posted_at is not null) as posted,
        (select count(*) from cars where sponsored_until > ${now}) as sponsored,
        (select count(*) from users where suspended_at is not null) as suspended,
        (select count(*) from dealer_verifications where state = 'waiting') as unverified,
        (select count(*) from dealers where verified_at is not null) as verified,
        (select count(*) from dealers) - (select count(*) from dealer_pages) as "withoutPage",
        (select count(*) from dealer_pages where phone is null) as "withoutPhone",
        (select count(*) from dealer_pages where hours is null) as "withoutHours",
        (select count(*) from car_identity_changes) as changed,
        (select count(*) from cars c join cars h on h.seller_phone = c.seller_phone
          where h.hidden_at is not null and c.owner_id <> h.owner_id) as "phonesOfHidden",
        (select count(*) from saved_searches) as searches,
        (select count(*) from followed_cars) as followed,
        (select count(*) from favourites f join cars c on c.id = f.car_id where f.price > c.price)
          as "cheaperFavourites",
        (select count(*) from alert_mails where sent) as mails`.execute(database.db);
    const { leads = 0, sponsored = 0, ...found } = rows[0] ?? {};
    expect(leads).toBeGreaterThan(500);
    expect(sponsored).toBeGreaterThan(5);
    expect(found).toEqual({
      days: 30,
      open: 3,
      decided: 2,
      hidden: 1,
      waiting: 1,
      posted: 1,
      suspended: 1,
      unverified: 1,
      verified: 1,
      withoutPage: 0,
      withoutPhone: 1,
      withoutHours: 1,
      changed: 1,
      phonesOfHidden: 1,
      searches: 1,
      followed: 3,
      cheaperFavourites: 2,
      mails: 1,
    });
    const { rows: touched } = await sql`
      select from users where email in ('autosallon@vetura.example', 'shitesi@vetura.example')
        and (suspended_at is not null or id in (select seller_id from reports))`.execute(database.db);
    expect(touched).toHaveLength(0);
  });

  test("seeding gives some cars a number with what earlier listings said, sealed with the site's key", async () => {
    const secretBox = createSecretBox({ secretKey: "çelës", file: "" });
    await seedDemo(options({ secretBox }));
    const { rows } = await sql<{ lower: boolean; isPublic: boolean; readings: number }>`
      select v.lower_since is not null as lower, coalesce(v.lower_public_at <= now(), false) as "isPublic",
        (select count(*)::int from mileage_readings r where r.vin_hash = v.hash) as readings
      from car_vins v order by 1, 2, 3`.execute(database.db);
    expect(rows).toEqual([
      { lower: false, isPublic: false, readings: 2 },
      { lower: false, isPublic: false, readings: 4 },
      expect.objectContaining({ lower: true, readings: 2 }),
      // The later of two with one number.
      expect.objectContaining({ lower: true, readings: 2 }),
      expect.objectContaining({ lower: true, readings: 3 }),
    ]);
  });

  test("only the copied picture can be found again, on one car each of two sellers", async () => {
    await seedDemo(options());
    const { rows } = await sql<Record<string, number>>`
      select count(*)::int as cars, count(distinct c.owner_id)::int as owners, count(distinct p.photo_id)::int as photos,
        max(p.position) as position
      from photo_fingerprints f join car_photos p on p.photo_id = f.photo_id join cars c on c.id = p.car_id
      where c.state = 'active'`.execute(database.db);
    expect(rows).toEqual([{ cars: 2, owners: 2, photos: 1, position: 0 }]);
  });

  test("seeding after an aborted run creates nothing twice", async () => {
    let left = 20;
    const cutOff = async (): Promise<{ id: string }> => {
      if (left-- <= 0) throw new Error("killed");
      return addRow();
    };
    await expect(seedDemo(options({ photos: { addPhoto: cutOff } }))).rejects.toThrow("killed");
    expect(await hasDemoData(database.db)).toBe(false);
    expect(await counts()).toMatchObject({ cars: 0, users: 0 });
    await seedDemo(options());
    expect(await counts()).toMatchObject({ cars: 600, bare: 0 });
  });

  test("two processes that seed at once create one demo", async () => {
    const [one, other] = await Promise.all([seedDemo(options()), seedDemo(options())]);
    expect(one).toEqual(other);
    expect(await counts()).toMatchObject({ cars: 600 });
  });

  test("seeding changes nothing in a database that has users", async () => {
    await database.db
      .insertInto("users")
      .values({
        id: uuidv7(),
        first_name: "A",
        last_name: "B",
        email: "a@b.example",
        phone: null,
        password_hash: "x",
      })
      .execute();
    expect(await seedDemo(options())).toBeNull();
    expect(await counts()).toMatchObject({ cars: 0, users: 1 });
  });
});
