import type { Car } from "#contract/cars.ts";
import type { PublicReads } from "#server/platform/db/replica.ts";
import type { CarReader } from "./car-reader.ts";
import { type CarRow, loadCars } from "./cars.queries.ts";
import { type PhotoUrl, presentCar } from "./present-car.ts";

/** Knows when cars change: the search, whose index follows the database's notifications. */
export interface CarVersions {
  /** Whether changes arrive as they happen. */
  readonly isListening: boolean;
  /** Another one after anything about any seller has changed that shows on cars. */
  readonly sellersVersion: number;
  /** When that last changed, by `performance.now`. */
  readonly sellersChangedAt: number;
  /** The row version of a public car's row, another one after each change of it; null for what is not known. */
  rowVersionOf(id: string): number | null;
}

export interface PublicCarsDeps {
  readonly versions: CarVersions;
  /** Of the primary. */
  readonly reader: CarReader;
  /** Null or left out: there is no replica. */
  readonly replica?: PublicReads | null;
  readonly photoUrl: PhotoUrl;
}

/** Cars as the public sees them: one answer for all callers. Callers share the cars and change nothing of them. */
export interface PublicCars {
  /** The cars with these ids, in that order; those that have ceased to be public are left out. */
  load(ids: readonly string[]): Promise<Car[]>;
  /**
   * A car for a guest by id, where reading it here saves a query: beside a replica. Null where the database must be
   * read, and for a car that is not on sale.
   */
  loadBesideReplica(id: string): Promise<Car | null>;
}

interface CachedCar {
  /** The row's version when it was read: another row version means another row. */
  readonly rowVersion: number;
  /** Which sellers' state it was read in. */
  readonly sellers: number;
  /** ms since 1970: a badge or a sponsorship ends then by itself. */
  readonly until: number;
  readonly car: Car;
}

// About 3 kB each: up to 50 MB.
const maxCached = 16_000;

/** A car stays cached as long as `versions` says that its row has not changed: it is never older than the search's index. */
export function createPublicCars(deps: PublicCarsDeps): PublicCars {
  const { versions, reader, replica = null, photoUrl } = deps;
  const cached = new Map<string, CachedCar>();

  function current(id: string): Car | null {
    const found = cached.get(id);
    if (found === undefined) return null;
    // Without notifications the changed cars are unknown.
    const isCurrent =
      versions.isListening &&
      found.rowVersion === versions.rowVersionOf(id) &&
      found.sellers === versions.sellersVersion &&
      Date.now() < found.until;
    cached.delete(id);
    if (!isCurrent) return null;
    // Put back at the end: the longest unused go first.
    cached.set(id, found);
    return found.car;
  }

  async function readOnPrimary(ids: readonly string[]): Promise<CarRow[]> {
    const rows = await Promise.all(ids.map((id) => reader.load(id)));
    return rows.filter((row) => row !== null);
  }

  /** The rows, from a replica where it has them in these versions: it may be behind, and what is cached stays. */
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
    // Taken before the read: a car that changes meanwhile has another row version afterwards and is read again.
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
