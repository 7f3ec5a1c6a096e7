import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";
import { ChangeFeed } from "#server/search/change-feed.ts";
import { AdminIndex } from "./admin-index.ts";
import { readAllCars, readAllUsers, readCars, readUsers } from "./lists.queries.ts";

/** Rows that were written: what this process knows of them is read anew. */
export interface WrittenRows {
  readonly users?: readonly string[];
  readonly cars?: readonly string[];
}

export interface ListsFeed {
  /** Resolves once the lists have what was written; never throws. */
  changed(rows: WrittenRows): Promise<void>;
}

export interface ListsKeeperDeps {
  readonly db: Kysely<DB>;
  /** The same database's address, for listening. */
  readonly url: string;
  readonly log: Logger;
  /** Without an admin for so long the lists are let go, in ms. */
  readonly idleAfter?: number;
  /** How long a call waits for lists that are being read, in ms. */
  readonly patience?: number;
}

const loadBatch = 2_000;
const changeBatch = 500;
/** So many changes at once are told apart no longer: everything is read again. */
const maxPending = 50_000;
const gatherFor = 20;
const firstPause = 200;
const longestPause = 5_000;

/**
 * Keeps the admin lists equal to the database in processes where an admin is at work: read once when the first one comes,
 * then followed by the database's notifications, and let go when nobody has come for half an hour. Every read happens in
 * one loop, one after the other, and what was notified is always read after its notification, so that no older state
 * overwrites a newer one. After a lost connection everything is read again, while the old lists go on serving.
 */
export class ListsKeeper implements ListsFeed {
  private readonly deps: ListsKeeperDeps;
  private feed: ChangeFeed | null = null;
  private index: AdminIndex | null = null;
  private loadWanted = false;
  private pendingUsers = new Set<string>();
  private pendingCars = new Set<string>();
  private working: Promise<void> | null = null;
  private gathering: NodeJS.Timeout | null = null;
  private idle: NodeJS.Timeout | null = null;
  private loaded = Promise.withResolvers<void>();
  private readonly stopping = new AbortController();

  constructor(deps: ListsKeeperDeps) {
    this.deps = deps;
  }

  /** An admin is there: begins to read the lists, if they are not there. Costs nothing if they are. */
  wake(): void {
    if (this.stopping.signal.aborted) return;
    if (this.idle === null) {
      this.idle = setTimeout(() => this.idled(), this.deps.idleAfter ?? 1_800_000);
      this.idle.unref();
    } else {
      this.idle.refresh();
    }
    if (this.feed !== null) return;
    this.feed = new ChangeFeed({
      url: this.deps.url,
      log: this.deps.log,
      onConnected: () => {
        this.loadWanted = true;
        this.work();
      },
      onCar: (id) => {
        this.pendingCars.add(id);
        this.noticed();
      },
      onSeller: (id) => this.noticedUser(id),
      onUser: (id) => this.noticedUser(id),
    });
    this.feed.start();
  }

  /** The lists as of now. Throws overloaded where they are not read in time. Not to be kept over an `await`. */
  async ready(): Promise<AdminIndex> {
    this.wake();
    if (this.index === null) {
      const enough = new AbortController();
      await Promise.race([
        this.loaded.promise,
        sleep(this.deps.patience ?? 9_000, undefined, { signal: enough.signal, ref: false }).catch(() => {}),
      ]);
      enough.abort();
    }
    if (this.index === null)
      throw new AppError("overloaded", { message: adminMessages.listsLoading, retryAfter: 3 });
    return this.index;
  }

