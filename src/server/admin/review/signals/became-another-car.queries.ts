import { sql } from "kysely";
import type { Signal } from "#server/admin/review/signal.ts";

/**
 * The car is another one than it was before the first edit that made another car of it (trigger car_became_another):
 * further edits make that no better, and a slip that was taken back is none.
 */
export const becameAnotherCar: Signal<"became_another_car"> = async ({ db }, { id, brand, model, year }) => {
  const before = await db
    .selectFrom("car_identity_changes")
    .select(["brand", "model", "year"])
    .select(sql<string>`(at at time zone 'Europe/Belgrade')::date::text`.as("on"))
    .where("car_id", "=", id)
    .orderBy("at")
    .executeTakeFirst();
  if (before === undefined) return [];
  const { on, ...was } = before;
  const isSame =
    was.brand === brand && (was.model.toLowerCase() === model.toLowerCase() || was.year === year);
  return isSame ? [] : [{ before: was, after: { brand, model, year }, on }];
};
