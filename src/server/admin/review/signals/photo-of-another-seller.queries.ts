import { sql } from "kysely";
import type { SignalEvidence } from "#domain/admin/review-signals.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/**
 * A photo of the car stood on another seller's car before: photo and car came later. The nearest of each seller, nearest
 * first, so that none hides another's. Photos of many sellers are no theft, and what was taken down accuses nobody.
 * Primary key of photo_twins.
 */
export const photoOfAnotherSeller: Signal<"photo_of_another_seller"> = async ({ db }, { id }) => {
  // Ids of photos begin with their time. Both must be earlier: a seller who takes a photo in again is no thief.
  const { rows } = await sql<SignalEvidence["photo_of_another_seller"]>`
    select photo, "otherPhoto", "otherCarId", distance from (
      select distinct on (o.owner_id) t.photo, t.other_photo as "otherPhoto", t.other_car_id as "otherCarId", t.distance
      from photo_twins t
      join cars c on c.id = t.car_id
      join cars o on o.id = t.other_car_id join users u on u.id = o.owner_id
      where t.car_id = ${id} and not t.illustrative and not is_taken_down(o, u)
        and t.other_photo <= t.photo and o.created_at < c.created_at
      order by o.owner_id, t.distance, t.other_photo, t.other_car_id) nearest
    order by distance, "otherPhoto", "otherCarId"`.execute(db);
  return rows;
};
