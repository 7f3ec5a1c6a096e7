/** What admission needs of a request. */
export interface Arrival {
  /** Does the work; calls `handled` once the answer is made, whatever its reader then does with it. */
  start(handled: () => void): void;
  /** Answers at once that there is too much to do. */
  refuse(): void;
  /** The visitor has gone while waiting. */
  isGone(): boolean;
  /** For a request with a body: calls back once it has arrived. Until then it costs no thread time. */
  readonly onceArrived?: (callback: () => void) => void;
}

export interface AdmissionFigures {
  /** Requests that are being worked on; bodies still on their way are not counted. */
  readonly running: number;
  readonly waiting: number;
  /** How many may be worked on at once at present. */
  readonly limit: number;
  /** Since the start. */
  readonly refused: number;
}

export interface AdmissionOptions {
  /** Milliseconds, from a clock that does not jump. */
  readonly now?: () => number;
  /** How late another thread is that does part of the requests' work, in ms. */
  readonly lateness?: () => number;
  /** Called at most once a second while requests are refused, with their number since the last call. */
  readonly onRefused?: (count: number, figures: AdmissionFigures) => void;
}

/** Where the limit on requests at once begins, and between what it moves. */
const limits = { first: 64, least: 8, most: 512 } as const;
/**
 * A request whose expected wait is longer than this, in ms, is refused at once: expected by the queue's pace or by how
 * long its first has waited. A burst that comes in one moment may queue for longer than one that does not end.
 */
const maxQueue = { burst: 3_000, lasting: 1_000 } as const;
/** A queue that has not been empty for so long, in ms, is a lasting one. */
const lastingAfter = 5_000;
/** A request that has waited so long all the same (the requests ahead got slower) is refused too, in ms. */
const maxWaitMs = 5_000;
const maxWaiting = 1_000;
/** Requests handled in a ms: what is taken for the pace until it is known, and the least that it is taken for. */
const paces = { first: 0.1, least: 0.02 } as const;
/** How often the pace is measured, in ms, while requests wait. */
const paceEvery = 200;
/** Work is begun for so long, in ms, before the next arrivals are looked at: a refusal waits no longer than this. */
const slice = 8;
/** How often the thread's lateness is looked at, in ms. */
const sampleEvery = 10;
/** Later than this, in ms, means that too much is worked on at once. */
const tooLate = 25;
const tellEvery = 1_000;

/**
 * Decides which requests are worked on, so that many times too many of them take nothing from those that can be served
 * (decision 0011). One thread does the work, or others with it (`lateness`). So: only as many at once as leave them
 * punctual, which is found out by looking; a short queue, first come first served; and a refusal at once for all others,
 * before anything was done for them. Begun requests are spread over turns of the event loop, between which arrivals are looked at.
 */
export class Admission {
  readonly #now: () => number;
  readonly #lateness: () => number;
  readonly #onRefused: AdmissionOptions["onRefused"];
  readonly #waiting: { arrival: Arrival; since: number }[] = [];
  /** Since when requests have been waiting. */
  #queuedSince = 0;
  /** Requests handled in a ms while others waited. */
  #pace: number = paces.first;
  #handled = 0;
  /** Since when they are counted; null: no request waits. */
  #countedSince: number | null = null;
  #running = 0;
  #limit: number = limits.first;
  #refused = 0;
  #told = 0;
  #nextTelling = 0;
  /** When this turn of the event loop began to begin work; null: it has not. */
  #turn: number | null = null;
  #sampler: NodeJS.Timeout | null = null;
  #due = 0;

  constructor(options: AdmissionOptions = {}) {
    this.#now = options.now ?? (() => performance.now());
    this.#lateness = options.lateness ?? (() => 0);
    this.#onRefused = options.onRefused;
  }

  get figures(): AdmissionFigures {
    return {
      running: this.#running,
      waiting: this.#waiting.length,
      limit: this.#limit,
      refused: this.#refused,
    };
  }

