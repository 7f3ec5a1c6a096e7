import type { Clock } from "./clock.ts";
import type { Store } from "./store/store.ts";
import type { Faults } from "./http/faults.ts";

/** The API version of the pinned library; answers have the format of this version only. */
export const apiVersion = "2026-10-28.endive";

/** The context of everything in the sandbox. */
export interface Sandbox {
  store: Store;
  clock: Clock;
  faults: Faults;
  secretKey: string;
  /** Its own URL, known once it listens. */
  url: string;
  /** The current API request, named in its events; null for changes by time or by a person. */
  request: { id: string; idempotency_key: string | null } | null;
  /** Call after a transaction that may have created events or changed a due time. */
  wake: () => void;
}
