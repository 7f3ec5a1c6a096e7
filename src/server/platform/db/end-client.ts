import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** Timeout in ms: on a lost connection the database never confirms the end. */
const endTimeoutMs = 1_000;

/** Closes a dedicated connection without waiting for an unresponsive database. */
export async function endClient(client: Client): Promise<void> {
  const inTime = new AbortController();
  await Promise.race([
    client.end().catch(() => {}),
    sleep(endTimeoutMs, undefined, { signal: inTime.signal }).catch(() => {}),
  ]);
  inTime.abort();
}
