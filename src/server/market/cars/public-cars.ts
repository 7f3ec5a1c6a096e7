import type { Car } from "#contract/cars.ts";
import type { PublicReads } from "#server/platform/db/replica.ts";
import type { CarReader } from "./car-reader.ts";
import { type CarRow, loadCars } from "./cars.queries.ts";
import { type PhotoUrl, presentCar } from "./present-car.ts";

/** Versions of cars, implemented by the search: its index follows the database's notifications. */
export interface CarVersions {
  /** Whether notifications arrive. */
  readonly isListening: boolean;
  /** Changes after any change of a seller that affects cars. */
  readonly sellersVersion: number;
  /** When that last changed, by `performance.now`. */
  readonly sellersChangedAt: number;
  /** The version of a public car's row, new after each change; null if unknown. */
  rowVersionOf(id: string): number | null;
}

export interface PublicCarsDeps {
  readonly versions: CarVersions;
  /** The primary. */
  readonly reader: CarReader;
  /** Null or omitted: there is no replica. */
  readonly replica?: PublicReads | null;
  readonly photoUrl: PhotoUrl;
}

/** Cars as the public sees them, one answer for all. Callers share the objects and must not change them. */
export interface PublicCars {
  /** The cars with these ids, in that order; those no longer public are omitted. */
  load(ids: readonly string[]): Promise<Car[]>;
  /**
   * A car for a guest by id, if a replica or the cache saves a query. Null if the database must be read, and
   * for a car not on sale.
   */
  loadBesideReplica(id: string): Promise<Car | null>;
}

interface CachedCar {
  /** The row's version at the time of reading. */
  readonly rowVersion: number;
  /** The sellers' version at the time of reading. */
  readonly sellers: number;
  /** ms since 1970, when a badge or sponsorship ends. */
  readonly until: number;
  readonly car: Car;
}

// About 3 kB each: up to 50 MB.
const maxCached = 16_000;

/** A car is cached while `versions` says that its row is unchanged: never older than the search's index. */
export function createPublicCars(deps: PublicCarsDeps): PublicCars {
  const { versions, reader, replica = null, photoUrl } = deps;
  const cached = new Map<string, CachedCar>();

  function current(id: string): Car | null {
    const found = cached.get(id);
    if (found === undefined) return null;
    // Without notifications changes are unknown.
    const isCurrent =
      versions.isListening &&
      found.rowVersion === versions.rowVersionOf(id) &&
      found.sellers === versions.sellersVersion &&
      Date.now() < found.until;
    cached.delete(id);
    if (!isCurrent) return null;
    // Moved to the end: the least recently used is evicted first.
    cached.set(id, found);
    return found.car;
  }

  async function readOnPrimary(ids: readonly string[]): Promise<CarRow[]> {
    const rows = await Promise.all(ids.map((id) => reader.load(id)));
    return rows.filter((row) => row !== null);
  }

  /** The rows, from a replica if it has these versions: it may be behind. */
  async function readRows(
    ids: readonly string[],
    rowVersions: ReadonlyMap<string, number | null>,
  ): Promise<CarRow[]> {
    if (replica === null) return readOnPrimary(ids);
    const near = await replica.read((from) => loadCars(from, ids), versions.sellersChangedAt);
    const same = near.filter((row) => row.rowVersion === rowVersions.get(row.id));
    if (same.length === ids.length) return same;
    const known = new Set(same.map((row) => row.id));
    return [...same, ...(await readOnPrimary(ids.filter((id) => !known.has(id))))];
  }

  function cache(id: string, entry: CachedCar): void {
    cached.delete(id);
    cached.set(id, entry);
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
  }

  async function read(ids: readonly string[], found: Map<string, Car>): Promise<void> {
    // Taken before the read: a car that changes meanwhile gets another version and is read again.
    const rowVersions = new Map(ids.map((id) => [id, versions.rowVersionOf(id)]));
    const sellers = versions.sellersVersion;
    for (const row of await readRows(ids, rowVersions)) {
      if (!row.is_on_sale) continue;
      const car = presentCar(row, null, photoUrl);
      found.set(row.id, car);
      const rowVersion = rowVersions.get(row.id) ?? null;
      if (rowVersion !== null) cache(row.id, { rowVersion, sellers, until: row.same_until, car });
    }
  }

  async function load(ids: readonly string[]): Promise<Car[]> {
    const found = new Map<string, Car>();
    const missing: string[] = [];
    for (const id of ids) {
      const car = current(id);
      if (car === null) missing.push(id);
      else found.set(id, car);
    }
    if (missing.length > 0) await read(missing, found);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  return {
    load,
    loadBesideReplica: async (id) => {
      if (replica === null || !versions.isListening || versions.rowVersionOf(id) === null) return null;
      const [car] = await load([id]);
      return car ?? null;
    },
  };
}
