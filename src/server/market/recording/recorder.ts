import { createHash, randomBytes } from "node:crypto";
import { isbot } from "isbot";
import type { Kysely } from "kysely";
import { isAsking, type StatKind } from "#domain/statistics/stat-kinds.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { network } from "#server/http/limits.ts";
import type { Logger } from "#server/log.ts";
import { dayOf } from "#domain/format/day-of.ts";
import {
  accountsByCookie,
  insertEvents,
  ownersOf,
  saltOf,
  type StatEventRow,
} from "./stat-events.queries.ts";

/** The visitor of an event; only a hash outlives the next seconds. */
export interface StatVisitor {
  readonly address: string;
  readonly userAgent: string;
  /** The signed-in account. */
  readonly accountId: string | null;
  /** The hash of the session's cookie, if the account is not looked up yet. */
  readonly cookieHash: Buffer | null;
}

export interface RecorderFigures {
  /** Events stored since the start. */
  readonly recorded: number;
  /** Events lost since the start: no database, or too many. */
  readonly dropped: number;
}

export interface Recorder {
  /** Records that a visitor did this with these cars; stored within seconds. Never throws or waits. */
  record(visitor: StatVisitor, kind: StatKind, cars: readonly string[]): void;
  /** Stores the recorded events. Never throws. */
  flush(): Promise<void>;
  readonly figures: RecorderFigures;
  stop(): Promise<void>;
}

interface Noted {
  readonly visitor: StatVisitor;
  readonly kind: StatKind;
  readonly cars: readonly string[];
}

/** A kill loses at most the events of this time. */
const flushEveryMs = 1000;
/** Maximum of pending events, in cars: some 20 MB. Several seconds beyond the pages' capacity. */
const maxNoted = 100_000;
/** Maximum per network, in cars: a flood from one leaves room for others. More than the site can show in a second. */
const maxOfNetwork = 20_000;
/** Maximum of cached user agents; there are some hundred common ones. */
const maxAgents = 2_000;

/**
 * Records visitors' events in memory and stores them once a second in one statement. What cannot be stored is
 * dropped and counted.
 */
export function createRecorder({
  db,
  log,
  now,
}: {
  readonly db: Kysely<DB>;
  readonly log: Logger;
  readonly now: () => Date;
}): Recorder {
  let noted: Noted[] = [];
  let size = 0;
  const byNetwork = new Map<string, number>();
  let recorded = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let salt: { readonly day: string; readonly value: Buffer } | null = null;
  const agents = new Map<string, boolean>();

  function isBot(agent: string): boolean {
    const known = agents.get(agent);
    if (known !== undefined) return known;
    // Browsers always send a user agent.
    const found = agent === "" || isbot(agent);
    if (agents.size >= maxAgents) agents.clear();
    agents.set(agent, found);
    return found;
  }

  async function saltOn(day: string): Promise<Buffer> {
    if (salt?.day !== day) salt = { day, value: await saltOf(db, day, randomBytes(32)) };
    return salt.value;
  }

  /** Without events of owners on their own cars. */
  async function ofOthers(all: readonly Noted[]): Promise<Noted[]> {
    const hashes = all.flatMap(({ visitor }) => visitor.cookieHash ?? []);
    const byCookie = hashes.length === 0 ? null : await accountsByCookie(db, hashes);
    const accountOf = ({ accountId, cookieHash }: StatVisitor): string | null =>
      accountId ?? (cookieHash === null ? null : (byCookie?.get(cookieHash.toString("hex")) ?? null));
    const cars = new Set(all.flatMap((event) => (accountOf(event.visitor) === null ? [] : event.cars)));
    if (cars.size === 0) return [...all];
    const owners = await ownersOf(db, [...cars]);
    return all.flatMap((event): Noted[] => {
      const account = accountOf(event.visitor);
      if (account === null) return [event];
      const others = event.cars.filter((car) => owners.get(car) !== account);
      return others.length === 0 ? [] : [{ visitor: event.visitor, kind: event.kind, cars: others }];
    });
  }

  async function store(all: readonly Noted[]): Promise<void> {
    const day = dayOf(now());
    const events = await ofOthers(all.filter(({ visitor }) => !isBot(visitor.userAgent)));
    if (events.length === 0) return;
    const key = await saltOn(day);
    const hashes = new Map<string, Buffer>();
    const hashOf = ({ address, userAgent }: StatVisitor): Buffer => {
      const who = `${network(address)}\n${userAgent}`;
      const known = hashes.get(who);
      if (known !== undefined) return known;
      const hash = createHash("sha256").update(key).update(who).digest().subarray(0, 8);
      hashes.set(who, hash);
      return hash;
    };
    const rows = events.flatMap(({ visitor, kind, cars }): StatEventRow[] => {
      const row = { kind, visitor: hashOf(visitor), cars };
      return isAsking(kind) ? [row, { ...row, kind: "lead" }] : [row];
    });
    await insertEvents(db, day, rows);
    recorded += events.length;
  }

  async function storeAll(): Promise<void> {
    const taken = noted;
    noted = [];
    size = 0;
    byNetwork.clear();
    if (taken.length === 0) return;
    try {
      await store(taken);
    } catch (error) {
      dropped += taken.length;
      log.warn("statistics.dropped", { events: taken.length, error: String(error) });
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(storeAll);
    return writing;
  }

  return {
    record: (visitor, kind, cars) => {
      if (cars.length === 0) return;
      const from = network(visitor.address);
      const ofNetwork = (byNetwork.get(from) ?? 0) + cars.length;
      if (size + cars.length > maxNoted || ofNetwork > maxOfNetwork) {
        dropped += 1;
        return;
      }
      byNetwork.set(from, ofNetwork);
      noted.push({ visitor, kind, cars });
      size += cars.length;
      timer ??= setTimeout(() => void flush(), flushEveryMs).unref();
    },
    flush,
    get figures() {
      return { recorded, dropped };
    },
    stop: flush,
  };
}
