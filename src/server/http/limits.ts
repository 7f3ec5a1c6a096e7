import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Pool, QueryConfig } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { recordOf } from "#domain/search/search-fields.ts";
import { AppError } from "./app-error.ts";
import {
  answersToOneAddress,
  cardVisitFigures,
  type Figures,
  keyFigures,
  type LimitName,
  limitFigures,
  loginFigures,
  mailsToOneAddress,
  vinChecksOfCar,
  vinGuesses,
  vinsOfFiles,
  type Window,
} from "./limit-figures.ts";
import type { AppContext } from "./session.ts";

/** The caller that a limit counts. */
export interface Caller {
  readonly accountId: string | null;
  /** A hash of the device cookie as sent: counted only if an account has signed in with it. */
  readonly device: string | null;
  readonly address: string;
}

/** The caller of a request, for any limit. */
export function callerOf(c: AppContext): Caller {
  return {
    accountId: c.get("session")?.actor.id ?? null,
    device: c.get("device"),
    address: c.get("address"),
  };
}

export interface Limit {
  /** Counts one call, or several in one. Throws too_many_requests with the seconds to wait. */
  take(caller: Caller, times?: number): Promise<void>;
}

/** One sign-in attempt, counted before the password is checked, so that concurrent attempts cannot bypass it. */
export interface LoginTry {
  readonly email: string;
  /** The device, if this account's owner has signed in there before. */
  readonly knownDevice: string | null;
  readonly address: string;
}

export interface LoginLimit {
  /** Throws too_many_requests; otherwise call `succeeded` after a right password. */
  take(attempt: LoginTry): Promise<void>;
  /** A right password returns its count: only wrong ones add up. */
  succeeded(attempt: LoginTry): Promise<void>;
}

/** Requesting a payment's status, also signed out. Both throw too_many_requests. */
export interface CardVisitLimit {
  /** Counts the address, before any look-up. */
  visitor(caller: Caller): Promise<void>;
  /** Counts the payment, once it is known to exist: invented sessions create no counters. */
  payment(paymentId: string): Promise<void>;
}

/** Calls with a dealer's key, by the key's hash. Both throw too_many_requests. */
export interface KeyLimit {
  /** Whether this process knows that no call is left; counts and queries nothing. */
  refuseIfUsedUp(hash: string): void;
  /** Counts a call, once the key is known to be valid: invented keys create no counters. */
  take(hash: string): Promise<void>;
}

export type Limits = Readonly<Record<LimitName, Limit>> & {
  readonly login: LoginLimit;
  readonly cardVisit: CardVisitLimit;
  /** Counts an account's try to compare a number with one car's. Throws too_many_requests. */
  vinOfCar(accountId: string, carId: string): Promise<void>;
  /** Counts a number that an account gives a car, by what everybody reads of it. Throws too_many_requests. */
  vinGuess(accountId: string, masked: string): Promise<void>;
  /** Counts the numbers in a file of stock. Throws too_many_requests. */
  vinsOfFile(accountId: string, numbers: number): Promise<void>;
  readonly dealerKey: KeyLimit;
  /**
   * Whether another mail of this kind may go to this mailbox: a password link, a verification link, or the
   * answer to a report. Counts it if so. Never throws.
   */
  mayMail(email: string, kind: "password" | "verify" | "report"): Promise<boolean>;
};

/** Keys are hashes: the table of counts has no e-mail address or secret. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 24);
}

/** A device's key: the hash of its secret as in known_devices, as text. */
export function deviceHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** An IPv6 customer has a /64 at least, so it counts as one. */
export function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

declare module "rate-limiter-flexible" {
  interface RateLimiterStoreAbstract {
    /** Milliseconds for which the key is refused from memory; 0 if it is not. Missing in the library's types. */
    getInMemoryBlockMsBeforeExpire(key: string): number;
  }
}

interface Counter {
  /** Throws too_many_requests if this process knows that the key's count is used up; counts and queries nothing. */
  refuseIfBlocked(key: string): void;
  take(key: string, times?: number): Promise<void>;
  giveBack(key: string): Promise<void>;
}

const tooMany = (milliseconds: number) =>
  new AppError("too_many_requests", { retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) });

/** One window's count, shared by all processes; refusals come from memory. */
function createCounter(pool: Pool, name: string, window: Window): Counter {
  const keyPrefix = `${name}:${window.seconds}`;
  const limiter = new RateLimiterPostgres({
    // Without statement names: a prepared statement belongs to a connection, and a pooler gives each
    // transaction another.
    storeClient: { query: ({ text, values }: QueryConfig) => pool.query(text, values) },
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    // The sweep does that once for all processes.
    clearExpiredByTimeout: false,
    keyPrefix,
    points: window.times,
    duration: window.seconds,
    // One more than allowed: the last allowed one may be returned.
    inMemoryBlockOnConsumed: window.times + 1,
    // While the database is away each process counts alone.
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, points: window.times, duration: window.seconds }),
  });
  return {
    refuseIfBlocked: (key) => {
      const left = limiter.getInMemoryBlockMsBeforeExpire(limiter.getKey(key));
      if (left > 0) throw tooMany(left);
    },
    take: async (key, times = 1) => {
      try {
        await limiter.consume(key, times);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(refusal.msBeforeNext);
      }
    },
    giveBack: async (key) => {
      await limiter.reward(key);
    },
  };
}

