import { sql } from "kysely";
import type { Signal } from "#server/admin/review/signal.ts";

/**
 * A photo of the car stood on another seller's car before: its own was taken in later, or the same file came with a later
 * car. Photos of many sellers are no theft. Primary key of photo_twins.
 */
export const photoOfAnotherSeller: Signal<"photo_of_another_seller"> = async ({ db }, { id }) => {
  const twin = await db
    .selectFrom("photo_twins as t")
    .innerJoin("cars as c", "c.id", "t.car_id")
    .innerJoin("cars as o", "o.id", "t.other_car_id")
    .select(["t.photo", "t.other_photo as otherPhoto", "t.other_car_id as otherCarId", "t.distance"])
    .where("t.car_id", "=", id)
    .where("t.illustrative", "=", false)
    // Ids of photos begin with their time.
    .where(sql<boolean>`(t.other_photo, o.created_at) < (t.photo, c.created_at)`)
    .orderBy("t.distance")
    .orderBy("t.other_photo")
    .orderBy("t.other_car_id")
    .executeTakeFirst();
  return twin ?? null;
};
