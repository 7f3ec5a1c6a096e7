export type FaultKind = "error" | "rate_limit" | "hang" | "reset" | "lose_answer";

export interface Fault {
  /** Prefix of the path, such as `/v1/checkout/sessions`; any path by default. */
  path?: string | undefined;
  method?: string | undefined;
  kind: FaultKind;
  /** How many requests it affects. */
  times: number;
}

const most = 100;

/** Faults injected by a test: in memory, applied to the next matching requests. */
export class Faults {
  #waiting: Fault[] = [];

  add(fault: Fault): void {
    if (this.#waiting.length >= most) throw new RangeError(`At most ${most} faults wait at once.`);
    this.#waiting.push({ ...fault });
  }

  clear(): void {
    this.#waiting = [];
  }

  waiting(): readonly Fault[] {
    return this.#waiting;
  }

  take(method: string, path: string): FaultKind | null {
    const fault = this.#waiting.find(
      (one) => path.startsWith(one.path ?? "/") && (one.method === undefined || one.method === method),
    );
    if (fault === undefined) return null;
    fault.times -= 1;
    if (fault.times <= 0) this.#waiting = this.#waiting.filter((one) => one !== fault);
    return fault.kind;
  }
}
