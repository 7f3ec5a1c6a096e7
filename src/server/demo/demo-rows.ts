import type { Insertable, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { maxCarYear } from "#domain/cars/car-limits.ts";
import type { OpeningHours } from "#domain/dealers/opening-hours.ts";
import { fold } from "#domain/text/fold.ts";
import type { UsersTable } from "#server/platform/db/account-tables.ts";
import type { CarsTable } from "#server/platform/db/car-tables.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { plainSeller, readDemoData, type DemoCar, type DemoSeller } from "./demo-data.ts";
import { sampleColumns } from "./demo-samples.ts";
import { insertDemoActivity } from "./demo-activity.ts";
import { dealPictures } from "./demo-photos.ts";
import { copiedPicture } from "./picture-pool.ts";
import { insertDemoVins } from "./demo-vins.ts";
import { insertDemoPriceCuts } from "./demo-price-cuts.queries.ts";
import { type DemoSubscription, insertDemoSubscription } from "./demo-subscription.ts";

const domain = "vetura.example";
const dayMs = 86_400_000;

/** The demo's logins; one password for all. */
export interface DemoLogins {
  readonly admin: string;
  readonly dealer: string;
  readonly seller: string;
  readonly password: string;
}

/** The demo's logins; they work once the demo data is stored. */
export function demoLogins(password: string): DemoLogins {
  return { admin: `admin@${domain}`, dealer: `autosallon@${domain}`, seller: `shitesi@${domain}`, password };
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
  /** Encrypts the identification numbers of some cars; without it none has one. */
  readonly secretBox?: Context["secretBox"] | undefined;
  /** The demo dealer's subscription; null: it is a dealer by hand. */
  readonly subscription: DemoSubscription | null;
}

/** Writes people, cars and their pictures in the transaction. */
export async function insertDemoRows(trx: Transaction<DB>, context: InsertContext): Promise<void> {
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
    email_verified_at: context.now,
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
  await insertDemoPages(trx, people);
  const subscriber = people.find(({ row }) => row.email === demoLogins("").dealer);
  if (context.subscription !== null && subscriber !== undefined)
    await insertDemoSubscription(trx, subscriber.row.id, context.subscription, context.now);
  const rows = cars.map((car, i) =>
    carRow(car, i, pictures[i]?.color ?? null, people[car.seller], context.now),
  );
  await trx.insertInto("cars").values(rows).execute();
  await insertDemoPriceCuts(trx, context.now);
  await trx
    .insertInto("car_photos")
    .values(
      rows.flatMap((row, i) =>
        (pictures[i]?.keys ?? []).map((key, position) => ({
          car_id: row.id,
          photo_id: photoIdOf(key, context),
          position,
          since: new Date(row.created_at ?? context.now),
        })),
      ),
    )
    .execute();
  // The first car of each private seller was the free one.
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
  if (context.secretBox !== undefined)
    await insertDemoVins(
      trx,
      { secretBox: context.secretBox },
      { cars: rows, dealer: subscriber?.row.id, now: context.now },
    );
  await insertDemoActivity(trx, {
    now: context.now,
    admin,
    dealer: subscriber?.row.id,
    seller: people.find(({ row }) => row.email === demoLogins("").seller)?.row.id,
    cars: rows,
    copiedPhoto: {
      original: photoIdOf(copiedPicture.key, context),
      copy: photoIdOf(copiedPicture.copy, context),
    },
  });
}

/** The dealers' own page data: all but one have a phone, all but another have hours. */
async function insertDemoPages(trx: Transaction<DB>, people: readonly Person[]): Promise<void> {
  const usual = [{ from: "09:00", to: "18:00" }];
  const withBreak = [
    { from: "08:30", to: "12:30" },
    { from: "14:00", to: "18:30" },
  ];
  const shorter = [{ from: "09:00", to: "15:00" }];
  const dealers = people.filter(({ seller }) => seller.businessName !== null);
  const pages = dealers.map(({ row, seller }, i) => {
    const day = i % 3 === 1 ? withBreak : usual;
    const hours: OpeningHours = {
      monday: day,
      tuesday: day,
      wednesday: day,
      thursday: day,
      friday: day,
      saturday: shorter,
      sunday: i % 3 === 2 ? shorter : [],
    };
    return {
      user_id: row.id,
      address: seller.businessAddress,
      phone: i === 1 ? null : seller.phone,
      hours: i === 2 ? null : JSON.stringify(hours),
    };
  });
  await trx.insertInto("dealer_pages").values(pages).execute();
}

function photoIdOf(key: string, { photoIds }: InsertContext): string {
  const id = photoIds.get(key);
  if (id === undefined) throw new Error(`the picture ${key} is not in the pool`);
  return id;
}

function makePeople(
  sellers: readonly DemoSeller[],
  cars: readonly DemoCar[],
  { now, passwordHash, subscription }: InsertContext,
): Person[] {
  const carCounts = sellers.map((_, i) => cars.filter((car) => car.seller === i).length);
  const biggestDealer = sellers.findIndex(
    (seller, i) => seller.businessName !== null && carCounts[i] === Math.max(...carCounts),
  );
  const logins = demoLogins("");
  return sellers.map((seller, i) => {
    const since = Math.max(...cars.filter((car) => car.seller === i).map((car) => car.daysAgo), 1);
    const name = fold(`${seller.firstName}.${seller.lastName}`).replaceAll(/[^a-z.]/g, "");
    const subscribes = i === biggestDealer && subscription !== null;
    const joined = now.getTime() - (since + 3 + ((i * 37) % 200)) * dayMs;
    // A subscription begins after its account.
    const createdAt = new Date(
      subscribes ? Math.min(joined, subscription.read.createdAt - 3_600_000) : joined,
    );
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
        is_dealer_by_hand: isDealer && !subscribes,
        email_verified_at: createdAt,
        created_at: createdAt,
      },
    };
  });
}

function carRow(
  car: DemoCar,
  n: number,
  color: string | null,
  owner: Person | undefined,
  now: Date,
): Insertable<CarsTable> & { id: string; owner_id: string } {
  if (owner === undefined) throw new Error(`the seller of row ${car.seller} is missing`);
  const createdAt = new Date(now.getTime() - car.daysAgo * dayMs);
  // Sold and archived cars ended between publication and now.
  const endedAt = new Date(now.getTime() - car.daysAgo * 0.3 * dayMs);
  return {
    ...sampleColumns(car, n),
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
    equipment: car.equipment,
    sponsorship_days: car.sponsorshipDays,
    // Bought recently, whatever the car's age: recommended cars stay so for a while after the seeding.
    sponsored_until: car.sponsorshipDays > 0 ? new Date(now.getTime() + car.sponsorshipDays * dayMs) : null,
    social_promotion: car.sponsorshipDays >= 21,
    published_as_dealer: owner.isDealer,
    created_at: createdAt,
    updated_at: createdAt,
    confirmed_at: createdAt,
    listed_at: createdAt,
  };
}

/** YYYY-MM, `months` after the month of `now`. */
export function monthAfter(now: Date, months: number): string {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return month.toISOString().slice(0, 7);
}
