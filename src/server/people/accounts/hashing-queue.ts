import { AppError } from "#server/http/app-error.ts";
import { network } from "#server/http/limits.ts";
import { FairQueue } from "#server/http/fair-queue.ts";

/** For whom a password is hashed: requests with one key wait for each other. */
export interface HashingFor {
  readonly key: string;
  /** So many of this key's are under way together. */
  readonly atOnce: number;
  /** So many of this key's wait; what comes on top is refused. */
  readonly maxWaiting: number;
}

/** Two at once leave a two-core machine and Node's four threads room for everything else. */
const atOnce = 2;
/** What waits holds a password and a closure: memory is no matter, only how long the last of one key waits. */
const maxWaiting = 400;

/** A signed-in account: one slot. No owner who changes a password has five tries waiting. */
export function accountHashing(userId: string): HashingFor {
  return { key: `account:${userId}`, atOnce: 1, maxWaiting: 4 };
}

/** A guest, by address: mobile networks put many there, and a flood of e-mails comes from few. */
export function visitorHashing(address: string): HashingFor {
  return { key: `address:${network(address)}`, atOnce, maxWaiting: 100 };
}

/** The site itself, when it makes an account. */
export const ownHashing: HashingFor = { key: "site", atOnce, maxWaiting: 100 };

interface Turn {
  readonly whose: HashingFor;
  readonly begin: () => void;
}

// The machine's cores are shared by all of this process, so the queue is, too.
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
  // Here and not when it resumes, so that no other request comes in between.
  begin(next.whose);
  next.begin();
}

/**
 * Runs the work when its turn comes: keys are served in turn, so that one that floods delays the others by one piece of work.
 * Throws too_many_requests where too many of this key wait, overloaded where too many do in all.
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
