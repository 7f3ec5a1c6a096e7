import type { EstimatedCar, PriceEstimateAnswer } from "#contract/prices.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { canSeeCar } from "#domain/cars/car-permissions.ts";
import { carMessages } from "#domain/messages/car.ts";
import { isNear } from "#domain/prices/comparables.ts";
import { isDamaged } from "#domain/prices/damage.ts";
import type { PriceEstimate } from "#domain/prices/estimate-price.ts";
import { isSameCar, withoutRepeats } from "#domain/prices/repeats.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { assessPrice } from "./assess-price.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { nearOf } from "./near-of.ts";
import {
  type Comparable,
  loadDearCars,
  loadNearListings,
  loadPricedCar,
  writeBands,
} from "./prices.queries.ts";

/** What estimates are made with (specification.md#price-estimate). */
export type EstimateContext = Pick<Context, "db" | "log" | "now" | "priceModel">;

/** What a published car is worth. Throws car_not_found for one that is not there for this viewer. */
export async function estimateCar(
  { db, log, now, priceModel }: EstimateContext,
  viewer: Actor | null,
  id: string,
): Promise<PriceEstimateAnswer> {
  const found = await loadPricedCar(db, id);
  if (found === null || !canSeeCar(viewer, found.access)) throw new AppError("car_not_found");
  const { car, isDue, isJustEdited } = found;
  const model = await priceModel.get();
  const damaged = car.damaged ?? isDamaged(car);
  const [near = []] = model === null ? [] : await loadNearListings(db, [nearOf(car, now())]);
  const today = dayOf(now());
  const { price, band: previousBand } = car;
  const options = { price, previousBand, damaged, recentlyEdited: isJustEdited, today };
  const assessed = assessPrice(model, car, near, options);
  // Comparables come and go between two fits: what is answered here is what lists show.
  if (model !== null && !isDue && assessed.band !== previousBand) {
    writeBands(db, [{ id, rowVersion: car.rowVersion, band: assessed.band, damaged }]).catch(
      (error: unknown) => log.warn("prices.band_not_written", { error: String(error) }),
    );
  }
  return present(assessed, today);
}

/**
 * Cars on sale that compare with a published one, the same car published again left out; whatever its price says.
 * For its owner and admins alone: they may be many, and not all are public to others.
 */
export async function onSaleLike(
  { db, now }: EstimateContext,
  id: string,
): Promise<{ price: number; others: Comparable[] } | null> {
  const found = await loadPricedCar(db, id);
  if (found === null) return null;
  const { car } = found;
  const [near = []] = await loadNearListings(db, [nearOf(car, now())]);
  const others = withoutRepeats(near.filter((listing) => !isSameCar(listing, car)));
  return {
    price: car.price,
    others: others.filter((other) => other.state === "active" && isNear(car, other)),
  };
}

/**
 * By how much, in EUR to the nearest 50, each of these cars asks more than such cars are offered for: of those on sale
 * that people see rated above the market. For their owner alone.
 */
export async function eurosAboveSimilar(
  { db, now, priceModel }: EstimateContext,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const model = await priceModel.get();
  const cars = model === null || ids.length === 0 ? [] : await loadDearCars(db, ids);
  if (cars.length === 0) return new Map();
  const nears = await loadNearListings(
    db,
    cars.map((car) => nearOf(car, now())),
  );
  const today = dayOf(now());
  return new Map(
    cars.flatMap((car, at): [string, number][] => {
      const damaged = car.damaged ?? isDamaged(car);
      const { estimate } = assessPrice(model, car, nears[at] ?? [], { damaged, today });
      const above = estimate === null ? 0 : Math.round((car.price - estimate) / 50) * 50;
      return above > 0 ? [[car.id, above]] : [];
    }),
  );
}

/** What a car is worth by its facts; a band where they have a price. */
export async function estimateFacts(
  { db, now, priceModel }: EstimateContext,
  facts: EstimatedCar,
): Promise<PriceEstimateAnswer> {
  const model = await priceModel.get();
  const [near = []] = model === null ? [] : await loadNearListings(db, [nearOf(facts, now())]);
  const today = dayOf(now());
  return present(assessPrice(model, facts, near, { price: facts.price, today }), today);
}

/** As everybody may read it: no owners, and ids of public cars alone. */
function present(assessed: PriceEstimate<Comparable>, today: string): PriceEstimateAnswer {
  return {
    ...assessed,
    steps: assessed.steps.map(({ key, label, euro }) => ({ key, label, euro })),
    comparables: assessed.comparables.map(
      ({ id, isPublic, brand, model, year, mileage, price, state, date }) => ({
        id: isPublic ? id : null,
        brand,
        model: maskPhones(model, carMessages.phoneMasked),
        year,
        mileage,
        price,
        state,
        date,
      }),
    ),
    // Where too few are near, farther ones are shown.
    comparableCount: Math.max(assessed.comparableCount, assessed.comparables.length),
    asOf: assessed.asOf ?? today,
  };
}
