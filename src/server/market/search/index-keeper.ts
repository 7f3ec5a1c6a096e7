import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import type { Logger } from "#server/log.ts";
import { CarIndex } from "./car-index.ts";
import { totalWithoutTariff } from "./indexed-car.ts";
import { Notifications, type OtherNotifications } from "#server/platform/db/notifications.ts";
import { readTotals, type TariffOn, type Totals } from "./totals.ts";
import {
  type CarVersion,
  estimateCars,
  readAllCars,
  readAllVersions,
  readCars,
  readChecksum,
  readConfirmations,
  readSellerCarIds,
} from "./search.queries.ts";

export interface IndexKeeperDeps {
  /** The primary: a replica may be behind its own notifications. */
  readonly db: Kysely<DB>;
  /** The same database's address, for listening. */
  readonly url: string;
  readonly log: Logger;
  /** ms since 1970. */
  readonly now: () => number;
  /** Interval of comparisons with the database, in ms. */
  readonly checkEvery?: number;
  /** Called after notified changes were read. */
  readonly onChange?: () => void;
  /** Further channels of the connection. */
  readonly onOther?: OtherNotifications;
  /** The tariff of a day, for prices with plates; omitted: none. */
  readonly tariffOn?: TariffOn;
}

const changeBatch = 500;
/** With more pending changes than this, everything is compared instead. */
const maxPending = 100_000;
/** Changes within this time are read together. */
const gatherFor = 5;
/** A commit's notification comes within this time, also on a busy machine. */
const notifiedWithin = 1_000;
const firstPause = 100;
const maxPauseMs = 1_000;

/**
 * Loads an index of all cars on sale from the database, then follows its notifications. All reads happen in one
 * loop, and a car is always read after its notification, so no older state overwrites a newer one. After a lost
 * connection, and periodically, all cars are compared with the database by row version; after a lost connection by their
 * confirmations, too.
 */
export class IndexKeeper {
  readonly #deps: IndexKeeperDeps;
  readonly #notifications: Notifications;
  #current = new CarIndex();
  readonly #pendingCars = new Set<string>();
  readonly #pendingSellers = new Set<string>();
  #sellers = 0;
  #sellersAt = performance.now();
  #compareWanted = false;
  #totals: Totals = { by: "", until: 0, totalOf: totalWithoutTariff };
  #totalsWanted = false;
  #loaded = false;
  /** Estimated number of cars of the first load. */
  #expected = 0;
  readonly #whenLoaded = Promise.withResolvers<void>();
  #working: Promise<void> | null = null;
  #wakeUp: NodeJS.Timeout | null = null;
  #checkTimer: NodeJS.Timeout | null = null;
  readonly #stopping = new AbortController();
  #started = false;

