import { sql, type Insertable, type Kysely, type Transaction } from "kysely";
import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { maxCarYear } from "#domain/cars/car-limits.ts";
import { fold } from "#domain/text/fold.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import type { CarsTable, DB, UsersTable } from "#server/db/tables.ts";
import { plainSeller, readDemoData, type DemoCar, type DemoSeller } from "./demo-data.ts";
import { dealPictures } from "./demo-photos.ts";
import { drawingPool, type PoolDrawing } from "./drawing-pool.ts";

/** The accounts that a visitor of the demo may try; one password for all. */
export interface DemoLogins {
  readonly admin: string;
  readonly dealer: string;
  readonly seller: string;
  readonly password: string;
}

export interface SeedDemoOptions {
  readonly db: Kysely<DB>;
  /** Takes a drawing through the same pipeline as everybody's pictures. */
  readonly photos: { addPhoto(ownerId: null, bytes: Uint8Array): Promise<{ readonly id: string }> };
  readonly password: string;
  readonly now: Date;
  /** Makes a drawing's file; tests of the rows spare themselves the drawing. */
  readonly render?: (drawing: PoolDrawing) => Promise<Uint8Array>;
  /** Called with what is done and what there is to do, in pictures. */
  readonly onProgress?: (done: number, total: number) => void;
}

const domain = "vetura.example";
const dayMs = 86_400_000;
/** Pictures under way at once: the two workers' and the next ones, drawn meanwhile. */
const picturesAtOnce = 4;
/** Any number that nothing else locks. */
const seedLock = 772_901_144;

/** The demo's logins; they work once the demo data is in. */
export function demoLogins(password: string): DemoLogins {
  return { admin: `admin@${domain}`, dealer: `autosallon@${domain}`, seller: `shitesi@${domain}`, password };
}

/** Whether the demo data is in, complete: it comes in one transaction. */
export async function hasDemoData(db: Kysely<DB>): Promise<boolean> {
  const admin = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", `admin@${domain}`)
    .executeTakeFirst();
  return admin !== undefined;
}

/**
 * Fills an empty database with some 600 invented cars, their sellers and drawn pictures. Pictures come first,
 * everything else in one transaction at the end: a run that is cut off leaves nothing but pictures on no car,
 * which the photo sweep removes, and the next run starts over.
 * Answers null, and does nothing, where there are cars or people already that are not the demo's.
 */
export async function seedDemo(options: SeedDemoOptions): Promise<DemoLogins | null> {
  return options.db.connection().execute(async (held) => {
    // Several processes may start on one database at once: one seeds, the others wait for it.
    while (!(await tryLock(held))) await new Promise((resolve) => setTimeout(resolve, 250));
    try {
      if (await hasDemoData(options.db)) return demoLogins(options.password);
      if (!(await isEmpty(options.db))) return null;
      const photoIds = await addDrawings(options);
      const passwordHash = await hashPassword(options.password);
      await options.db
        .transaction()
        .execute((trx) => insertAll(trx, { now: options.now, passwordHash, photoIds }));
      return demoLogins(options.password);
    } finally {
      await sql`select pg_advisory_unlock(${seedLock}::bigint)`.execute(held);
    }
  });
}

