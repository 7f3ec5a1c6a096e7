import { isSealedVin } from "#domain/cars/vin.ts";
import type { Context } from "#server/context.ts";
import { openVin, partsOf } from "./seal-vin.ts";

type Ctx = Pick<Context, "db" | "secretBox">;

/**
 * The numbers of a person's own cars, whole, and what the person's listings have said of their mileage. A number that was
 * sealed with another key is null.
 */
export async function exportVins(ctx: Ctx, userId: string) {
  // Index cars_owner.
  const vins = await ctx.db
    .selectFrom("car_vins as v")
    .innerJoin("cars as c", "c.id", "v.car_id")
    .select(["v.car_id as carId", "v.sealed", "v.note as mileageNote", "v.lower_since as lowerMileageSince"])
    .select("v.lower_public_at as lowerMileagePublicAt")
    .where("c.owner_id", "=", userId)
    .orderBy("c.id")
    .execute();
  // Index mileage_readings_owner.
  const mileageReadings = await ctx.db
    .selectFrom("mileage_readings")
    .select(["listing_id as carId", "mileage", "read_at as at"])
    .where("owner_id", "=", userId)
    .orderBy("read_at")
    .orderBy("id")
    .execute();
  return {
    vins: vins.map(({ sealed, ...facts }) => Object.assign(facts, { vin: openVin(ctx, userId, sealed) })),
    mileageReadings,
  };
}

/** A form that waits for its payment, as its owner filled it in. */
export function shownForm(ctx: Pick<Ctx, "secretBox">, userId: string, form: unknown): unknown {
  if (typeof form !== "object" || form === null || !("vin" in form) || typeof form.vin !== "string")
    return form;
  const vin = isSealedVin(form.vin) ? openVin(ctx, userId, partsOf(form.vin).sealed) : null;
  return { ...form, vin };
}
