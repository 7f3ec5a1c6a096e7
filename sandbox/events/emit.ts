import { newId } from "#sandbox/store/ids.ts";
import { apiVersion, type Sandbox } from "#sandbox/sandbox.ts";
import type { Event } from "#sandbox/store/kinds.ts";
import { queueDeliveries } from "./queue.ts";

/**
 * Stores an event with the object's present state, and its deliveries, in the current transaction: no change
 * without its event, and no event without its change.
 */
export function emit(
  sandbox: Sandbox,
  type: string,
  object: object,
  previous?: Record<string, unknown>,
): void {
  const event: Event = {
    id: newId("event"),
    object: "event",
    api_version: apiVersion,
    created: sandbox.clock.now(),
    data: { object, ...(previous !== undefined && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 0,
    request: sandbox.request ?? { id: null, idempotency_key: null },
    type,
  };
  sandbox.store.insert("event", event, null);
  event.pending_webhooks = queueDeliveries(sandbox.store, event);
  sandbox.store.save("event", event);
}

/** The changed top-level fields with their old values, as in `previous_attributes`. */
export function changes(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now.get(key))),
  );
}
