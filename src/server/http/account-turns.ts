import { AppError } from "./app-error.ts";

interface Account {
  running: number;
  readonly waiting: (() => void)[];
}

/** At most one connection each: an account leaves most of a process's connections to others. */
const maxAtOnce = 4;
const maxWaiting = 200;
/** In ms. The account may be locked by an import of a whole stock. */
const maxWaitMs = 10_000;

/**
 * Limits concurrent changing calls of an account. They wait for each other's locks, and a call that waits in
 * the database holds a connection. So only a few run at once, and the others queue here, first come first
 * served.
 */
export class AccountTurns {
  readonly #accounts = new Map<string, Account>();

  /** Runs the work when its turn comes. Throws too_many_requests, or overloaded after the timeout. */
  async take<Value>(accountId: string, work: () => Promise<Value>): Promise<Value> {
    const account = this.#accounts.get(accountId) ?? { running: 0, waiting: [] };
    this.#accounts.set(accountId, account);
    if (account.running < maxAtOnce) account.running += 1;
    else await this.#turn(account);
    try {
      return await work();
    } finally {
      const next = account.waiting.shift();
      if (next !== undefined) next();
      else {
        account.running -= 1;
        if (account.running === 0) this.#accounts.delete(accountId);
      }
    }
  }

  /** Waits for a free place. */
  #turn({ waiting }: Account): Promise<void> {
    if (waiting.length >= maxWaiting) throw new AppError("too_many_requests", { retryAfter: 1 });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new AppError("overloaded"));
      }, maxWaitMs);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(begin);
    });
  }
}
