import type { Comparables } from "./comparables.ts";

/** What the nearest comparables say of a car beside the model. */
export interface Neighbourhood {
  /** The mean residual in ln(price), shrunk towards 0 where there are few or far ones. */
  readonly correction: number;
  /** How many comparables as near as can be they are worth. */
  readonly weight: number;
  /** How far their residuals lie from each other, shrunk towards what is usual. */
  readonly dispersion: number;
}

/** Against so many comparables that say nothing. */
const doubt = 2;
/** A residual beyond this is a misprint, not a hint. */
const widest = 0.5;
const usualDispersion = 0.15;

/** `residualOf`: ln(price) of a listing less what the model says of it. */
export function neighbourhoodOf<L>(
  { nearest }: Comparables<L>,
  residualOf: (listing: L) => number,
): Neighbourhood {
  const said = nearest.map(({ listing, distance }) => ({
    residual: Math.max(Math.min(residualOf(listing), widest), -widest),
    weight: 1 / (1 + distance ** 2),
  }));
  const weight = said.reduce((sum, one) => sum + one.weight, 0);
  const correction = said.reduce((sum, one) => sum + one.weight * one.residual, 0) / (weight + doubt);
  const apart = said.reduce((sum, one) => sum + one.weight * Math.abs(one.residual - correction), 0);
  return { correction, weight, dispersion: (apart + doubt * usualDispersion) / (weight + doubt) };
}
