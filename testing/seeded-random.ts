/** Seeded random choices. */
export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** True with the probability `share`, from 0 to 1. */
  chance(share: number): boolean;
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  /** One of them; throws for an empty list. */
  pick<Value>(values: readonly Value[]): Value;
}

/** Mulberry32. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    next,
    chance: (share) => next() < share,
    below,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error("Nothing to choose from.");
      return value;
    },
  };
}
