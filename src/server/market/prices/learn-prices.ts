import type { Kysely } from "kysely";
import { isDamaged } from "#domain/prices/damage.ts";
import { fitPrices, type FitFigures } from "#domain/prices/fit-prices.ts";
import type { PriceBand } from "#domain/cars/price-bands.ts";
import { modelKey, parsePriceModel, type PriceModel } from "#domain/prices/price-model.ts";
import { withoutRepeats } from "#domain/prices/repeats.ts";
import { copyRows } from "#server/platform/db/copy-rows.ts";
import type { PriceFitOutcome } from "#domain/operation/fit-outcomes.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { assessPrice } from "./assess-price.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { nearOf } from "./near-of.ts";
import { NearListings } from "./near-listings.ts";
import { isWorse, readFitFigures } from "./fit-figures.ts";
import { loadPriceModel, savePriceFit } from "./price-model.queries.ts";
import {
  type FoundBand,
  type LearnedListing,
  learnedListings,
  type ModelListing,
  modelListings,
  writeBands,
} from "./prices.queries.ts";
import { ListingSample } from "./sample.ts";

export interface LearnDeps {
  readonly db: Kysely<DB>;
  /** The same database's address, for COPY. */
  readonly url: string;
  readonly now: () => Date;
}

export interface Learned {
  readonly outcome: PriceFitOutcome;
  readonly figures: FitFigures;
  /** Cars with a changed band. */
  readonly bands: number;
}

/** Fewer listings say nothing about prices. */
const minListings = 30;
/** At most so many listings of one model are in memory at once, with those of the next. */
const maxOfModel = 100_000;
/** Small, so that indexes that follow can read them between requests. */
const bandBatch = 200;

/**
 * Fits the model on the listings of the last 180 days, and accepts it unless it is worse than the previous one
 * (specification.md#price-estimate). Then recomputes the band of every car on sale. Takes seconds to minutes
 * and a few hundred MB: run it in its own process (learn-program.ts).
 */
export async function learnPrices(deps: LearnDeps): Promise<Learned> {
  const { db, now } = deps;
  const listings = await readListings(deps);
  const today = dayOf(now());
  const { model, figures } = fitPrices(listings, { year: Number(today.slice(0, 4)), asOf: today });
  const before = await loadPriceModel(db);
  const usable = before !== null && parsePriceModel(before.model) !== null;
  const outcome =
    listings.length < minListings
      ? "few_data"
      : usable && isWorse(figures, readFitFigures(before.figures))
        ? "worse"
        : "taken";
  await savePriceFit(db, { outcome, figures, model: outcome === "taken" ? model : null });
  const bands = outcome === "taken" ? await rateCars(deps, model) : 0;
  return { outcome, figures, bands };
}

/** A sample of all listings, each car once. */
async function readListings({ db, url }: LearnDeps): Promise<LearnedListing[]> {
  const sample = new ListingSample<LearnedListing>();
  let group: LearnedListing[] = [];
  const take = (): void => {
    for (const listing of withoutRepeats(group)) sample.add(modelKey(listing), listing);
    group = [];
  };
  for await (const rows of copyRows<LearnedListing>(url, learnedListings(db).compile())) {
    for (const row of rows) {
      const { description, ...listing } = row;
      if (description !== null && isDamaged({ ...row, description })) continue;
      const [last] = group;
      const isSameGroup =
        last !== undefined &&
        last.ownerId === row.ownerId &&
        last.model === row.model &&
        last.year === row.year;
      if (!isSameGroup || group.length >= maxOfModel) take();
      group.push({ ...listing, description: null });
    }
  }
  take();
  return sample.listings();
}

/** Recomputes the band of every car on sale by this model, one car model at a time. Returns how many changed. */
async function rateCars(deps: LearnDeps, model: PriceModel): Promise<number> {
  const { db, url, now } = deps;
  let written = 0;
  let found: FoundBand[] = [];
  const write = async (): Promise<void> => {
    written += await writeBands(db, found);
    found = [];
  };
  let group: ReadListing[] = [];
  const rate = async (): Promise<void> => {
    for (const one of ratedAnew(model, group, now())) {
      found.push(one);
      if (found.length >= bandBatch) await write();
    }
    group = [];
  };
  for await (const rows of copyRows<ModelListing>(url, modelListings(db).compile())) {
    for (const row of rows) {
      if (group.length >= maxOfModel || (group[0] !== undefined && group[0].key !== row.key)) await rate();
      const damaged = row.damaged ?? isDamaged({ ...row, description: row.description ?? "" });
      group.push({ ...row, description: null, damaged, isNewlyRead: row.damaged === null });
    }
  }
  await rate();
  await write();
  return written;
}

/** A listing whose text was checked for damage. */
interface ReadListing extends ModelListing {
  readonly damaged: boolean;
  readonly isNewlyRead: boolean;
}

/** Those listings of a model whose stored values change. */
function* ratedAnew(model: PriceModel, listings: readonly ReadListing[], now: Date): Generator<FoundBand> {
  const near = new NearListings(listings.filter(({ counts, damaged }) => counts && !damaged));
  for (const car of listings) {
    const { id, rowVersion, damaged, band: previousBand } = car;
    // Due cars are processed separately.
    if (car.isDue) continue;
    const band = car.isOnSale ? bandOf(model, car, near, now) : previousBand;
    if (band !== previousBand || car.isNewlyRead) yield { id, rowVersion, band, damaged };
  }
}

function bandOf(
  model: PriceModel,
  car: ReadListing,
  near: NearListings<ReadListing>,
  now: Date,
): PriceBand | null {
  const { price, damaged, band: previousBand } = car;
  return assessPrice(model, car, near.to(nearOf(car, now)), { price, previousBand, damaged, today: "" }).band;
}
