// specification.md#car-page: five minutes, a hundred entries, the oldest fifth dropped. A map of our own
// rather than TanStack Query's cache: its rule of what to drop is another, and the car page, which a
// stranger opens first, would carry that library for this alone.

export const carCacheTtlMs = 5 * 60 * 1000;
export const carCacheMaxEntries = 100;
const evictedShare = 0.2;

export type CarCache<Car> = {
  /** The car as it was at most five minutes ago, else undefined. */
  get: (id: string) => Car | undefined;
  set: (id: string, car: Car) => void;
  /** After every change of a car, so that nobody sees its old state. */
  remove: (id: string) => void;
};

export function createCarCache<Car>(now: () => number = Date.now): CarCache<Car> {
  // A map keeps the order of insertion: the oldest entries come first.
  const entries = new Map<string, { car: Car; at: number }>();
  return {
    get: (id) => {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      if (now() - entry.at < carCacheTtlMs) return entry.car;
      entries.delete(id);
      return undefined;
    },
    set: (id, car) => {
      entries.delete(id);
      entries.set(id, { car, at: now() });
      if (entries.size <= carCacheMaxEntries) return;
      const dropped = Math.ceil(entries.size * evictedShare);
      for (const oldest of [...entries.keys()].slice(0, dropped)) entries.delete(oldest);
    },
    remove: (id) => void entries.delete(id),
  };
}
