import { addAbortSignal } from "node:stream";
import type { CompiledQuery } from "kysely";
import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { endClient } from "./end-client.ts";

export interface CopyOptions {
  /** Ends the copy with an AbortError. */
  readonly signal?: AbortSignal;
  /** How long the database may send nothing: the connection is lost, or a lock is held for too long. In ms. */
  readonly maxSilenceMs?: number;
}

/**
 * All rows of a query without parameters, in batches of some hundred: by COPY on its own connection, which may take
 * as long as rows come, in physical order. Values are JSON's: 'Infinity' is a string.
 */
export async function* copyRows<Row>(
  url: string,
  query: CompiledQuery,
  options: CopyOptions = {},
): AsyncGenerator<Row[]> {
  const { signal, maxSilenceMs = 60_000 } = options;
  if (query.parameters.length > 0) throw new Error("COPY takes no parameters.");
  const client = new Client({
    connectionString: url,
    application_name: "vetura-copy",
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  // The reader gets the error.
  client.on("error", () => {});
  let silence: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    const chunks = client.query(copyTo(`copy (select row_to_json(r) from (${query.sql}) r) to stdout`));
    if (signal !== undefined) addAbortSignal(signal, chunks);
    // Not while the reader works: then the database is the one that waits.
    const awaitChunk = () => {
      const lost = () => chunks.destroy(new Error(`The database sent nothing for ${maxSilenceMs} ms.`));
      silence = setTimeout(lost, maxSilenceMs);
    };
    awaitChunk();
    let rest: Buffer = Buffer.alloc(0);
    const read: AsyncIterable<Buffer> = chunks;
    for await (const chunk of read) {
      clearTimeout(silence);
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.lastIndexOf(10);
      rest = bytes.subarray(end + 1);
      if (end >= 0) {
        // In JSON, COPY escapes only the backslash.
        const lines = bytes.toString("utf8", 0, end).replaceAll("\\\\", "\\");
        const rows: Row[] = JSON.parse(`[${lines.replaceAll("\n", ",")}]`);
        yield rows;
      }
      awaitChunk();
    }
  } finally {
    clearTimeout(silence);
    await endClient(client);
  }
}
