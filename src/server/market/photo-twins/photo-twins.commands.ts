import { type Kysely, sql, type Transaction } from "kysely";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { isInterruption, type ScheduledTask } from "#server/platform/jobs/jobs.ts";
import { loadOtherCars, type StandsOnCar } from "./photo-twins.queries.ts";

/** A photo of a car that is also on a car of another owner. */
export interface PhotoTwin {
  readonly photo: string;
  readonly otherCar: string;
  readonly otherOwner: string;
  readonly otherPhoto: string;
  /** Distance of the nearest of their hashes, of 256 bits; 0 for the same photo. */
  readonly distance: number;
  /** The photo is on three sellers' cars or more: for example the maker's picture, no theft. */
  readonly illustrative: boolean;
}

/** At most so many per photo, the nearest. */
const maxTwins = 20;
/** Of an illustrative one, the nearest of so many sellers: it only shows that there are others. */
const maxIllustrativeTwins = 3;
/** Photos that resemble one in the first look-up, and how many times as many in each further one. */
const firstLook = 500;
const furtherLooks = 8;

/**
 * The car's photos that stand on cars of other owners, sold ones, too, nearest first; the same owner's cars are left out,
 * and so are cars that were taken down. Of each photo at most 20, of an illustrative one at most 3 of different sellers.
 * Empty for an unknown car. Throws where photos can't be looked up in time.
 */
export async function findPhotoTwins(
  ctx: Pick<Context, "db" | "twinFinder">,
  carId: string,
): Promise<PhotoTwin[]> {
  const twins: PhotoTwin[] = [];
  // Primary keys.
  let left = await ctx.db
    .selectFrom("car_photos as on_car")
    .innerJoin("cars as c", "c.id", "on_car.car_id")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .innerJoin("photo_fingerprints as f", "f.photo_id", "on_car.photo_id")
    .select(["on_car.photo_id as photo", "c.owner_id as owner", "f.hashes"])
    .where("on_car.car_id", "=", carId)
    .where(sql<boolean>`not is_taken_down(c, u)`)
    .orderBy("on_car.position")
    .execute();
  // The nearest may all be the owner's own copies, or photos on no car: then farther ones are asked for.
  for (let limit = firstLook; left.length > 0; limit *= furtherLooks) {
    const resembling = await ctx.twinFinder.find(
      left.map(({ hashes }) => hashes),
      limit,
    );
    const further: typeof left = [];
    for (const [index, photo] of left.entries()) {
      const found = resembling[index] ?? [];
      const distances = new Map(found.map(({ number, distance }) => [number, distance]));
      const others = await loadOtherCars(ctx.db, photo.owner, [...distances.keys()], maxTwins);
      const isAll = found.length < limit || new Set(others.map(({ owner }) => owner)).size > 1;
      if (isAll) twins.push(...twinsOf(photo.photo, others, distances));
      else further.push(photo);
    }
    left = further;
  }
  return twins;
}

/** `others` nearest first. */
function twinsOf(
  photo: string,
  others: readonly StandsOnCar[],
  distances: ReadonlyMap<number, number>,
): PhotoTwin[] {
  const byOwner = new Map<string, StandsOnCar>();
  for (const other of others) if (!byOwner.has(other.owner)) byOwner.set(other.owner, other);
  // With the car's own seller, three.
  const illustrative = byOwner.size >= 2;
  const chosen = illustrative
    ? [...byOwner.values()].slice(0, maxIllustrativeTwins)
    : others.slice(0, maxTwins);
  return chosen.map(({ number, photo: otherPhoto, car, owner }) => ({
    photo,
    otherCar: car,
    otherOwner: owner,
    otherPhoto,
    distance: distances.get(number) ?? 0,
    illustrative,
  }));
}

/**
 * Writes a car's twins to `photo_twins`, in both directions, and marks cars that lost one as due: theirs may no
 * longer be illustrative. Pairs of an illustrative photo stay where the other car chose them: otherwise each look
 * in a crowd would have the whole crowd looked at again. Known twins keep their time. Cars with changed twins are
 * noted for the review.
 */
