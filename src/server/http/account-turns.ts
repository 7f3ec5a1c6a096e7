import { AppError } from "./app-error.ts";

interface Account {
  running: number;
  readonly waiting: (() => void)[];
}

/** A connection each at most: one account leaves most of a process's connections to everybody else. */
const maxAtOnce = 4;
const maxWaiting = 200;
/** In ms. What holds the account up may be an import of a whole stock. */
const maxWaitMs = 10_000;

/**
 * Calls of one account that change something wait for each other's locks, and whoever waits in the database holds a
 * connection. So only a few of them are worked on at once, and the others wait here, in the order in which they came.
 */
export class AccountTurns {
  readonly #accounts = new Map<string, Account>();

  /** Does the work once it is its turn. Throws too_many_requests, or overloaded where its turn does not come. */
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

  /** Waits for the place of one that ends. */
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
