import { sql } from "kysely";
import type { Signal } from "#server/admin/review/signal.ts";

/** A photo of the car stands on three sellers' cars or more, as pictures of brochures do. Primary key of photo_twins. */
export const photoOnManyCars: Signal<"photo_on_many_cars"> = async ({ db }, { id }) => {
  const { rows } = await sql<{ photo: string; otherPhoto: string; otherCarId: string; cars: number }>`
    select t.photo, (array_agg(t.other_photo order by t.distance, t.other_photo, t.other_car_id))[1] as "otherPhoto",
      (array_agg(t.other_car_id order by t.distance, t.other_photo, t.other_car_id))[1] as "otherCarId",
      count(distinct t.other_car_id) + 1 as cars
    from photo_twins t where t.car_id = ${id} and t.illustrative
    group by t.photo order by cars desc, t.photo limit 1`.execute(db);
  return rows;
};
