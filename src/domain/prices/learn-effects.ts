import type { PricedListing } from "./price-facts.ts";
import type { TermFrame } from "./price-terms.ts";
import { linearTerms, partsOf, penaltyOf, termsOf, total } from "./price-terms.ts";
import { Ridge } from "./ridge.ts";

/** Errors beyond so many times the usual one get less weight (Huber). */
const robustness = 1.3;
const rounds = 4;

/** The regression of ln(price) on the terms of all listings, solved for all or for a part of them. */
export class PriceRegression {
  readonly #listings: readonly PricedListing[];
  readonly #frame: TermFrame;
  readonly #targets: Float64Array;
  readonly #ridge: Ridge;

  constructor(listings: readonly PricedListing[], frame: TermFrame) {
    this.#listings = listings;
    this.#frame = frame;
    this.#targets = Float64Array.from(listings, ({ price }) => Math.log(price));
    this.#ridge = new Ridge(linearRows(listings, frame), penaltyOf);
  }

  /**
   * Fits on the listings that `isLearned` selects by index. `before`: a fit on nearly the same listings, which
   * saves most of the work.
   */
  learn(isLearned: (place: number) => boolean, before?: Learned): Learned {
    const mask = this.#targets.map((_, place) => (isLearned(place) ? 1 : 0));
    let weights = mask.map((one, place) => one * (before?.weights[place] ?? 1));
    let bends = before?.bends ?? new Float64Array(mask.length);
    let solution = before?.solution;
    let effects = new Map<string, number>();
    let residuals: Float64Array = new Float64Array(mask.length);
    for (let round = before === undefined ? rounds : 1; round > 0; round--) {
      solution = this.#ridge.solve(
        this.#targets.map((target, place) => target - (bends[place] ?? 0)),
        weights,
        solution,
      );
      effects = new Map(this.#ridge.names.map((name, at) => [name, solution?.[at] ?? 0]));
      const effectOf = (name: string) => effects.get(name) ?? 0;
      const straight = this.#ridge.sums(solution);
      // Terms are recomputed each time: caching those of 14,000 listings takes 200 MB.
      const said = Float64Array.from(this.#listings, (listing) =>
        total(partsOf(termsOf(listing, this.#frame), effectOf)),
      );
      // The change by the monotonicity of age and mileage: the next round fits the rest around it.
      bends = said.map((sum, place) => sum - (straight[place] ?? 0));
      residuals = this.#targets.map((target, place) => target - (said[place] ?? 0));
      const usual = medianSize(residuals.filter((_, place) => mask[place] === 1));
      weights = mask.map(
        (one, place) => one * Math.min(1, (robustness * 1.4826 * usual) / Math.abs(residuals[place] || 1e-9)),
      );
    }
    return { effects, residuals, weights, bends, solution: solution ?? new Float64Array() };
  }
}

/** One at a time, to save memory. */
function* linearRows(listings: readonly PricedListing[], frame: TermFrame) {
  for (const listing of listings) yield linearTerms(termsOf(listing, frame));
}

export interface Learned {
  readonly effects: ReadonlyMap<string, number>;
  /** ln(price) minus the effects, of every listing, held out or not. */
  readonly residuals: Float64Array;
  readonly weights: Float64Array;
  readonly bends: Float64Array;
  readonly solution: Float64Array;
}

function medianSize(values: Float64Array): number {
  const sizes = values.map(Math.abs).toSorted();
  return sizes[sizes.length >> 1] || 1;
}
