/** A process's copy of database contents, valid until a notification. */
export interface NotifiedCopy<Value> {
  /** Throws if the database is unavailable and nothing was read yet. */
  get(): Promise<Value>;
  /** The contents may have changed: the next call reads them. */
  refresh(): void;
}

/** Reads once, and again after each `refresh`, which notifications call. */
export function createNotifiedCopy<Value>(read: () => Promise<Value>): NotifiedCopy<Value> {
  let current: Promise<Value> | null = null;
  let before: Promise<Value> | null = null;
  return {
    get: () => {
      if (current !== null) return current;
      const last = before;
      const reading = read().catch((error: unknown) => {
        // Stale contents are better than none; the next call retries.
        if (current === reading) current = null;
        if (last === null) throw error;
        return last;
      });
      current = reading;
      return reading;
    },
    refresh: () => {
      before = current ?? before;
      current = null;
    },
  };
}
