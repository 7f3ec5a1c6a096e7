import type { Kysely } from "kysely";
import type { DB } from "./tables.ts";

/** The site's secret keys, created by a migration, the same in every process. */
export type SiteKeyName = "unsubscribe" | "login_log" | "visitors";

export type SiteKey = (name: SiteKeyName) => Promise<Buffer>;

/** Reads keys from the database lazily. */
export function createSiteKeys(db: Kysely<DB>): SiteKey {
  const readings = new Map<SiteKeyName, Promise<Buffer>>();
  return (name) => {
    const known = readings.get(name);
    if (known !== undefined) return known;
    const reading = db
      .selectFrom("site_keys")
      .select("key")
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
      .then(
        ({ key }) => key,
        (error: unknown) => {
          readings.delete(name);
          throw error;
        },
      );
    readings.set(name, reading);
    return reading;
  };
}
