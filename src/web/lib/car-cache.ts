// specification.md#car-page: five minutes, a hundred entries, the oldest fifth evicted. A Map
// instead of TanStack Query, which evicts differently, and which the car page, a visitor's usual
// first page, would load only for this.

export const carCacheTtlMs = 5 * 60 * 1000;
export const carCacheMaxEntries = 100;
const evictedShare = 0.2;

export function createCarCache<Car>(now: () => number = Date.now) {
  // A Map preserves insertion order: the oldest entries come first.
  const entries = new Map<string, { car: Car; at: number }>();
  return {
    /** The car, if it was cached in the last five minutes, else undefined. */
    get: (id: string): Car | undefined => {
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      if (now() - entry.at < carCacheTtlMs) return entry.car;
      entries.delete(id);
      return undefined;
    },
    set: (id: string, car: Car) => {
      entries.delete(id);
      entries.set(id, { car, at: now() });
      if (entries.size <= carCacheMaxEntries) return;
      const dropped = Math.ceil(entries.size * evictedShare);
      for (const oldest of [...entries.keys()].slice(0, dropped)) entries.delete(oldest);
    },
    /** Call it after every change of a car, so that nobody sees its old state. */
    remove: (id: string) => void entries.delete(id),
    clear: () => entries.clear(),
  };
}
