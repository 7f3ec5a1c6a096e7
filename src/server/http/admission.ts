/** A request for admission control. */
export interface Arrival {
  /** Does the work; calls `handled` once the answer is made, before it is sent. */
  start(handled: () => void): void;
  /** Answers at once that the site is overloaded. */
  refuse(): void;
  /** The visitor disconnected while waiting. */
  isGone(): boolean;
  /** For a request with a body: calls back once it has arrived. Until then it costs no thread time. */
  readonly onceArrived?: (callback: () => void) => void;
}

export interface AdmissionFigures {
  /** Requests in progress, without those whose body is still arriving. */
  readonly running: number;
  readonly waiting: number;
  /** The current limit of requests in progress. */
  readonly limit: number;
  /** Since the start. */
  readonly refused: number;
}

export interface AdmissionOptions {
  /** Milliseconds from a monotonic clock. */
  readonly now?: () => number;
  /** Lateness of other threads that do part of the work, in ms. */
  readonly lateness?: () => number;
  /** Called at most once a second while requests are refused, with their number since the last call. */
  readonly onRefused?: (count: number, figures: AdmissionFigures) => void;
}

/** Initial value and bounds of the limit. */
const limits = { first: 64, least: 8, most: 512 } as const;
/**
 * A request with a longer expected wait, in ms, is refused at once. The estimate uses the queue's pace and the
 * wait of its first request. A sudden burst may queue longer than lasting load.
 */
const maxQueue = { burst: 3_000, lasting: 1_000 } as const;
/** A queue that was not empty for this long, in ms, counts as lasting. */
const lastingAfter = 5_000;
/** A request that has waited this long (those ahead got slower) is refused too, in ms. */
const maxWaitMs = 5_000;
const maxWaiting = 1_000;
/** Requests per ms: the pace until it is measured, and its minimum. */
const paces = { first: 0.1, least: 0.02 } as const;
/** How often the pace is measured while requests wait, in ms. */
const paceEvery = 200;
/** Work is started for this long, in ms, before new arrivals are read: the maximum delay of a refusal. */
const slice = 8;
/** How often the thread's lateness is measured, in ms. */
const sampleEvery = 10;
/** Greater lateness, in ms, means too many requests in progress. */
const tooLate = 25;
const tellEvery = 1_000;

/**
 * Admission control: overload must not slow down the requests that can be served (decision 0011). One thread
 * does the work, or others with it (`lateness`). It admits as many requests as keep these threads punctual,
 * which it measures. A short queue is served first come first served; all others are refused at once, before
 * any work. Admitted requests are spread over turns of the event loop, between which arrivals are read.
 */
export class Admission {
  readonly #now: () => number;
  readonly #lateness: () => number;
  readonly #onRefused: AdmissionOptions["onRefused"];
  readonly #waiting: { arrival: Arrival; since: number }[] = [];
  /** Since when requests have been queued. */
  #queuedSince = 0;
  /** Requests handled per ms while others waited. */
  #pace: number = paces.first;
  #handled = 0;
  /** Since when they are counted; null if no request waits. */
  #countedSince: number | null = null;
  #running = 0;
  #limit: number = limits.first;
  #refused = 0;
  #told = 0;
  #nextTelling = 0;
  /** When this turn of the event loop began to start work; null if it has not. */
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

  /** Starts the request, now or soon, or refuses it. */
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

  /** The expected wait of a new request. */
  #expectedWait(headSince: number, now: number): number {
    return Math.max(now - headSince, this.#waiting.length / this.#pace);
  }

  #patience(now: number): number {
    return now - this.#queuedSince > lastingAfter ? maxQueue.lasting : maxQueue.burst;
  }

  /** Whether this turn of the event loop may start more work. */
  #hasTurn(now: number): boolean {
    if (this.#turn !== null) return now - this.#turn < slice;
    this.#turn = now;
    // After this turn's arrivals; what waits then is started in the next turn.
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

  /** Measures the thread's lateness while there is work. */
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

  /** An idle site has no measurable pace. */
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
