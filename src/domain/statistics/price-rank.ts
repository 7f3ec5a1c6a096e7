/** A price's rank among comparable cars on sale. */
export interface PriceRank {
  /** 1: none is cheaper. */
  position: number;
  /** The comparables and the car itself. */
  of: number;
  /** The rank after lowering the price, smallest step first; `euro`: by how much. */
  ifLowerBy: { euro: number; position: number }[];
}

/** Of the price. */
const steps = [0.01, 0.03, 0.05, 0.1];
/** EUR: people lower prices in round steps. */
const roundTo = 50;

/** The rank of a price (EUR) among comparable cars on sale; null without comparables. */
export function rankPrice(price: number, others: readonly number[]): PriceRank | null {
  if (others.length === 0) return null;
  const positionOf = (asked: number): number => 1 + others.filter((other) => other < asked).length;
  const lower = [
    ...new Set(steps.map((part) => Math.max(Math.round((price * part) / roundTo), 1) * roundTo)),
  ].filter((euro) => euro < price);
  return {
    position: positionOf(price),
    of: others.length + 1,
    ifLowerBy: lower.map((euro) => ({ euro, position: positionOf(price - euro) })),
  };
}

/** The median of some figures, rounded; null for none. */
export function median(figures: readonly number[]): number | null {
  const sorted = figures.toSorted((one, other) => one - other);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2);
}
