import type { Client } from "pg";
import { endsWithin } from "#server/ends-within.ts";

/** Timeout in ms: on a lost connection the database never confirms the end. */
const endTimeoutMs = 1_000;

/** Closes a dedicated connection without waiting for an unresponsive database. */
export async function endClient(client: Client): Promise<void> {
  await endsWithin(client.end(), endTimeoutMs);
}