function createCounters(pool: Pool, name: string, windows: readonly Window[]): Counter {
  const counters = windows.map((window) => createCounter(pool, name, window));
  return {
    refuseIfBlocked: (key) => {
      for (const counter of counters) counter.refuseIfBlocked(key);
    },
    take: async (key, times) => {
      for (const counter of counters) await counter.take(key, times);
    },
    giveBack: async (key) => {
      for (const counter of counters) await counter.giveBack(key);
    },
  };
}

const unlimited: Limits = {
  ...mapLimits(() => ({ take: async () => {} })),
  login: { take: async () => {}, succeeded: async () => {} },
  cardVisit: { visitor: async () => {}, payment: async () => {} },
  vinOfCar: async () => {},
  vinGuess: async () => {},
  vinsOfFile: async () => {},
  dealerKey: { refuseIfUsedUp: () => {}, take: async () => {} },
  mayMail: async () => true,
};

function mapLimits(make: (name: LimitName, figures: Figures) => Limit): Record<LimitName, Limit> {
  const names = Object.keys(limitFigures).filter((name): name is LimitName => name in limitFigures);
  return recordOf(names, (name) => make(name, limitFigures[name]));
}

/** All limits of the API, counted in PostgreSQL for all processes. `enabled: false` (RATE_LIMITS=off) disables them. */
export function createLimits(deps: { pool: Pool; enabled: boolean }): Limits {
  const { pool, enabled } = deps;
  if (!enabled) return unlimited;

  /**
   * Whether an account has signed in with this device: clients may send any cookie, and each new one would
   * create a row of counts. By the primary key of known_devices. While the database is away only the address
   * counts.
   */
  const isKnown = async (device: string): Promise<boolean> => {
    const hash = Buffer.from(device, "base64url");
    const asked = pool.query("select from known_devices where hash = $1 limit 1", [hash]);
    return asked.then(
      ({ rowCount }) => rowCount === 1,
      () => false,
    );
  };

  const personOf = async ({ accountId, device }: Caller): Promise<string | null> =>
    accountId ?? (device !== null && (await isKnown(device)) ? device : null);

  const named = mapLimits((name, figures) => {
    const person = createCounters(pool, `${name}:p`, figures.person);
    const address = createCounters(pool, `${name}:a`, figures.address);
    return {
      take: async (caller, times) => {
        const from = network(caller.address);
        // First, so that a flood from a blocked address neither queries the database nor creates rows.
        address.refuseIfBlocked(from);
        const who = await personOf(caller);
        if (who !== null) await person.take(who, times);
        await address.take(from, times);
      },
    };
  });

  const strangers = createCounters(pool, "login:s", loginFigures.accountFromStrangers);
  const devices = createCounters(pool, "login:d", loginFigures.accountFromKnownDevice);
  const addresses = createCounters(pool, "login:a", loginFigures.address);
  const visitedPayments = createCounters(pool, "card:s", cardVisitFigures.session);
  const vinsOfCars = createCounters(pool, "vin:c", vinChecksOfCar);
  const guessedVins = createCounters(pool, "vin:g", vinGuesses);
  const vinsInFiles = createCounters(pool, "vin:f", vinsOfFiles);
  const keys = createCounters(pool, "key", keyFigures);
  const visitors = createCounters(pool, "card:a", cardVisitFigures.address);
  const mails = {
    password: createCounters(pool, "mail", mailsToOneAddress),
    verify: createCounters(pool, "mail:v", mailsToOneAddress),
    report: createCounters(pool, "mail:r", answersToOneAddress),
  };

  const account = (attempt: LoginTry): [Counter, string] => {
    const email = shortHash(attempt.email);
    return attempt.knownDevice === null ? [strangers, email] : [devices, `${email}:${attempt.knownDevice}`];
  };

  return {
    ...named,
    login: {
      take: async (attempt) => {
        const from = network(attempt.address);
        // Each further e-mail would create a row of counts.
        addresses.refuseIfBlocked(from);
        const [counter, key] = account(attempt);
        await counter.take(key);
        await addresses.take(from);
      },
      succeeded: async (attempt) => {
        const [counter, key] = account(attempt);
        await counter.giveBack(key);
        await addresses.giveBack(network(attempt.address));
      },
    },
    vinOfCar: (accountId, carId) => vinsOfCars.take(`${accountId}:${carId}`),
    vinGuess: (accountId, masked) => guessedVins.take(`${accountId}:${masked}`),
    vinsOfFile: (accountId, numbers) => vinsInFiles.take(accountId, numbers),
    cardVisit: {
      visitor: (caller) => visitors.take(network(caller.address)),
      payment: (paymentId) => visitedPayments.take(paymentId),
    },
    dealerKey: {
      refuseIfUsedUp: (hash) => keys.refuseIfBlocked(hash),
      take: (hash) => keys.take(hash),
    },
    mayMail: async (email, kind) => {
      try {
        await mails[kind].take(shortHash(email));
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === "too_many_requests") return false;
        throw error;
      }
    },
  };
}