  /** Begins the request, now or soon, or refuses it now. */
  take(arrival: Arrival): void {
    const now = this.#now();
    const [head] = this.#waiting;
    if (head === undefined && this.#running < this.#limit && this.#hasTurn(now)) {
      this.#begin(arrival);
      return;
    }
    if (head === undefined) this.#queuedSince = now;
    else if (
      this.#waiting.length >= maxWaiting ||
      this.#expectedWait(head.since, now) > this.#patience(now)
    ) {
      this.#refuse(arrival, now);
      return;
    }
    this.#waiting.push({ arrival, since: now });
    this.#watch();
  }

  /** The expected wait of a request that comes now. */
  #expectedWait(headSince: number, now: number): number {
    return Math.max(now - headSince, this.#waiting.length / this.#pace);
  }

  #patience(now: number): number {
    return now - this.#queuedSince > lastingAfter ? maxQueue.lasting : maxQueue.burst;
  }

  /** Whether this turn of the event loop has time left for beginning something. */
  #hasTurn(now: number): boolean {
    if (this.#turn !== null) return now - this.#turn < slice;
    this.#turn = now;
    // After the arrivals of this turn; what waits then is begun in the next one.
    setImmediate(() => {
      this.#turn = null;
      this.#work();
    });
    return true;
  }

  #work(): void {
    while (this.#running < this.#limit) {
      const [next] = this.#waiting;
      if (next === undefined || !this.#hasTurn(this.#now())) return;
      this.#waiting.shift();
      if (!next.arrival.isGone()) this.#begin(next.arrival);
    }
  }

  #begin(arrival: Arrival): void {
    let isCounted = false;
    let isOver = false;
    const count = () => {
      if (isCounted || isOver) return;
      isCounted = true;
      this.#running += 1;
      this.#watch();
    };
    if (arrival.onceArrived === undefined) count();
    else arrival.onceArrived(count);
    arrival.start(() => {
      if (isOver) return;
      isOver = true;
      this.#handled += 1;
      if (!isCounted) return;
      this.#running -= 1;
      if (this.#waiting.length > 0) this.#work();
    });
  }

  #refuse(arrival: Arrival, now: number): void {
    this.#refused += 1;
    arrival.refuse();
    if (now < this.#nextTelling) return;
    this.#nextTelling = now + tellEvery;
    this.#onRefused?.(this.#refused - this.#told, this.figures);
    this.#told = this.#refused;
  }

  /** Looks at the thread's punctuality while there is something to do. */
  #watch(): void {
    if (this.#sampler !== null) return;
    this.#due = this.#now() + sampleEvery;
    this.#sampler = setTimeout(() => {
      this.#sampler = null;
      const now = this.#now();
      this.#adapt(Math.max(now - this.#due, this.#lateness()));
      this.#giveUp(now);
      this.#reckonPace(now);
      if (this.#waiting.length > 0) this.#work();
      if (this.#running > 0 || this.#waiting.length > 0) this.#watch();
    }, sampleEvery);
    this.#sampler.unref();
  }

  #adapt(late: number): void {
    if (late > tooLate) {
      this.#limit = Math.max(limits.least, Math.floor(this.#limit * 0.85));
    } else if (this.#running >= this.#limit) {
      this.#limit = Math.min(limits.most, this.#limit + 1 + (this.#limit >> 4));
    }
  }

  /** An idle site says nothing of how fast it could be. */
  #reckonPace(now: number): void {
    if (this.#countedSince !== null && now - this.#countedSince < paceEvery) return;
    if (this.#countedSince !== null) {
      const seen = this.#handled / (now - this.#countedSince);
      this.#pace = Math.max(paces.least, (this.#pace + seen) / 2);
    }
    this.#countedSince = this.#waiting.length > 0 ? now : null;
    this.#handled = 0;
  }

  #giveUp(now: number): void {
    const inTime = this.#waiting.findIndex(({ since }) => now - since <= maxWaitMs);
    const late = this.#waiting.splice(0, inTime === -1 ? this.#waiting.length : inTime);
    for (const { arrival } of late) if (!arrival.isGone()) this.#refuse(arrival, now);
  }
}
