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

/** A car as the public sees it; `json` is the same as text, written once. */
export class PublicCar {
  readonly car: Car;
  #json: string | null = null;

  constructor(car: Car) {
    // Kept for everybody: what one reader changed, all others would see.
    for (const photo of car.photos) Object.freeze(photo);
    for (const part of [car.photos, car.images, car.seller]) Object.freeze(part);
    this.car = Object.freeze(car);
  }

  get json(): string {
    this.#json ??= JSON.stringify(this.car);
    return this.#json;
  }
}

/** Several as one array. */
export function jsonOfCars(cars: readonly PublicCar[]): string {
  return `[${cars.map(({ json }) => json).join(",")}]`;
}

interface Kept {
  /** The row's stamp in the index when it was read: another stamp means another row. */
  readonly stamp: number;
  /** Which sellers' state it was read in. */
  readonly sellers: number;
  /** ms since 1970: a badge or a sponsorship ends then by itself. */
  readonly until: number;
  readonly shown: PublicCar;
}

// About 4 kB each, text and all: up to 70 MB.
const mostKept = 16_000;

/**
 * Cars as the public sees them, whoever asks: one answer for all. What was read before is kept for as long as
 * the search's index says that its row has not changed, so an answer is never older than the index itself.
 */
export class PublicCars {
  readonly #deps: PublicCarsDeps;
  readonly #kept = new Map<string, Kept>();

  constructor(deps: PublicCarsDeps) {
    this.#deps = deps;
  }

  /** The cars with these ids, in that order; those that have ceased to be public are left out. */
  async load(ids: readonly string[]): Promise<PublicCar[]> {
    const found = new Map<string, PublicCar>();
    const missing: string[] = [];
    for (const id of ids) {
      const shown = this.#current(id);
      if (shown === null) missing.push(id);
      else found.set(id, shown);
    }
    if (missing.length > 0) await this.#read(missing, found);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /**
   * A car for a guest who asks for it by id, where reading it here spares the database the question: beside a replica. Null
   * where it has to be asked, for a car that is not on sale too.
   */
  async loadBesideReplica(id: string): Promise<PublicCar | null> {
    const { replica = null, search } = this.#deps;
    if (replica === null || !search.isListening || search.stampOf(id) === null) return null;
    const [car] = await this.load([id]);
    return car ?? null;
  }

  #current(id: string): PublicCar | null {
    const kept = this.#kept.get(id);
    if (kept === undefined) return null;
    const { search } = this.#deps;
    // Without notifications nobody knows what has changed.
    const isCurrent =
      search.isListening &&
      kept.stamp === search.stampOf(id) &&
      kept.sellers === search.sellersVersion &&
      Date.now() < kept.until;
    this.#kept.delete(id);
    if (!isCurrent) return null;
    // Put back at the end: the longest unused go first.
    this.#kept.set(id, kept);
    return kept.shown;
  }

  async #read(ids: readonly string[], found: Map<string, PublicCar>): Promise<void> {
    const { search, photoUrl } = this.#deps;
    // Noted before the reading: what changes meanwhile has another stamp afterwards, and is read anew.
    const stamps = new Map(ids.map((id) => [id, search.stampOf(id)]));
    const sellers = search.sellersVersion;
    for (const row of await this.#rows(ids, stamps)) {
      if (!row.is_on_sale) continue;
      const shown = new PublicCar(presentCar(row, null, photoUrl));
      found.set(row.id, shown);
      const stamp = stamps.get(row.id) ?? null;
      if (stamp !== null) this.#keep(row, { stamp, sellers, until: row.same_until, shown });
    }
  }

  /** The rows, from a replica where it has them as the index knows them: else it may be behind, and what is kept stays. */
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

  #keep(row: CarRow, kept: Kept): void {
    this.#kept.delete(row.id);
    this.#kept.set(row.id, kept);
    if (this.#kept.size <= mostKept) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      break;
    }
  }
}
