/** What a process has read of the database, until a notification says that there is something else. */
export interface NotifiedCopy<Value> {
  /** Throws where the database is away and nothing has been read yet. */
  get(): Promise<Value>;
  /** There is something else, or may be: it is read with the next call. */
  refresh(): void;
}

/** Reads once, and again after each `refresh`; notifications of the database call that. */
export function createNotifiedCopy<Value>(read: () => Promise<Value>): NotifiedCopy<Value> {
  let current: Promise<Value> | null = null;
  let before: Promise<Value> | null = null;
  return {
    get: () => {
      if (current !== null) return current;
      const last = before;
      const reading = read().catch((error: unknown) => {
        // Rather what was there yesterday than nothing; the next call tries again.
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