  constructor(deps: IndexKeeperDeps) {
    this.#deps = deps;
    this.#notifications = new Notifications({
      url: deps.url,
      log: deps.log,
      onConnected: () => {
        // Changes of sellers during the gap are unknown.
        this.#noticedSellers();
        this.#compareWanted = true;
        this.#work();
      },
      ...(deps.onOther === undefined ? {} : { onOther: deps.onOther }),
      onCar: (id) => {
        this.#pendingCars.add(id);
        this.#noticed();
      },
      onSeller: (id) => {
        this.#noticedSellers();
        this.#pendingSellers.add(id);
        this.#noticed();
      },
    });
  }

  /** The index as of now, without expired entries. Do not hold it across an `await`. */
  get index(): CarIndex {
    const now = this.#deps.now();
    this.#current.advance(now);
    // Another day may have another tariff, and another year makes cars older.
    if (now >= this.#totals.until && this.#loaded) this.totalsChanged();
    return this.#current;
  }

  /** Call it when tariffs may have changed: recomputes prices with plates. */
  totalsChanged(): void {
    this.#totalsWanted = true;
    this.#work();
  }

  get isLoaded(): boolean {
    return this.#loaded;
  }

  /** Progress of the first load. */
  get progress(): { cars: number; of: number } {
    const { size } = this.#current;
    return { cars: size, of: Math.max(size, this.#expected) };
  }

  /** Counts notifications of sellers and new connections. */
  get sellersVersion(): number {
    return this.#sellers;
  }

  /** When the last one came, by `performance.now`. */
  get sellersChangedAt(): number {
    return this.#sellersAt;
  }

  /** Notified changes not read yet; 1 if everything is to be compared. */
  get behind(): number {
    return this.#pendingCars.size + this.#pendingSellers.size + Number(this.#compareWanted);
  }

  get isListening(): boolean {
    return this.#notifications.connected;
  }

  /** Starts listening and loading once; resolves when all cars are loaded, or when stopped. */
  start(): Promise<void> {
    if (!this.#started) {
      this.#started = true;
      this.#notifications.start();
      this.#planCheck(this.#deps.checkEvery ?? 30_000);
    }
    return this.#whenLoaded.promise;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#wakeUp !== null) clearTimeout(this.#wakeUp);
    if (this.#checkTimer !== null) clearTimeout(this.#checkTimer);
    await this.#notifications.stop();
    await this.#working;
    this.#whenLoaded.resolve();
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #noticedSellers(): void {
    this.#sellers += 1;
    this.#sellersAt = performance.now();
  }

  #noticed(): void {
    if (this.#pendingCars.size + this.#pendingSellers.size > maxPending) {
      this.#pendingCars.clear();
      this.#pendingSellers.clear();
      this.#compareWanted = true;
    }
    this.#wakeUp ??= setTimeout(() => {
      this.#wakeUp = null;
      this.#work();
    }, gatherFor);
  }

  #work(): void {
    if (this.#stopped || this.#working !== null) return;
    this.#working = this.#workOff().finally(() => {
      this.#working = null;
      if (this.#hasWork()) this.#work();
    });
  }

  #hasWork(): boolean {
    return (
      !this.#stopped &&
      (this.#compareWanted ||
        (this.#totalsWanted && this.#loaded) ||
        this.#pendingCars.size > 0 ||
        this.#pendingSellers.size > 0)
    );
  }

  async #workOff(): Promise<void> {
    let pause = firstPause;
    while (this.#hasWork()) {
      try {
        if (this.#compareWanted) {
          this.#compareWanted = false;
          await this.#compareAll();
        } else if (this.#totalsWanted && this.#loaded) {
          await this.#computeTotals();
        } else {
          await this.#applyPending();
        }
        this.#deps.onChange?.();
        pause = firstPause;
      } catch (error) {
        if (this.#stopped) return;
        this.#deps.log.warn("search.read_failed", {
          reason: error instanceof Error ? error.message : String(error),
          retryInMs: pause,
        });
        await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => {});
        pause = Math.min(pause * 2, maxPauseMs);
      }
    }
  }

  /** Safe: only this loop changes the index. */
  async #computeTotals(): Promise<void> {
    this.#totalsWanted = false;
    try {
      const totals = await readTotals(this.#deps);
      const isSame = totals.by === this.#totals.by;
      this.#totals = totals;
      if (isSame) return;
      const started = performance.now();
      for (const _ of this.#current.computingTotals(totals.totalOf)) await nextTurn();
      this.#deps.log.info("search.totals_computed", {
        cars: this.#current.size,
        by: totals.by,
        ms: Math.round(performance.now() - started),
      });
    } catch (error) {
      this.#totalsWanted = true;
      throw error;
    }
  }

  /** Reads the notified changes, a batch at a time. */
  async #applyPending(): Promise<void> {
    const { db } = this.#deps;
    if (this.#pendingSellers.size > 0) {
      const sellers = [...this.#pendingSellers].slice(0, changeBatch);
      const ids = await readSellerCarIds(db, sellers);
      for (const seller of sellers) this.#pendingSellers.delete(seller);
      for (const id of ids) this.#pendingCars.add(id);
    }
    const ids = [...this.#pendingCars].slice(0, changeBatch);
    if (ids.length === 0) return;
    // Dequeued before reading: a change notified meanwhile is read again.
    for (const id of ids) this.#pendingCars.delete(id);
    try {
      await this.#readAnew(ids);
    } catch (error) {
      for (const id of ids) this.#pendingCars.add(id);
      throw error;
    }
  }

  async #readAnew(ids: readonly string[]): Promise<void> {
    const cars = await readCars(this.#deps.db, ids);
    const { index } = this;
    const there = new Set(cars.map((car) => car.id));
    for (const id of ids) if (!there.has(id)) index.remove(id);
    for (const car of cars) index.put(car);
    if (index.needsCompaction) await this.#compact();
  }

  /** Safe: only this loop changes the index. */
  async #compact(): Promise<void> {
    const started = performance.now();
    const steps = this.#current.compacting();
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) {
        this.#current = step.value;
        break;
      }
      await nextTurn();
    }
    this.#deps.log.info("search.compacted", {
      cars: this.#current.size,
      ms: Math.round(performance.now() - started),
    });
  }

  /** Syncs the whole index with the database; also the first load. */
  async #compareAll(): Promise<void> {
    const started = performance.now();
    try {
      const changed = await (this.#loaded ? this.#compareVersions() : this.#loadAll());
      if (this.#stopped) return;
      const took = Math.round(performance.now() - started);
      this.#deps.log.info(this.#loaded ? "search.compared" : "search.loaded", {
        cars: this.#current.size,
        changed,
        ms: took,
      });
      this.#loaded = true;
      this.#whenLoaded.resolve();
    } catch (error) {
      this.#compareWanted = true;
      throw error;
    }
  }

  async #loadAll(): Promise<number> {
    const { db, url } = this.#deps;
    this.#expected = await estimateCars(db);
    this.#totalsWanted = false;
    this.#totals = await readTotals(this.#deps);
    this.#current = new CarIndex(this.#expected, this.#totals.totalOf);
    for await (const cars of readAllCars(db, url, this.#stopping.signal)) {
      const { index } = this;
      for (const car of cars) index.put(car);
    }
    return this.#current.size;
  }

  async #compareVersions(): Promise<number> {
    const { db, url } = this.#deps;
    // Comparing each car takes seconds for a million; usually nothing has changed.
    if ((await this.#isAsDatabase()) && (await this.#isConfirmedAsDatabase())) return 0;
    const unseen = new Set(this.#current.liveIds());
    let changed = 0;
    for await (const versions of readAllVersions(db, url, this.#stopping.signal)) {
      for (const { id } of versions) unseen.delete(id);
      changed += await this.#readDifferent(versions);
      // Changes must not wait for a long comparison.
      await this.#applyPending();
    }
    if (this.#stopped) return changed;
    return changed + (await this.#readInParts([...unseen]));
  }

  /** Reads those of these cars whose versions differ from the index. Returns how many. */
  #readDifferent(versions: readonly CarVersion[]): Promise<number> {
    const now = this.#deps.now();
    const different = versions.filter(({ id, rowVersion, listableUntil, confirmed }) => {
      const known = this.#current.rowState(id);
      if (known === null) return listableUntil > now;
      return (
        known.rowVersion !== rowVersion ||
        known.listableUntil !== listableUntil ||
        known.confirmed !== confirmed
      );
    });
    return this.#readInParts(different.map(({ id }) => id));
  }

  async #readInParts(ids: readonly string[]): Promise<number> {
    for (let from = 0; from < ids.length; from += changeBatch) {
      await this.#readAnew(ids.slice(from, from + changeBatch));
    }
    return ids.length;
  }

  #planCheck(delay: number): void {
    this.#checkTimer = setTimeout(() => void this.#checkAndPlan(), delay);
    this.#checkTimer.unref();
  }

  async #checkAndPlan(): Promise<void> {
    const took = await this.#check();
    // Uses at most a twentieth of the database's time.
    if (!this.#stopped) this.#planCheck(Math.max(this.#deps.checkEvery ?? 30_000, took * 20));
  }

  /** Whether index and database agree on count, row versions and ends. */
  async #isAsDatabase(): Promise<boolean> {
    const { size, checksum, ends, at } = await readChecksum(this.#deps.db, this.#deps.now());
    const { index } = this;
    // This process's clock may be behind the database's, where a dealer's cars have left by now.
    index.advance(at);
    return index.size === size && index.checksum === checksum && index.endsChecksum === ends;
  }

  /** The same for confirmations by imports. They are missed only with a connection, after which all is compared. */
  async #isConfirmedAsDatabase(): Promise<boolean> {
    const sum = await readConfirmations(this.#deps.db, this.#deps.now());
    return this.index.confirmationsChecksum === sum;
  }

  /** Compares count and row versions with the database and repairs the index. Returns the duration in ms. */
  async #check(): Promise<number> {
    const started = performance.now();
    try {
      // A change that was committed a moment ago may be on its way.
      const mayDiffer = await this.#differs();
      if (mayDiffer) await sleep(notifiedWithin, undefined, { signal: this.#stopping.signal });
      if (mayDiffer && (await this.#differs())) {
        this.#deps.log.warn("search.drifted", { cars: this.#current.size });
        this.#compareWanted = true;
        this.#work();
      }
    } catch (error) {
      if (this.#stopped) return 0;
      this.#deps.log.warn("search.check_failed", {
        reason: error instanceof Error ? error.message : String(error),
      });
    }
    return performance.now() - started;
  }

  /** Whether index and database differ, though nothing is being read or changes. */
  async #differs(): Promise<boolean> {
    const isQuiet = () => this.#loaded && this.#working === null && !this.#hasWork();
    if (!isQuiet()) return false;
    const { version } = this.index;
    const isSame = await this.#isAsDatabase();
    return !isSame && this.index.version === version && isQuiet();
  }
}
