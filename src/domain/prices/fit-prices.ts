import { type HeldBack, calibrate } from "./calibration.ts";
import { nearestComparables } from "./comparables.ts";
import { rangeOf, statusOf } from "./estimate-price.ts";
import { PriceRegression } from "./learn-effects.ts";
import { neighbourhoodOf } from "./neighbourhood.ts";
import type { PricedListing } from "./price-facts.ts";
import { type PriceModel, type Usual, brandKey, modelKey } from "./price-model.ts";
import { learnSpread, spreadOf, spreadTerms } from "./spread.ts";

export interface FitOptions {
  /** Ages count from this year. */
  readonly year: number;
  /** The day of the estimates, 2026-11-23; null if listings have no days. */
  readonly asOf: string | null;
}

/** Quality of a fit, measured on held-out listings. */
export interface FitFigures {
  readonly listings: number;
  /** Median of |estimate - price| / price, 0.1 is 10 %; null if nothing could be measured. */
  readonly medianError: number | null;
  /** How many cars got an estimate, a band, and have a price in their 80 % range. */
  readonly estimated: number;
  readonly rated: number;
  readonly covered: number;
}

const folds = 5;
const digits = 1e6;

/**
 * Fits the price model. The order of the listings does not matter, nor do their ids; listings below 1 EUR are
 * skipped. Ranges are calibrated on held-out listings: each fifth in turn is held out from a regression of the
 * others (split conformal calibration, five times).
 */
export function fitPrices(
  listings: readonly PricedListing[],
  options: FitOptions,
): { model: PriceModel; figures: FitFigures } {
  const keyed = listings
    .filter(({ price }) => price >= 1)
    .map((listing) => ({ listing, key: contentOf(listing) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  const learned = keyed.map(({ listing }) => listing);
  // Equal listings are in the same fold: a duplicate must not validate itself.
  const foldOf = keyed.map(({ key }) => hashOf(key) % folds);
  const frame = { ...options, usual: usualFacts(learned) };
  const regression = new PriceRegression(learned, frame);
  const whole = regression.learn(() => true);

  const heldBack: (ReturnType<typeof holdBack> & { fold: number })[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const { residuals } = regression.learn((place) => foldOf[place] !== fold, whole);
    const candidates = byModel(
      learned.flatMap((listing, place) =>
        foldOf[place] === fold ? [] : [{ ...listing, residual: residuals[place] ?? 0 }],
      ),
    );
    for (const [place, listing] of learned.entries()) {
      const found = foldOf[place] === fold ? candidates.get(modelKey(listing)) : undefined;
      if (found !== undefined) {
        heldBack.push({ fold, ...holdBack(listing, residuals[place] ?? 0, found, options.year) });
      }
    }
  }
  const spread = learnSpread(heldBack);
  // With spreads fitted without the price itself, like those of new cars.
  const scored = Array.from({ length: folds }, (_, fold) => {
    const others = learnSpread(heldBack.filter((one) => one.fold !== fold));
    return heldBack
      .filter((one) => one.fold === fold)
      .map((one) => Object.assign(one, { score: one.error / spreadOf(one.terms, others) }));
  }).flat();
  const model: PriceModel = {
    version: 1,
    ...frame,
    effects: rounded(whole.effects),
    spread: rounded(new Map(Object.entries(spread))),
    calibration: calibrate(scored),
  };
  return { model, figures: figuresOf(model, learned.length, scored) };
}

/** A held-out listing's prediction by the others. `residual`: without the comparables. */
function holdBack(
  listing: PricedListing,
  residual: number,
  candidates: readonly (PricedListing & { residual: number })[],
  year: number,
) {
  const comparables = nearestComparables(listing, candidates);
  const neighbourhood = neighbourhoodOf(comparables, (candidate) => candidate.residual);
  const error = residual - neighbourhood.correction;
  const ln = Math.log(listing.price) - error;
  return {
    error,
    ln,
    terms: spreadTerms(listing, year, ln, neighbourhood),
    age: Math.max(year - listing.year, 0),
    comparables: comparables.count,
  };
}

function figuresOf(
  model: PriceModel,
  listings: number,
  heldBack: readonly (HeldBack & Pick<ReturnType<typeof holdBack>, "error" | "ln" | "terms">)[],
): FitFigures {
  const sizes = heldBack
    .map(({ error }) => Math.abs(Math.expm1(-error)))
    .toSorted((one, other) => one - other);
  const answers = heldBack.map((one) => {
    const limits = rangeOf(model, Math.round(Math.exp(one.ln)), one);
    const price = Math.exp(one.ln + one.error);
    return {
      status: statusOf(limits, Math.exp(one.ln)),
      covered: price >= limits.p10 && price <= limits.p90,
    };
  });
  return {
    listings,
    medianError: sizes[sizes.length >> 1] ?? null,
    estimated: answers.filter(({ status }) => status !== "none").length,
    rated: answers.filter(({ status }) => status === "rated").length,
    covered: answers.filter(({ status, covered }) => status !== "none" && covered).length,
  };
}

function usualFacts(listings: readonly PricedListing[]): Record<string, Usual> {
  const usual: Record<string, Usual> = {};
  for (const keyOf of [() => "", ({ brand }: PricedListing) => brandKey(brand), modelKey]) {
    for (const [key, group] of Map.groupBy(listings, keyOf)) {
      usual[key] = {
        listings: group.length,
        power: median(group.map(({ power }) => power)),
        engineSize: median(group.map(({ engineSize }) => engineSize)),
        fuel: commonest(group.map(({ fuel }) => fuel)),
        type: commonest(group.map(({ type }) => type)),
        transmission: commonest(group.map(({ transmission }) => transmission)),
        origin: commonest(group.map(({ origin }) => origin)),
        condition: commonest(group.map(({ condition }) => condition)),
        customsPaid: commonest(group.map(({ customsPaid }) => customsPaid)),
      };
    }
  }
  return usual;
}

/** Listings by model key, the candidates of `estimatePrice`. */
export function byModel<L extends PricedListing>(listings: readonly L[]): Map<string, L[]> {
  return Map.groupBy(listings, modelKey);
}

/** All but the id, because order and number of listings vary. */
function contentOf(listing: Omit<PricedListing, "id">): string {
  return JSON.stringify([
    modelKey(listing),
    listing.year,
    listing.mileage,
    listing.price,
    listing.fuel,
    listing.type,
    listing.transmission,
    listing.origin,
    listing.condition,
    listing.customsPaid,
    listing.power,
    listing.engineSize,
    listing.date,
  ]);
}

/** FNV-1a with a final mix: assigns listings to folds, deterministically. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Six digits are a hundredth of a euro; more would double the stored model. */
function rounded(effects: ReadonlyMap<string, number>): Record<string, number> {
  const entries = [...effects].map(([name, effect]) => [name, Math.round(effect * digits) / digits] as const);
  return Object.fromEntries(entries.filter(([, effect]) => effect !== 0));
}

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).toSorted((one, other) => one - other);
  return known[known.length >> 1] ?? null;
}

/** The first of the most common ones: listings are sorted, so it is deterministic. */
function commonest<T>(values: readonly (T | null)[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}
