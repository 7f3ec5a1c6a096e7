import type { Car } from "#contract/cars.ts";
import type { CarReader } from "#server/cars/car-reader.ts";
import { type CarRow, loadCars } from "#server/cars/cars.queries.ts";
import { type PhotoUrl, presentCar } from "#server/cars/present-car.ts";
import type { PublicReads } from "#server/db/replica.ts";
import type { SearchService } from "./search.service.ts";

export interface PublicCarsDeps {
  readonly search: SearchService;
  /** Of the primary. */
  readonly reader: CarReader;
  /** Null or left out: there is no replica. */
  readonly replica?: PublicReads | null;
  readonly photoUrl: PhotoUrl;
}

interface CachedCar {
  /** The row's stamp in the index when it was read: another stamp means another row. */
  readonly stamp: number;
  /** Which sellers' state it was read in. */
  readonly sellers: number;
  /** ms since 1970: a badge or a sponsorship ends then by itself. */
  readonly until: number;
  readonly car: Car;
}

// About 3 kB each: up to 50 MB.
const mostCached = 16_000;

/**
 * Cars as the public sees them, whoever asks: one answer for all. What was read before is cached for as
 * long as the search's index says that its row has not changed, so an answer is never older than the index itself. Callers
 * share the cars and change nothing of them.
 */
export class PublicCars {
  readonly #deps: PublicCarsDeps;
  readonly #cached = new Map<string, CachedCar>();

  constructor(deps: PublicCarsDeps) {
    this.#deps = deps;
  }

  /** The cars with these ids, in that order; those that have ceased to be public are left out. */
  async load(ids: readonly string[]): Promise<Car[]> {
    const found = new Map<string, Car>();
    const missing: string[] = [];
    for (const id of ids) {
      const car = this.#current(id);
      if (car === null) missing.push(id);
      else found.set(id, car);
    }
    if (missing.length > 0) await this.#read(missing, found);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /**
   * A car for a guest who asks for it by id, where reading it here spares the database the question: beside a replica. Null
   * where it has to be asked, for a car that is not on sale too.
   */
  async loadBesideReplica(id: string): Promise<Car | null> {
    const { replica = null, search } = this.#deps;
    if (replica === null || !search.isListening || search.stampOf(id) === null) return null;
    const [car] = await this.load([id]);
    return car ?? null;
  }

  #current(id: string): Car | null {
    const cached = this.#cached.get(id);
    if (cached === undefined) return null;
    const { search } = this.#deps;
    // Without notifications nobody knows what has changed.
    const isCurrent =
      search.isListening &&
      cached.stamp === search.stampOf(id) &&
      cached.sellers === search.sellersVersion &&
      Date.now() < cached.until;
    this.#cached.delete(id);
    if (!isCurrent) return null;
    // Put back at the end: the longest unused go first.
    this.#cached.set(id, cached);
    return cached.car;
  }

  async #read(ids: readonly string[], found: Map<string, Car>): Promise<void> {
    const { search, photoUrl } = this.#deps;
    // Noted before the reading: what changes meanwhile has another stamp afterwards, and is read anew.
    const stamps = new Map(ids.map((id) => [id, search.stampOf(id)]));
    const sellers = search.sellersVersion;
    for (const row of await this.#rows(ids, stamps)) {
      if (!row.is_on_sale) continue;
      const car = presentCar(row, null, photoUrl);
      found.set(row.id, car);
      const stamp = stamps.get(row.id) ?? null;
      if (stamp !== null) this.#cache(row.id, { stamp, sellers, until: row.same_until, car });
    }
  }

  /** The rows, from a replica where it has them as the index knows them: else it may be behind, and what is cached stays. */
  async #rows(ids: readonly string[], stamps: ReadonlyMap<string, number | null>): Promise<CarRow[]> {
    const { search, replica = null } = this.#deps;
    if (replica === null) return this.#readOnPrimary(ids);
    const near = await replica.read((from) => loadCars(from, ids), search.sellersChangedAt);
    const current = near.filter((row) => row.stamp === stamps.get(row.id));
    if (current.length === ids.length) return current;
    const known = new Set(current.map((row) => row.id));
    const others = await this.#readOnPrimary(ids.filter((id) => !known.has(id)));
    return [...current, ...others];
  }

  async #readOnPrimary(ids: readonly string[]): Promise<CarRow[]> {
    const rows = await Promise.all(ids.map((id) => this.#deps.reader.load(id)));
    return rows.filter((row) => row !== null);
  }

  #cache(id: string, cached: CachedCar): void {
    this.#cached.delete(id);
    this.#cached.set(id, cached);
    if (this.#cached.size <= mostCached) return;
    for (const oldest of this.#cached.keys()) {
      this.#cached.delete(oldest);
      break;
    }
  }
}
