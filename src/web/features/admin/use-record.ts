import { useState } from "react";
import { ApiError } from "#web/lib/api-error.ts";
import type { CallOptions } from "#web/lib/api-types.ts";

/** Where the record that is being edited stands against the server's. */
export type RecordState =
  | "fresh"
  /** Somebody saved it after it was read: this person's changes were refused. */
  | "stale"
  /** Read again after that. */
  | "reloaded"
  | "gone";

/**
 * A record with its version while it is edited. `failed` takes the errors of a save: true where it was one of the
 * version, which `Conflict` then tells. `reload` reads it anew.
 */
export function useRecord<Item extends { readonly version: number }>(
  first: Item,
  load: (options: CallOptions) => Promise<Item>,
) {
  const [record, setRecord] = useState(first);
  const [state, setState] = useState<RecordState>("fresh");
  const [reloading, setReloading] = useState(false);

  async function reload(): Promise<Item | null> {
    setReloading(true);
    try {
      const read = await load({});
      setRecord(read);
      setState("reloaded");
      return read;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setState("gone");
      return null;
    } finally {
      setReloading(false);
    }
  }

  function failed(error: unknown): boolean {
    if (!(error instanceof ApiError)) return false;
    if (error.status !== 412 && error.status !== 404) return false;
    setState(error.status === 412 ? "stale" : "gone");
    return true;
  }

  return { record, state, reloading, reload, failed };
}

/** Writes only if nobody has changed the record since it was read (specification.md#admin); else the answer is 412. */
export function ifUnchanged(record: { readonly version: number }): CallOptions {
  return { headers: { "If-Match": `"${record.version}"` } };
}
