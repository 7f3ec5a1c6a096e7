import type { Clock } from "./clock.ts";
import type { Store } from "./store/store.ts";
import type { Faults } from "./http/faults.ts";

/** The version of Stripe's API that the pinned library speaks; answers have its shapes and no other's. */
export const apiVersion = "2026-10-28.endive";

/** What everything in the sandbox works with. */
export interface Sandbox {
  store: Store;
  clock: Clock;
  faults: Faults;
  secretKey: string;
  /** Its own address, known once it listens. */
  url: string;
  /** The API request under way, named in the events it makes; null for what time or a person does. */
  request: { id: string; idempotency_key: string | null } | null;
  /** Called after a transaction that may have made events or moved a due time. */
  wake: () => void;
}
