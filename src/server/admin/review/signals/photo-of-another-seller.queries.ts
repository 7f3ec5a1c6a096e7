import { sql } from "kysely";
import type { Signal } from "#server/admin/review/signal.ts";

/**
 * A photo of the car stood on another seller's car before: photo and car came later. Photos of many sellers are no theft.
 * Primary key of photo_twins.
 */
export const photoOfAnotherSeller: Signal<"photo_of_another_seller"> = async ({ db }, { id }) => {
  const twin = await db
    .selectFrom("photo_twins as t")
    .innerJoin("cars as c", "c.id", "t.car_id")
    .innerJoin("cars as o", "o.id", "t.other_car_id")
    .select(["t.photo", "t.other_photo as otherPhoto", "t.other_car_id as otherCarId", "t.distance"])
    .where("t.car_id", "=", id)
    .where("t.illustrative", "=", false)
    // Ids of photos begin with their time. Both must be earlier: a seller who takes a photo in again is no thief.
    .where(sql<boolean>`t.other_photo <= t.photo and o.created_at < c.created_at`)
    .orderBy("t.distance")
    .orderBy("t.other_photo")
    .orderBy("t.other_car_id")
    .executeTakeFirst();
  return twin ?? null;
};
