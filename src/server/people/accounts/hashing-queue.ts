import { AppError } from "#server/http/app-error.ts";
import { network } from "#server/http/limits.ts";
import { FairQueue } from "#server/http/fair-queue.ts";

/** For whom a password is hashed: requests with one key queue together. */
export interface HashingFor {
  readonly key: string;
  /** Maximum of this key in progress. */
  readonly atOnce: number;
  /** Maximum of this key waiting; further ones are refused. */
  readonly maxWaiting: number;
}

/** Two at once leave room for everything else on two cores and Node's four threads. */
const atOnce = 2;
/** A waiting item has a password and a closure: memory does not matter, only the last one's wait. */
const maxWaiting = 400;

/** A signed-in account: one slot. No owner who changes a password has five attempts waiting. */
export function accountHashing(userId: string): HashingFor {
  return { key: `account:${userId}`, atOnce: 1, maxWaiting: 4 };
}

/** A guest, by address: mobile networks have many there, and a flood of e-mails comes from few. */
export function visitorHashing(address: string): HashingFor {
  return { key: `address:${network(address)}`, atOnce, maxWaiting: 100 };
}

/** The site itself, when it creates an account. */
export const ownHashing: HashingFor = { key: "site", atOnce, maxWaiting: 100 };

interface Turn {
  readonly whose: HashingFor;
  readonly begin: () => void;
}

// All of this process shares the machine's cores, so it shares the queue.
const waiting = new FairQueue<Turn>();
const running = new Map<string, number>();
let underWay = 0;

const mayBegin = ({ key, atOnce: most }: HashingFor) => (running.get(key) ?? 0) < most;

function begin({ key }: HashingFor): void {
  underWay += 1;
  running.set(key, (running.get(key) ?? 0) + 1);
}

function end({ key }: HashingFor): void {
  underWay -= 1;
  const left = (running.get(key) ?? 1) - 1;
  if (left === 0) running.delete(key);
  else running.set(key, left);
  if (underWay >= atOnce) return;
  const next = waiting.shift(({ whose }) => mayBegin(whose));
  if (next === undefined) return;
  // Here and not after resuming, so that no other request intervenes.
  begin(next.whose);
  next.begin();
}

/**
 * Runs the work when its turn comes: keys are served in turn, so a flooding key delays the others by one item.
 * Throws too_many_requests if too many of this key wait, overloaded if too many wait in all.
 */
export async function inTurn<Result>(whose: HashingFor, work: () => Promise<Result>): Promise<Result> {
  if (underWay < atOnce && mayBegin(whose)) {
    begin(whose);
  } else {
    if (waiting.waitingOf(whose.key) >= whose.maxWaiting)
      throw new AppError("too_many_requests", { retryAfter: 3 });
    if (waiting.size >= maxWaiting) throw new AppError("overloaded", { retryAfter: 3 });
    await new Promise<void>((resolve) => waiting.push(whose.key, { whose, begin: resolve }));
  }
  try {
    return await work();
  } finally {
    end(whose);
  }
}
