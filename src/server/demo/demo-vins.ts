import type { Insertable, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { minDrop } from "#domain/cars/mileage-history.ts";
import type { Context } from "#server/context.ts";
import { partsOf, sealVin } from "#server/market/vin/seal-vin.ts";
import type { CarsTable } from "#server/platform/db/car-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";

const dayMs = 86_400_000;

type Car = Pick<Insertable<CarsTable>, "id" | "owner_id" | "brand" | "mileage" | "state" | "created_at">;

interface Case {
  readonly car: Car;
  readonly vin: string;
  /** What earlier listings said: kilometres more than now, and how many days before this listing. */
  readonly earlier: readonly { readonly more: number; readonly days: number }[];
  /** The owner was told so many days ago that an earlier listing said more. */
  readonly toldDaysAgo?: number;
  readonly note?: string;
}

/**
 * Cars of the demo with an identification number and what earlier listings said of their mileage: one that goes up, one
 * with a drop and its owner's note, one of the dealer's of which buyers do not know yet, and two with the same number.
 */
export async function insertDemoVins(
  trx: Transaction<DB>,
  box: Pick<Context, "secretBox">,
  {
    cars,
    dealer,
    now,
  }: { readonly cars: readonly Car[]; readonly dealer: string | undefined; readonly now: Date },
): Promise<void> {
  for (const { car, vin, earlier, toldDaysAgo, note } of casesOf(cars, dealer)) {
    const published = car.created_at instanceof Date ? car.created_at : now;
    const { masked, hash, sealed } = partsOf(sealVin(box, car.owner_id, vin));
    const told = toldDaysAgo === undefined ? null : new Date(now.getTime() - toldDaysAgo * dayMs);
    await trx
      .insertInto("car_vins")
      .values({
        car_id: car.id,
        sealed,
        hash,
        masked,
        lower_since: told,
        lower_public_at: told === null ? null : new Date(told.getTime() + 7 * dayMs),
        note: note ?? null,
      })
      .execute();
    const readings = [
      ...earlier.map(({ more, days }) => ({
        id: uuidv7(),
        vin_hash: hash,
        listing_id: uuidv7(),
        owner_id: null,
        mileage: Math.max(0, car.mileage + more),
        read_at: new Date(published.getTime() - days * dayMs),
      })),
      {
        id: uuidv7(),
        vin_hash: hash,
        listing_id: car.id,
        owner_id: car.owner_id,
        mileage: car.mileage,
        read_at: published,
        told_at: told,
      },
    ];
    await trx.insertInto("mileage_readings").values(readings).execute();
  }
}

function casesOf(cars: readonly Car[], dealer: string | undefined): Case[] {
  const taken = new Set<string>();
  const take = (fits: (car: Car) => boolean): Car[] => {
    const car = cars.find((each) => each.state === "active" && !taken.has(each.id) && fits(each));
    if (car === undefined) return [];
    taken.add(car.id);
    return [car];
  };
  const isOthers = ({ owner_id: owner }: Car) => owner !== dealer;
  const bmw = take((car) => car.brand === "BMW" && isOthers(car));
  return [
    ...take((car) => car.brand === "Volkswagen" && isOthers(car) && car.mileage > 60_000).map((car) => ({
      car,
      vin: "WVWZZZ1KZAW100017",
      earlier: [
        { more: -52_000, days: 1_100 },
        { more: -31_500, days: 640 },
        { more: -12_300, days: 250 },
      ],
    })),
    ...take((car) => car.brand === "Audi" && isOthers(car)).map((car) => ({
      car,
      vin: "WAUZZZ8K9BA100029",
      earlier: [
        { more: 41_000, days: 700 },
        { more: 58_000, days: 300 },
      ],
      toldDaysAgo: 12,
      note: "Matësi i kilometrave është ndërruar në servis; fatura është te letrat e veturës.",
    })),
    ...take((car) => car.owner_id === dealer).map((car) => ({
      car,
      // Of no maker's code that is known: its brand is whatever comes first.
      vin: "ZZZZZZ1KZAW100031",
      earlier: [{ more: 36_000, days: 420 }],
      toldDaysAgo: 2,
    })),
    ...[...bmw, ...take((car) => car.brand === "BMW" && car.owner_id !== bmw[0]?.owner_id && isOthers(car))]
      .toSorted((a, b) => Number(a.created_at) - Number(b.created_at))
      .map((car, at, [first = car]): Case => {
        const twin = { car, vin: "WBAZZZ3C5CP100047", earlier: [] };
        // The later one may say less than the first.
        const isLower = at > 0 && first.mileage - car.mileage > minDrop;
        return isLower ? Object.assign(twin, { toldDaysAgo: 8 }) : twin;
      }),
  ];
}
