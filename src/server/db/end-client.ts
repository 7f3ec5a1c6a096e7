import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** A dead line would be waited for without end: nobody says goodbye on it. In ms. */
const longestGoodbye = 1_000;

/** Ends a connection of one's own; does not wait for a database that says nothing any more. */
export async function endClient(client: Client): Promise<void> {
  const inTime = new AbortController();
  await Promise.race([
    client.end().catch(() => {}),
    sleep(longestGoodbye, undefined, { signal: inTime.signal }).catch(() => {}),
  ]);
  inTime.abort();
}
