import { type HeldBack, calibrate } from "./calibration.ts";
import { estimatePrice, lnEstimate, total } from "./estimate-price.ts";
import type { PricedListing } from "./price-facts.ts";
import { type PriceModel, type Usual, brandKey, modelKey } from "./price-model.ts";
import { linearTerms, partsOf, penaltyOf, termsOf } from "./price-terms.ts";
import { fitRidge } from "./ridge.ts";

export interface FitOptions {
  /** Ages are counted from this year. */
  readonly year: number;
  /** The day that the estimates are of; null where listings have no days. */
  readonly asOf: string | null;
}

/** How good a fit is, measured on listings that it had not seen. Shares and errors are of 1. */
export interface FitFigures {
  readonly listings: number;
  /** The median of |estimate - price| / price; null where nothing could be measured. */
  readonly medianError: number | null;
  /** How many cars got an estimate, were rated, and asked for a price in their 80 % range. */
  readonly estimated: number;
  readonly rated: number;
  readonly covered: number;
}

interface Learned {
  readonly listing: PricedListing;
  readonly key: string;
}

const folds = 5;

/**
 * Learns what cars are offered for. The order of the listings does not matter; each counts once.
 * Listings of an impossible price (below 1 EUR) are left out.
 */
export function fitPrices(
  listings: readonly PricedListing[],
  options: FitOptions,
): { model: PriceModel; figures: FitFigures } {
  const learned = listings
    .filter(({ price }) => price >= 1)
    .map((listing) => ({ listing, key: contentOf(listing) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));

  const heldBack: (HeldBack & { listing: PricedListing; error: number })[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const part = learned.filter(({ key }) => hashOf(key) % folds !== fold);
    const rest = learned.filter(({ key }) => hashOf(key) % folds === fold);
    const effects = learnEffects(part, options);
    const candidates = byModel(part.map(({ listing }) => listing));
    for (const { listing } of rest) {
      const found = candidates.get(modelKey(listing)) ?? [];
      if (found.length === 0) continue;
      const { parts, neighbours, spread, count } = lnEstimate(effects, listing, found, listing.id);
      const error = Math.log(listing.price) - total(parts) - neighbours;
      heldBack.push({
        listing,
        error,
        age: Math.max(options.year - listing.year, 0),
        comparables: count,
        score: error / spread,
      });
    }
  }
  const model: PriceModel = {
    ...learnEffects(learned, options),
    version: 1,
    asOf: options.asOf,
    calibration: calibrate(heldBack),
  };
  return { model, figures: figuresOf(model, learned, heldBack) };
}

function learnEffects(
  learned: readonly Learned[],
  { year }: FitOptions,
): Pick<PriceModel, "year" | "usual" | "effects" | "spread"> {
  const usual = usualFacts(learned.map(({ listing }) => listing));
  const rows = learned.map(({ listing }) => {
    const terms = termsOf(listing, { year, usual });
    return { terms, linear: linearTerms(terms), ln: Math.log(listing.price), weight: 1, offset: 0 };
  });
  let effects = new Map<string, number>();
  for (let round = 0; round < 4; round++) {
    effects = fitRidge(
      rows.map((row) => ({ terms: row.linear, target: row.ln - row.offset, weight: row.weight })),
      penaltyOf,
    );
    const effectOf = (name: string) => effects.get(name) ?? 0;
    const said = rows.map((row) => total(partsOf(row.terms, effectOf)));
    const errors = rows.map((row, at) => row.ln - (said[at] ?? 0));
    const scale = median(errors.map(Math.abs)) * 1.4826 || 1;
    rows.forEach((row, at) => {
      const plain = row.linear.reduce((sum, { name, value }) => sum + effectOf(name) * value, 0);
      row.offset = (said[at] ?? 0) - plain;
      row.weight = Math.min(1, (1.5 * scale) / Math.max(Math.abs(errors[at] ?? 0), 1e-9));
    });
  }
  return { year, usual, effects: Object.fromEntries(effects), spread: { base: 0, age: 0.04 } };
}

function usualFacts(listings: readonly PricedListing[]): Record<string, Usual> {
  const groups = new Map<string, PricedListing[]>();
  for (const listing of listings) {
    for (const key of ["", brandKey(listing.brand), modelKey(listing)]) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [listing]);
      else group.push(listing);
    }
  }
  const usual: Record<string, Usual> = {};
  for (const [key, group] of groups) {
    usual[key] = {
      listings: group.length,
      power: medianOf(group.map(({ power }) => power)),
      engineSize: medianOf(group.map(({ engineSize }) => engineSize)),
    };
  }
  return usual;
}

/** Listings by model key, as `estimatePrice` wants its candidates. */
export function byModel<L extends PricedListing>(listings: readonly L[]): Map<string, L[]> {
  const groups = new Map<string, L[]>();
  for (const listing of listings) {
    const key = modelKey(listing);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [listing]);
    else group.push(listing);
  }
  return groups;
}

function figuresOf(
  model: PriceModel,
  learned: readonly Learned[],
  heldBack: readonly { listing: PricedListing; error: number }[],
): FitFigures {
  const candidates = byModel(learned.map(({ listing }) => listing));
  const answers = heldBack.map(({ listing }) => ({
    price: listing.price,
    ...estimatePrice(model, listing, candidates.get(modelKey(listing)) ?? [], { id: listing.id }),
  }));
  return {
    listings: learned.length,
    medianError:
      heldBack.length === 0 ? null : median(heldBack.map(({ error }) => Math.abs(Math.expm1(-error)))),
    estimated: answers.filter(({ status }) => status !== "none").length,
    rated: answers.filter(({ status }) => status === "rated").length,
    covered: answers.filter(
      ({ price, low, high }) => low !== null && high !== null && price >= low && price <= high,
    ).length,
  };
}

/** Everything but the id: listings come in any order, and under any number. */
function contentOf(content: Omit<PricedListing, "id">): string {
  return JSON.stringify([
    modelKey(content),
    content.year,
    content.mileage,
    content.price,
    content.fuel,
    content.type,
    content.transmission,
    content.origin,
    content.condition,
    content.customsPaid,
    content.power,
    content.engineSize,
    content.date,
  ]);
}

/** FNV-1a: spreads listings over the folds, the same ones each time. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}