  async changed({ users = [], cars = [] }: WrittenRows): Promise<void> {
    if (this.index === null || this.stopping.signal.aborted) return;
    for (const id of users) this.pendingUsers.add(id);
    for (const id of cars) this.pendingCars.add(id);
    const done = () =>
      this.loadWanted ||
      (!users.some((id) => this.pendingUsers.has(id)) && !cars.some((id) => this.pendingCars.has(id)));
    // What is being read at this moment may have been read before the write: our ids are pending and come after it.
    for (let round = 0; round < 3 && (round === 0 || !done()); round++) {
      this.work();
      await this.working;
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.letGo();
    this.loaded.resolve();
  }

  private noticedUser(id: string): void {
    this.pendingUsers.add(id);
    this.noticed();
  }

  private noticed(): void {
    if (this.pendingUsers.size + this.pendingCars.size > maxPending) {
      this.pendingUsers.clear();
      this.pendingCars.clear();
      this.loadWanted = true;
    }
    if (this.gathering !== null) return;
    this.gathering = setTimeout(() => {
      this.gathering = null;
      this.work();
    }, gatherFor);
    this.gathering.unref();
  }

  private hasWork(): boolean {
    if (this.feed === null) return false;
    return this.loadWanted || this.pendingUsers.size > 0 || this.pendingCars.size > 0;
  }

  private work(): void {
    if (this.working !== null || !this.hasWork()) return;
    this.working = this.workOff().finally(() => {
      this.working = null;
    });
  }

  private async workOff(): Promise<void> {
    let pause = firstPause;
    while (this.hasWork()) {
      try {
        if (this.loadWanted) await this.load();
        else await this.applyPending();
        pause = firstPause;
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        this.deps.log.warn("admin.lists_failed", {
          reason: error instanceof Error ? error.message : String(error),
          retryInMs: pause,
        });
        await sleep(pause, undefined, { signal: this.stopping.signal, ref: false }).catch(() => {});
        pause = Math.min(pause * 2, longestPause);
      }
    }
  }

  private async load(): Promise<void> {
    const { db, log } = this.deps;
    const started = performance.now();
    this.loadWanted = false;
    const { feed } = this;
    const index = new AdminIndex();
    const orphans: string[] = [];
    try {
      for await (const users of readAllUsers(db, loadBatch)) {
        for (const user of users) index.putUser(user);
        await nextTurn();
      }
      for await (const cars of readAllCars(db, loadBatch)) {
        if (this.feed !== feed) return;
        // An owner who registered in between: both are read again below.
        for (const car of cars) if (!index.putCar(car)) orphans.push(car.id);
        await nextTurn();
      }
    } catch (error) {
      this.loadWanted = true;
      throw error;
    }
    if (this.feed !== feed) return;
    this.index = index;
    for (const id of orphans) this.pendingCars.add(id);
    await this.applyPending();
    this.loaded.resolve();
    log.info("admin.lists_loaded", {
      users: index.userCount,
      cars: index.carCounts.active + index.carCounts.sold + index.carCounts.archived,
      ms: Math.round(performance.now() - started),
    });
  }

  /** Reads what was notified, a batch at a time. */
  private async applyPending(): Promise<void> {
    const { index } = this;
    if (index === null) return;
    const users = [...this.pendingUsers].slice(0, changeBatch);
    const cars = [...this.pendingCars].slice(0, changeBatch);
    // Out before the reading: what changes meanwhile is read again.
    for (const id of users) this.pendingUsers.delete(id);
    for (const id of cars) this.pendingCars.delete(id);
    try {
      await this.readUsersAnew(index, users);
      await this.readCarsAnew(index, cars);
    } catch (error) {
      for (const id of users) this.pendingUsers.add(id);
      for (const id of cars) this.pendingCars.add(id);
      throw error;
    }
  }

  private async readUsersAnew(index: AdminIndex, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const users = await readUsers(this.deps.db, ids);
    const there = new Set(users.map((user) => user.id));
    index.removeUsers(ids.filter((id) => !there.has(id)));
    for (const user of users) index.putUser(user);
  }

  private async readCarsAnew(index: AdminIndex, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const cars = await readCars(this.deps.db, ids);
    const there = new Set(cars.map((car) => car.id));
    index.removeCars(ids.filter((id) => !there.has(id)));
    const strangers = new Set(cars.map((car) => car.ownerId).filter((id) => !index.hasUser(id)));
    await this.readUsersAnew(index, [...strangers]);
    // An owner who is gone by now takes the car along, and that is notified.
    for (const car of cars) index.putCar(car);
  }

  private idled(): void {
    // Still being read: somebody waits for them.
    if (this.index === null) this.idle?.refresh();
    else void this.letGo();
  }

  /** Nobody needs the lists: their memory and the connection are given back. */
  private async letGo(): Promise<void> {
    const { feed } = this;
    this.feed = null;
    this.index = null;
    this.loadWanted = false;
    this.pendingUsers.clear();
    this.pendingCars.clear();
    this.loaded.resolve();
    this.loaded = Promise.withResolvers<void>();
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = null;
    if (this.gathering !== null) clearTimeout(this.gathering);
    this.gathering = null;
    await feed?.stop();
    await this.working;
  }
}
