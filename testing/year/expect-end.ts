import { join } from "node:path";
import { z } from "zod";
import { restoreBackup } from "#server/platform/backup/restore-backup.ts";
import { takeBackup } from "#server/platform/backup/take-backup.ts";
import { loadConfig } from "#server/config.ts";
import { openFileStore } from "#server/market/photos/open-file-store.ts";
import { hashTables } from "#testing/backups.ts";
import { expectKey } from "./act-as-program.ts";
import { waitForReviews } from "./wait-for-reviews.ts";
import { vinMark } from "./mileage-rule.ts";
import type { World } from "./world.ts";

/** Columns that keep a deleted person's data, as the law or bookkeeping requires. */
const keptByLaw: ReadonlySet<string> = new Set([
  // Invoices and credit notes (domain/privacy/retention.ts, buyerYears).
  "invoices.buyer",
  "invoices.search_text",
  // Until they are issued.
  "invoices_due.buyer",
  // The actions of admins, and of dealers with their keys, for two years (auditYears).
  "audit_log.actor_id",
  "audit_log.actor_email",
  "audit_log.target_label",
  "audit_log.target_id",
  "audit_log.before",
  "audit_log.after",
  // Counts of calls, swept soon after their window of a day at most.
  "rate_limits.key",
]);

/** Nothing of deleted people is stored except in the columns above. */
async function expectForgotten(world: World): Promise<void> {
  const { pool } = world.site.database;
  if (world.deleted.length === 0) return;
  const columns = z.array(z.object({ name: z.string(), column: z.string() })).parse(
    (
      await pool.query(`
          select c.table_name as name, c.column_name as column from information_schema.columns c
          join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
          where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
            and c.data_type in ('text', 'jsonb', 'json', 'uuid', 'character varying', 'ARRAY')`)
    ).rows,
  );
  const words = world.deleted.flatMap(({ id, email, firstName }) => [
    id,
    email.replaceAll(".", "\\."),
    firstName,
  ]);
  const pattern = `\\y(${words.join("|")})\\y`;
  for (const { name, column } of columns) {
    if (keptByLaw.has(`${name}.${column}`)) continue;
    const { rows } = await pool.query(
      `select "${column}"::text as text from "${name}" where "${column}"::text ~ $1 limit 2`,
      [pattern],
    );
    for (const { text } of z.array(z.object({ text: z.string() })).parse(rows))
      world.fault(`${name}.${column} still has a deleted person: ${text.slice(0, 200)}`);
  }
}

/** No row and no mail contains an identification number in clear text. Answers and logs are searched as they arrive. */
async function expectSealed(world: World): Promise<void> {
  for (const { to, subject, text, html } of world.site.mail.mails)
    if (vinMark.test(`${subject} ${text} ${html}`))
      world.fault(`the mail "${subject}" to ${to} has a number in clear`);
  const tables = await world.site.database.pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`);
  for (const { name } of tables.rows) {
    // PostgreSQL prints bytea as hexadecimal digits.
    const { rowCount } = await world.site.database.pool.query(
      `select from ${name} as stored where stored::text ~* $1 or stored::text ~* $2 limit 1`,
      [vinMark.source, Buffer.from("ZZZ1K").toString("hex")],
    );
    if (rowCount !== 0) world.fault(`${name} has a number in clear`);
  }
}

/** Keys give access by their scopes; those of deleted, lapsed or suspended dealers give none. */
async function expectKeys(world: World): Promise<void> {
  for (const owner of world.people)
    for (const key of owner.keys)
      await expectKey(world, owner, key, [
        ["GET /api/dealer/stats", "statistics"],
        ["GET /api/cars/my", "stock"],
      ]);
}

/** Excluded from backups on purpose; the copies go on writing them. */
const stillWritten: ReadonlySet<string> = new Set(["visitor_salts", "provider_poll"]);

/** A restored backup equals the site. */
async function expectBackup(world: World): Promise<void> {
  const { database } = world.site;
  const dataDir = join(database.folder, "data");
  const config = loadConfig({ DATA_DIR: dataDir, NODE_ENV: "test" });
  await world.site.flush();
  await waitForReviews(world);
  const file = join(database.folder, "year.tar");
  await takeBackup({ file, url: database.url, store: openFileStore(config.photos) });
  const url = await database.addDatabase("restored");
  const restored = loadConfig({ DATA_DIR: join(database.folder, "restored"), NODE_ENV: "test" });
  await restoreBackup({ file, url, store: openFileStore(restored.photos), replace: false });
  const [before, after] = [await hashTables(database.url), await hashTables(url)];
  for (const [table, hash] of Object.entries(before))
    if (!stillWritten.has(table) && after[table] !== hash)
      world.fault(`the table ${table} is another after a restore: ${after[table]}, not ${hash}`);
}

/** Checks at the end of a story. */
export async function expectEnd(world: World): Promise<void> {
  await expectForgotten(world);
  await expectSealed(world);
  await expectKeys(world);
  await expectBackup(world);
  const admin = world.people.at(-1);
  if (admin === undefined) return;
  const { body } = await world.ask(admin, "GET /api/admin/payments/sums", 200);
  if (!z.object({ equal: z.boolean() }).parse(body).equal)
    world.fault(`the sums of ledger and documents differ: ${JSON.stringify(body)}`);
}
