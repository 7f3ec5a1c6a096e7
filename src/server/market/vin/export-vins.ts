import { isSealedVin } from "#domain/cars/vin.ts";
import type { Context } from "#server/context.ts";
import { openVin, partsOf } from "./seal-vin.ts";
import { loadOwnReadings, loadOwnVins } from "./vin.queries.ts";

type Ctx = Pick<Context, "db" | "secretBox">;

/**
 * The numbers of a person's own cars, whole, and what the person's listings have said of their mileage. A number that was
 * sealed with another key is null.
 */
export async function exportVins(ctx: Ctx, userId: string) {
  const vins = await loadOwnVins(ctx.db, userId);
  const readings = await loadOwnReadings(ctx.db, userId);
  return {
    vins: vins.map((one) => ({
      carId: one.car_id,
      vin: openVin(ctx, userId, one.sealed),
      mileageNote: one.note,
      lowerMileageSince: one.lower_since?.toISOString() ?? null,
      lowerMileagePublicAt: one.lower_public_at?.toISOString() ?? null,
    })),
    mileageReadings: readings.map((one) => ({
      carId: one.listing_id,
      mileage: one.mileage,
      at: one.read_at.toISOString(),
    })),
  };
}

/** A form that waits for its payment, as its owner filled it in. */
export function shownForm(ctx: Pick<Ctx, "secretBox">, userId: string, form: unknown): unknown {
  if (typeof form !== "object" || form === null || !("vin" in form) || typeof form.vin !== "string")
    return form;
  const vin = isSealedVin(form.vin) ? openVin(ctx, userId, partsOf(form.vin).sealed) : null;
  return { ...form, vin };
}
