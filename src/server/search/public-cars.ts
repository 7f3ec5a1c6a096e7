import type { Kysely } from "kysely";
import { canContactSeller } from "#domain/cars/car-permissions.ts";
import { type CarRow, carAccess, loadCars } from "#server/cars/cars.queries.ts";
import { type PhotoUrl, presentCar } from "#server/cars/present-car.ts";
import type { DB } from "#server/db/tables.ts";
import type { SearchService } from "./search.service.ts";

export interface PublicCarsDeps {
  readonly search: SearchService;
  readonly db: Kysely<DB>;
  /** A replica that public reads may go to; the database itself where there is none. */
  readonly readDb?: Kysely<DB>;
  readonly photoUrl: PhotoUrl;
}

interface Kept {
  /** The row's stamp in the index when it was read: another stamp means another row. */
  readonly stamp: number;
  /** Which sellers' state it was read in. */
  readonly sellers: number;
  /** ms since 1970: a badge or a sponsorship ends then by itself. */
  readonly until: number;
  readonly json: string;
}

// About 2 kB each: 20 to 40 MB.
const mostKept = 16_000;

/**
 * Cars as the public sees them, whoever asks: one answer for all. What was read before is kept as JSON for as long as
 * the search's index says that its row has not changed, so an answer is never older than the index itself.
 */
export class PublicCars {
  readonly #deps: PublicCarsDeps;
  readonly #kept = new Map<string, Kept>();

  constructor(deps: PublicCarsDeps) {
    this.#deps = deps;
  }

  /** The cars with these ids, in that order, each as JSON text; those that have ceased to be public are left out. */
  async load(ids: readonly string[]): Promise<string[]> {
    const found = new Map<string, string>();
    const missing: string[] = [];
    for (const id of ids) {
      const json = this.#keptJson(id);
      if (json === null) missing.push(id);
      else found.set(id, json);
    }
    if (missing.length > 0) await this.#read(missing, found);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  #keptJson(id: string): string | null {
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
    return kept.json;
  }

  async #read(ids: readonly string[], found: Map<string, string>): Promise<void> {
    const { search, db, readDb = db, photoUrl } = this.#deps;
    // Noted before the reading: what changes meanwhile has another stamp afterwards, and is read anew.
    const stamps = new Map(ids.map((id) => [id, search.stampOf(id)]));
    const sellers = search.sellersVersion;
    let rows = await loadCars(readDb, ids);
    // What a replica does not know yet is read from the database itself.
    if (readDb !== db && rows.length < ids.length) rows = await loadCars(db, ids);
    for (const row of rows) {
      if (!canContactSeller(carAccess(row))) continue;
      const json = JSON.stringify(presentCar(row, null, photoUrl));
      found.set(row.id, json);
      const stamp = stamps.get(row.id) ?? null;
      // A replica may be behind the index.
      if (stamp !== null && readDb === db) this.#keep(row, { stamp, sellers, until: row.same_until, json });
    }
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
