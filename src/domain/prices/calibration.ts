import type { PriceModel, Quantiles } from "./price-model.ts";

/** A held-out price and its estimate. */
export interface HeldBack {
  readonly age: number;
  readonly comparables: number;
  /** (ln(price) - ln(estimate)) / spread. */
  readonly score: number;
}

const minInGroup = 100;
/** If there are too few prices to calibrate: so wide that nothing gets a band. */
const unknownQuantiles: Quantiles = { p10: -9, p30: -4, p70: 4, p90: 9 };

function groupsOf(age: number, comparables: number): string[] {
  const ageGroup = age <= 10 ? "to 10" : age <= 15 ? "11 to 15" : "from 16";
  return [`${ageGroup}, ${comparables < 3 ? "few" : "many"}`, ageGroup, "all"];
}

/** Split conformal calibration: quantiles of the scores, by age and number of comparables. */
export function calibrate(heldBack: readonly HeldBack[]): PriceModel["calibration"] {
  const scores = new Map<string, number[]>();
  for (const { age, comparables, score } of heldBack) {
    for (const group of groupsOf(age, comparables)) {
      const list = scores.get(group);
      if (list === undefined) scores.set(group, [score]);
      else list.push(score);
    }
  }
  const calibration: Record<string, Quantiles> = {};
  for (const [group, list] of scores) {
    if (list.length < minInGroup && group !== "all") continue;
    list.sort((one, other) => one - other);
    calibration[group] = {
      p10: lowerQuantile(list, 0.1),
      p30: Math.min(lowerQuantile(list, 0.3), 0),
      p70: Math.max(-lowerQuantile(list.map((score) => -score).toReversed(), 0.3), 0),
      p90: -lowerQuantile(list.map((score) => -score).toReversed(), 0.1),
    };
  }
  return calibration;
}

/** The quantile for the next score: with n scores the floor(q (n + 1))th. */
function lowerQuantile(ascending: readonly number[], share: number): number {
  return ascending[Math.floor(share * (ascending.length + 1)) - 1] ?? (ascending[0] ?? 0) - 1;
}

export function quantilesFor(
  calibration: PriceModel["calibration"],
  age: number,
  comparables: number,
): Quantiles {
  const group = groupsOf(age, comparables).find((name) => calibration[name] !== undefined);
  return (group === undefined ? undefined : calibration[group]) ?? unknownQuantiles;
}
