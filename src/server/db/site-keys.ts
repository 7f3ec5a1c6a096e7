import type { Kysely } from "kysely";
import type { DB } from "./tables.ts";

/** Reads one of the site's secret keys, made by a migration and the same in every process, when it is first needed. */
export function createSiteKey(
  db: Kysely<DB>,
  name: "unsubscribe" | "login_log" | "visitors",
): () => Promise<Buffer> {
  let reading: Promise<Buffer> | null = null;
  return () => {
    reading ??= db
      .selectFrom("site_keys")
      .select("key")
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
      .then(
        ({ key }) => key,
        (error: unknown) => {
          reading = null;
          throw error;
        },
      );
    return reading;
  };
}
