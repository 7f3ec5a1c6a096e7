import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import {
  afterSaying,
  type Correction,
  minDrop,
  type OwnReading,
  type Reading,
} from "#domain/cars/mileage-history.ts";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { createSeededRandom } from "#testing/seeded-random.ts";
import { seed } from "#testing/seed.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const first = Date.UTC(2020, 0, 1);

/** A listing's publication, and what it says so many hours after it. */
interface Listing {
  readonly at: number;
  readonly says: readonly { readonly hours: number; readonly mileage: number }[];
}

const random = createSeededRandom(seed);
const whole = (min: number, max: number) => min + Math.floor(random.next() * (max - min + 1));

/** A figure as somebody types it: every fourth is wrong, some twice, and corrected within a day. */
function typed(hours: number, mileage: number): { hours: number; mileage: number }[] {
  const wrong = [mileage * 10, Math.floor(mileage / 10), mileage + 100_000, whole(0, 300_000)];
  const slips = Array.from({ length: Math.max(0, whole(-5, 2)) }, () => wrong[whole(0, 3)] ?? 0);
  const seen = slips.map(() => hours + random.next() * 23.9).toSorted((a, b) => a - b);
  return [...slips, mileage].map((said, n) => ({
    hours: n === 0 ? hours : (seen[n - 1] ?? 0),
    mileage: said,
  }));
}

/** A car as honest sellers list it: it is driven, re-listed, edited, and mistyped for some hours now and then. */
function honest(): Listing[] {
  let mileage = whole(0, 250_000);
  let at = first;
  return Array.from({ length: whole(2, 6) }, () => {
    at += whole(1, 900) * dayMs;
    mileage += whole(0, 40_000);
    const says = typed(0, mileage);
    // Figures are rounded, too.
    if (whole(0, 2) === 0) says.push(...typed(whole(48, 400), mileage - (mileage % minDrop)));
    if (whole(0, 2) === 0) {
      mileage += whole(0, 3_000);
      says.push(...typed(whole(430, 800), mileage));
    }
    at += 800 * hourMs;
    return { at: at - 800 * hourMs, says };
  });
}

/** An honest car that then says a tenth to eight tenths less: in a new listing, or in the last one after weeks. */
function rolledBack(): Listing[] {
  const before = honest();
  const last = before.at(-1);
  const mileage = last?.says.at(-1)?.mileage ?? 0;
  if (last === undefined || mileage < 10_000) return rolledBack();
  const less = Math.floor(Math.max(0, mileage - Math.max(5_000, mileage * (0.1 + 0.7 * random.next()))));
  if (whole(0, 1) === 0)
    return [...before.slice(0, -1), { ...last, says: [...last.says, { hours: 900, mileage: less }] }];
  return [...before, { at: last.at + whole(40, 400) * dayMs, says: [{ hours: 0, mileage: less }] }];
}

/** What is stored of a listing. `highest`: what listings before it said. */
function stored({ at, says }: Listing, highest: number | null): readonly Reading[] {
  let own: readonly Reading[] = [];
  const corrected = new Map<number, Correction>();
  const ranked = (): OwnReading[] => {
    let top = highest;
    return own.map((reading) => {
      const before = top;
      top = Math.max(top ?? 0, reading.mileage);
      return { at: reading.at, mileage: reading.mileage, highest: before };
    });
  };
  for (const { hours, mileage } of says) {
    const said = { at: new Date(at + hours * hourMs), mileage };
    const after = afterSaying(ranked(), said, {
      publishedAt: new Date(at),
      corrected: [...corrected.values()],
    });
    if (after.correction !== null) corrected.set(after.correction.since.getTime(), after.correction);
    own = after.added === null ? after.kept : [...after.kept, after.added];
  }
  return own;
}

/** What is stored of a car's listings. */
function storedOf(listings: readonly Listing[]): (readonly Reading[])[] {
  let highest: number | null = null;
  return listings.map((listing) => {
    const own = stored(listing, highest);
    highest = Math.max(highest ?? 0, ...own.map(({ mileage }) => mileage));
    return own;
  });
}

/** Of how many cars a listing says less than an earlier one. */
async function countLower(cars: readonly (readonly Listing[])[]): Promise<number> {
  const rows = cars.flatMap((listings, car) =>
    storedOf(listings).flatMap((own, n) =>
      own.map(({ at, mileage }) => ({ car, listing: `${car} ${n}`, at, mileage })),
    ),
  );
  const { db } = app.database;
  await db.deleteFrom("mileage_readings").execute();
  await sql`
    insert into mileage_readings (id, vin_hash, listing_id, mileage, read_at)
    select gen_random_uuid(), sha256(car::text::bytea), md5(listing)::uuid, mileage, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (car integer, listing text, at timestamptz, mileage integer)`.execute(
    db,
  );
  // What autovacuum does later: the planner takes the table for empty.
  await sql`analyze mileage_readings`.execute(db);
  const lower = await sql<{ count: number }>`
    select count(distinct l.vin_hash) as count
    from (select distinct vin_hash, listing_id from mileage_readings) l
    cross join lateral mileage_history(l.vin_hash, l.listing_id) r
    where r.listing_id = l.listing_id and r.highest - r.mileage > ${minDrop}`.execute(db);
  return lower.rows[0]?.count ?? 0;
}

test("no drop stays in 10,000 honest histories, typing errors corrected within a day among them, in edits, too", async () => {
  // In parts, so that no statement takes long.
  for (let part = 0; part < 10; part++)
    expect(await countLower(Array.from({ length: 1_000 }, honest))).toBe(0);
}, 120_000);

test("at least 99 % of 1,000 planted roll-backs are found", async () => {
  expect(await countLower(Array.from({ length: 1_000 }, rolledBack))).toBeGreaterThanOrEqual(990);
}, 120_000);

test("1,000 km less are a slip, and one more a drop", async () => {
  const before = { at: first, says: [{ hours: 0, mileage: 100_000 }] };
  expect(await countLower([[before, { at: first + dayMs, says: [{ hours: 0, mileage: 99_000 }] }]])).toBe(0);
  expect(await countLower([[before, { at: first + dayMs, says: [{ hours: 0, mileage: 98_999 }] }]])).toBe(1);
});