export async function storePhotoTwins(
  ctx: Pick<Context, "db">,
  carId: string,
  twins: readonly PhotoTwin[],
): Promise<void> {
  const madeIllustrative = await ctx.db.transaction().execute(async (trx) => {
    const cars = await holdCars(trx, [carId, ...twins.map(({ otherCar }) => otherCar)]);
    const rows = cars.has(carId)
      ? twins
          .filter(({ otherCar }) => cars.has(otherCar))
          .flatMap(({ photo, otherCar, otherPhoto, distance, illustrative }) => [
            { car_id: carId, photo, other_car_id: otherCar, other_photo: otherPhoto, distance, illustrative },
            {
              car_id: otherCar,
              photo: otherPhoto,
              other_car_id: carId,
              other_photo: photo,
              distance,
              illustrative,
            },
          ])
      : [];
    const keyOf = (row: (typeof rows)[number]): string =>
      [row.car_id, row.photo, row.other_car_id, row.other_photo].join(" ");
    const present = new Set(rows.map(keyOf));
    const before = await trx
      .selectFrom("photo_twins")
      .select(["car_id", "photo", "other_car_id", "other_photo", "distance", "illustrative"])
      .where((eb) => eb.or([eb("car_id", "=", carId), eb("other_car_id", "=", carId)]))
      .execute();
    const ownIllustrative = new Set(twins.filter((twin) => twin.illustrative).map(({ photo }) => photo));
    const gone = before.filter(
      (row) =>
        !present.has(keyOf(row)) && !ownIllustrative.has(row.car_id === carId ? row.photo : row.other_photo),
    );
    for (const row of gone)
      await trx
        .deleteFrom("photo_twins")
        .where("car_id", "=", row.car_id)
        .where("photo", "=", row.photo)
        .where("other_car_id", "=", row.other_car_id)
        .where("other_photo", "=", row.other_photo)
        .execute();
    if (rows.length > 0)
      await trx
        .insertInto("photo_twins")
        .values(rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
        .onConflict((conflict) =>
          conflict.columns(["car_id", "photo", "other_car_id", "other_photo"]).doUpdateSet((eb) => ({
            distance: eb.ref("excluded.distance"),
            illustrative: eb.ref("excluded.illustrative"),
          })),
        )
        .execute();
    const known = new Set(before.map((row) => `${keyOf(row)} ${row.illustrative}`));
    const news = rows.filter((row) => !known.has(`${keyOf(row)} ${row.illustrative}`));
    const illustrative = rows.filter((row) => row.illustrative).map(({ photo }) => photo);
    const flipped =
      illustrative.length === 0
        ? []
        : await trx
            .updateTable("photo_twins")
            .set({ illustrative: true })
            .where("photo", "in", illustrative)
            .where("illustrative", "=", false)
            .returning("car_id")
            .execute();
    await noteForReview(trx, [...gone, ...news]);
    const others = new Set(rows.map((row) => row.other_car_id));
    const left = [...new Set(gone.map((row) => row.other_car_id))].filter(
      (other) => other !== carId && !others.has(other),
    );
    if (left.length > 0)
      await trx
        .insertInto("photo_twins_due")
        .values(left.map((other) => ({ car_id: other })))
        .execute();
    return flipped;
  });
  // These cars were not locked by this transaction, and a crash here delays them only briefly.
  await noteForReview(ctx.db, madeIllustrative);
}

/** Notes these rows' cars for the review (admin/review); skips deleted cars. */
async function noteForReview(db: Kysely<DB>, rows: readonly { readonly car_id: string }[]): Promise<void> {
  const ids = [...new Set(rows.map((row) => row.car_id))];
  if (ids.length > 0) await sql`select note_for_review(${ids}::uuid[])`.execute(db);
}

/** Which of these cars exist, protected from deletion until the transaction ends. */
async function holdCars(trx: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom("cars")
    .select("id")
    .where("id", "in", [...new Set(ids)])
    .orderBy("id")
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Rows per batch; a car that changed several times has several. */
const batch = 200;
/** A run ends before the next one is scheduled. */
const maxRunMs = 50_000;

/**
 * Finds the twins of cars with changed photos, those that waited longest first. An interrupted run, or another
 * change of photos meanwhile, leaves the car due.
 */
export async function settlePhotoTwins(
  ctx: Pick<Context, "db" | "twinFinder" | "log">,
  signal: AbortSignal,
): Promise<void> {
  const stopAt = performance.now() + maxRunMs;
  let isFailing = false;
  for (;;) {
    const due = await ctx.db
      .selectFrom("photo_twins_due")
      .select(["id", "car_id as carId"])
      .orderBy("id")
      .limit(batch)
      .execute();
    const rowsOf = Map.groupBy(due, ({ carId }) => carId);
    for (const [carId, rows] of rowsOf) {
      if (signal.aborted || performance.now() > stopAt) return;
      try {
        await storePhotoTwins(ctx, carId, await findPhotoTwins(ctx, carId));
        // Twins deleted with another car left no trace to compare with.
        await noteForReview(ctx.db, [{ car_id: carId }]);
      } catch (error) {
        // The site stops: the car stays due.
        if (isInterruption(error)) throw error;
        // Moves it behind the others, so that it does not block them.
        ctx.log.error("photo_twins.car_failed", error, { carId });
        await ctx.db.insertInto("photo_twins_due").values({ car_id: carId }).execute();
        isFailing = true;
      }
      await ctx.db
        .deleteFrom("photo_twins_due")
        .where(
          "id",
          "in",
          rows.map(({ id }) => id),
        )
        .execute();
    }
    if (due.length < batch || isFailing) return;
  }
}

/** The scheduled task that finds twins. */
export function photoTwinsSchedule(
  ctx: Pick<Context, "db" | "twinFinder" | "log">,
): Record<string, ScheduledTask> {
  return {
    find_photo_twins: { cron: "* * * * *", run: (signal) => settlePhotoTwins(ctx, signal) },
  };
}