async function tryLock(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_lock(${seedLock}::bigint) as locked`.execute(db);
  return rows[0]?.locked === true;
}

/** An admin may be there before anybody else (ADMIN_EMAIL). */
async function isEmpty(db: Kysely<DB>): Promise<boolean> {
  const car = await db.selectFrom("cars").select("id").limit(1).executeTakeFirst();
  const person = await db
    .selectFrom("users")
    .select("id")
    .where("is_admin", "=", false)
    .limit(1)
    .executeTakeFirst();
  return car === undefined && person === undefined;
}

/** Draws the pool and takes each drawing in as a photo of nobody's. Answers photo ids by the drawings' keys. */
async function addDrawings({
  photos,
  onProgress,
  render = renderDrawing,
}: SeedDemoOptions): Promise<ReadonlyMap<string, string>> {
  const pool = drawingPool();
  const waiting = pool.values();
  const ids = new Map<string, string>();
  onProgress?.(0, pool.length);
  const work = async (): Promise<void> => {
    for (const drawing of waiting) {
      const { id } = await photos.addPhoto(null, await render(drawing));
      ids.set(drawing.key, id);
      onProgress?.(ids.size, pool.length);
    }
  };
  await Promise.all(Array.from({ length: picturesAtOnce }, work));
  return ids;
}

/** A drawing as a JPEG file. */
export async function renderDrawing(drawing: PoolDrawing): Promise<Uint8Array> {
  // Hardly compressed: the pipeline compresses it once more, and what is lost here would show there.
  return sharp(Buffer.from(drawing.draw())).flatten({ background: "#fff" }).jpeg({ quality: 93 }).toBuffer();
}

interface Person {
  readonly row: Insertable<UsersTable>;
  readonly seller: DemoSeller;
  readonly isDealer: boolean;
}

interface InsertContext {
  readonly now: Date;
  readonly passwordHash: string;
  readonly photoIds: ReadonlyMap<string, string>;
}

async function insertAll(trx: Transaction<DB>, context: InsertContext): Promise<void> {
  const { sellers, cars } = readDemoData();
  const pictures = dealPictures(cars);
  const people = makePeople(sellers, cars, context);
  const admin: Insertable<UsersTable> = {
    id: uuidv7(),
    first_name: "Admin",
    last_name: "Demo",
    email: `admin@${domain}`,
    phone: null,
    password_hash: context.passwordHash,
    is_admin: true,
    created_at: new Date(context.now.getTime() - 400 * dayMs),
  };
  await trx
    .insertInto("users")
    .values([admin, ...people.map((person) => person.row)])
    .execute();
  await trx
    .insertInto("dealers")
    .values(
      people.flatMap(({ row, seller }) =>
        seller.businessName === null
          ? []
          : [
              {
                user_id: row.id,
                business_name: seller.businessName,
                business_address: seller.businessAddress ?? seller.town,
                town: seller.town,
                website: seller.website,
                created_at: row.created_at ?? context.now,
              },
            ],
      ),
    )
    .execute();
  const rows = cars.map((car, i) => carRow(car, pictures[i]?.color ?? null, people[car.seller], context.now));
  await trx.insertInto("cars").values(rows).execute();
  await trx
    .insertInto("car_photos")
    .values(
      rows.flatMap((row, i) =>
        (pictures[i]?.drawings ?? []).map((key, position) => ({
          car_id: row.id,
          photo_id: photoIdOf(key, context),
          position,
        })),
      ),
    )
    .execute();
  // The first car of everybody who is no dealer was the free one.
  const free = new Map(
    rows
      .filter((row) => row.published_as_dealer !== true)
      .toReversed()
      .map((row) => [row.owner_id, row]),
  );
  await trx
    .insertInto("free_cars")
    .values(
      [...free].map(([user_id, row]) => ({
        user_id,
        car_id: row.id,
        created_at: row.created_at ?? context.now,
      })),
    )
    .execute();
}

function photoIdOf(key: string, { photoIds }: InsertContext): string {
  const id = photoIds.get(key);
  if (id === undefined) throw new Error(`the drawing ${key} is not in the pool`);
  return id;
}

function makePeople(
  sellers: readonly DemoSeller[],
  cars: readonly DemoCar[],
  { now, passwordHash }: InsertContext,
): Person[] {
  const carCounts = sellers.map((_, i) => cars.filter((car) => car.seller === i).length);
  const biggestDealer = sellers.findIndex(
    (seller, i) => seller.businessName !== null && carCounts[i] === Math.max(...carCounts),
  );
  const logins = demoLogins("");
  return sellers.map((seller, i) => {
    const since = Math.max(...cars.filter((car) => car.seller === i).map((car) => car.daysAgo), 1);
    const name = fold(`${seller.firstName}.${seller.lastName}`).replaceAll(/[^a-z.]/g, "");
    const createdAt = new Date(now.getTime() - (since + 3 + ((i * 37) % 200)) * dayMs);
    const isDealer = seller.businessName !== null;
    return {
      seller,
      isDealer,
      row: {
        id: uuidv7({ msecs: createdAt.getTime() }),
        first_name: seller.firstName,
        last_name: seller.lastName,
        email:
          i === plainSeller ? logins.seller : i === biggestDealer ? logins.dealer : `${name}.${i}@${domain}`,
        phone: seller.phone,
        password_hash: passwordHash,
        is_dealer_by_hand: isDealer,
        created_at: createdAt,
      },
    };
  });
}

function carRow(
  car: DemoCar,
  color: string | null,
  owner: Person | undefined,
  now: Date,
): Insertable<CarsTable> & { id: string; owner_id: string } {
  if (owner === undefined) throw new Error(`the seller of row ${car.seller} is missing`);
  const createdAt = new Date(now.getTime() - car.daysAgo * dayMs);
  // Sold and archived cars went between their publishing and now.
  const endedAt = new Date(now.getTime() - car.daysAgo * 0.3 * dayMs);
  return {
    id: uuidv7({ msecs: createdAt.getTime() }),
    owner_id: owner.row.id,
    state: car.state,
    archived_from: car.state === "archived" ? "active" : null,
    sold_at: car.state === "sold" ? endedAt : null,
    archived_at: car.state === "archived" ? endedAt : null,
    brand: car.brand,
    model: car.model,
    year: Math.min(car.year, maxCarYear(now)),
    type: car.type,
    price: car.price,
    mileage: car.mileage,
    fuel: car.fuel,
    origin: car.origin,
    transmission: car.transmission,
    condition: car.condition,
    location: car.location,
    description: car.description,
    seller_name: owner.seller.businessName ?? `${owner.seller.firstName} ${owner.seller.lastName}`,
    seller_phone: owner.seller.phone,
    customs_paid: car.customsPaid,
    registered_until: car.registeredMonths === null ? null : monthAfter(now, car.registeredMonths),
    engine_size: car.engineSize,
    power: car.power,
    color,
    negotiable: car.negotiable,
    sponsorship_days: car.sponsorshipDays,
    // Bought lately, whenever the car itself came: what is recommended stays so for a while after the seeding.
    sponsored_until: car.sponsorshipDays > 0 ? new Date(now.getTime() + car.sponsorshipDays * dayMs) : null,
    social_promotion: car.sponsorshipDays >= 21,
    published_as_dealer: owner.isDealer,
    created_at: createdAt,
    updated_at: createdAt,
  };
}

/** YYYY-MM, `months` after the month of `now`. */
export function monthAfter(now: Date, months: number): string {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return month.toISOString().slice(0, 7);
}
