import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** On a connection that was lost, the database never confirms the end. In ms. */
const endTimeoutMs = 1_000;

/** Ends a connection of one's own; does not wait for a database that answers nothing any more. */
export async function endClient(client: Client): Promise<void> {
  const inTime = new AbortController();
  await Promise.race([
    client.end().catch(() => {}),
    sleep(endTimeoutMs, undefined, { signal: inTime.signal }).catch(() => {}),
  ]);
  inTime.abort();
}
