import type { CompiledQuery } from "kysely";
import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { endClient } from "./end-client.ts";

/**
 * All rows of a query without parameters, in batches of some hundred: by COPY on its own connection, without a
 * timeout, in physical order. Values are JSON's: 'Infinity' is a string.
 */
export async function* copyRows<Row>(url: string, query: CompiledQuery): AsyncGenerator<Row[]> {
  if (query.parameters.length > 0) throw new Error("COPY takes no parameters.");
  const client = new Client({
    connectionString: url,
    application_name: "vetura-copy",
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  });
  // The reader gets the error.
  client.on("error", () => {});
  try {
    await client.connect();
    const copy = `copy (select row_to_json(r) from (${query.sql}) r) to stdout`;
    const chunks: AsyncIterable<Buffer> = client.query(copyTo(copy));
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of chunks) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.lastIndexOf(10);
      rest = bytes.subarray(end + 1);
      if (end < 0) continue;
      // In JSON, COPY escapes only the backslash.
      const lines = bytes.toString("utf8", 0, end).replaceAll("\\\\", "\\");
      const rows: Row[] = JSON.parse(`[${lines.replaceAll("\n", ",")}]`);
      yield rows;
    }
  } finally {
    await endClient(client);
  }
}
