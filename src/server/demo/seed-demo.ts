import { readFile } from "node:fs/promises";
import { sql, type Kysely } from "kysely";
import { hashPassword } from "#server/people/accounts/passwords.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { demoLogins, insertDemoRows, type DemoLogins } from "./demo-rows.ts";
import type { DemoSubscription } from "./demo-subscription.ts";
import { copiedPicture, pictureFile, pictureKeys } from "./picture-pool.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";

export interface SeedDemoOptions {
  readonly db: Kysely<DB>;
  /** Renders a picture by the usual pipeline. */
  readonly photos: { addPhoto(ownerId: null, bytes: Uint8Array): Promise<{ readonly id: string }> };
  readonly password: string;
  readonly now: Date;
  /** Encrypts the identification numbers of some cars; omitted: none has one. */
  readonly secretBox?: Context["secretBox"];
  /**
   * Subscribes the demo's dealer, or finds the subscription of an interrupted run; null if impossible. Omitted:
   * the dealer is one by hand.
   */
  readonly subscribe?: (dealer: { readonly email: string }) => Promise<DemoSubscription | null>;
  /** Called with the progress, in pictures. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Pictures in progress at once: the two workers' and the next ones. */
const picturesAtOnce = 4;
const maxTries = 6;

/** Whether the demo data is complete: it is stored in one transaction. */
export async function hasDemoData(db: Kysely<DB>): Promise<boolean> {
  const admin = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", demoLogins("").admin)
    .executeTakeFirst();
  return admin !== undefined;
}

/**
 * Fills an empty database with some 600 invented cars, their sellers and drawn pictures. Pictures come first,
 * then the dealer's subscription at the sandbox, and everything else in one transaction at the end. So an
 * interrupted run leaves only unused pictures, which the photo sweep removes, and a subscription that the next
 * run finds. Returns null, and does nothing, if there are other cars or people.
 */
export async function seedDemo(options: SeedDemoOptions): Promise<DemoLogins | null> {
  return options.db.transaction().execute(async (held) => {
    // Idle while pictures are stored, without blocking other work.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(held);
    // Several processes may start on one database at once: one seeds, the others wait.
    while (!(await tryLock(held))) await new Promise((resolve) => setTimeout(resolve, 250));
    if (await hasDemoData(options.db)) return demoLogins(options.password);
    if (!(await isEmpty(options.db))) return null;
    const photoIds = await addPictures(options);
    const passwordHash = await hashPassword(options.password);
    const subscription = (await options.subscribe?.({ email: demoLogins("").dealer })) ?? null;
    await options.db.transaction().execute((trx) =>
      insertDemoRows(trx, {
        now: options.now,
        passwordHash,
        photoIds,
        subscription,
        secretBox: options.secretBox,
      }),
    );
    return demoLogins(options.password);
  });
}

/** Until the transaction ends: a pooler would give a session lock to others. */
async function tryLock(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(${advisoryLocks.demoSeed}::bigint) as locked`.execute(db);
  return rows[0]?.locked === true;
}

/** There may already be an admin (ADMIN_EMAIL). */
async function isEmpty(db: Kysely<DB>): Promise<boolean> {
  const car = await db.selectFrom("cars").select("id").limit(1).executeTakeFirst();
  const person = await db
    .selectFrom("users")
    .select("id")
    .where("is_admin", "=", false)
    .limit(1)
    .executeTakeFirst();
  return car === undefined && person === undefined;
}

/** Stores each picture of the pool as a photo without an owner, one of them twice. Returns photo ids by the pictures' keys. */
async function addPictures({ photos, onProgress }: SeedDemoOptions): Promise<ReadonlyMap<string, string>> {
  const waiting = pictureKeys.values();
  const ids = new Map<string, string>();
  onProgress?.(0, pictureKeys.length);
  let failed = false;
  const work = async (): Promise<void> => {
    try {
      for (const key of waiting) {
        if (failed) return;
        const bytes = await readFile(pictureFile(key));
        const { id } = await patiently(() => photos.addPhoto(null, bytes));
        ids.set(key, id);
        onProgress?.(ids.size, pictureKeys.length);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  // All must have stopped before an error propagates, so that nothing is being written when the database
  // closes.
  const ends = await Promise.allSettled(Array.from({ length: picturesAtOnce }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  const bytes = await readFile(pictureFile(copiedPicture.key));
  const { id } = await patiently(() => photos.addPhoto(null, bytes));
  return ids.set(copiedPicture.copy, id);
}

/** A slow machine may report overload; the first start waits instead of failing. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const busy = error instanceof AppError && error.code === "overloaded";
      if (!busy || tries === maxTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * tries));
    }
  }
}
