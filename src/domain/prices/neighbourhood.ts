import type { Comparables } from "./comparables.ts";

/** What the nearest comparables add to the model. */
export interface Neighbourhood {
  /** The mean residual in ln(price), shrunk towards 0 if there are few or distant ones. */
  readonly correction: number;
  /** Their effective number, in comparables at distance 0. */
  readonly weight: number;
  /** The spread of their residuals, shrunk towards the usual one. */
  readonly dispersion: number;
}

/** Prior weight: as so many comparables with residual 0. */
const doubt = 2;
/** A larger residual is a misprint. */
const widest = 0.5;
const usualDispersion = 0.15;

/** `residualOf`: ln(price) of a listing minus the model's. */
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
