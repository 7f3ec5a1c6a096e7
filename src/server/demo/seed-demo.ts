import { readFile } from "node:fs/promises";
import { sql, type Kysely } from "kysely";
import { hashPassword } from "#server/people/accounts/passwords.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { demoLogins, insertDemoRows, type DemoLogins } from "./demo-rows.ts";
import type { DemoSubscription } from "./demo-subscription.ts";
import { pictureFile, pictureKeys } from "./picture-pool.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";

export interface SeedDemoOptions {
  readonly db: Kysely<DB>;
  /** Takes a picture through the same pipeline as everybody's pictures. */
  readonly photos: { addPhoto(ownerId: null, bytes: Uint8Array): Promise<{ readonly id: string }> };
  readonly password: string;
  readonly now: Date;
  /** Seals the identification numbers of some cars; left out: none has one. */
  readonly secretBox?: Context["secretBox"];
  /**
   * Subscribes the demo's dealer, or finds its subscription of a run that was cut off after this; null where there is
   * none to be had. Left out: the dealer is one by hand.
   */
  readonly subscribe?: (dealer: { readonly email: string }) => Promise<DemoSubscription | null>;
  /** Called with what is done and what there is to do, in pictures. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Pictures under way at once: the two workers' and the next ones. */
const picturesAtOnce = 4;
const maxTries = 6;

/** Whether the demo data is in, complete: it comes in one transaction. */
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
 * then the dealer's subscription at the sandbox,
 * everything else in one transaction at the end: a run that is cut off leaves nothing but pictures on no car, which the
 * photo sweep removes, and a subscription that the next run finds, which starts over.
 * Answers null, and does nothing, where there are cars or people already that are not the demo's.
 */
export async function seedDemo(options: SeedDemoOptions): Promise<DemoLogins | null> {
  return options.db.transaction().execute(async (held) => {
    // Idle while pictures are stored, without blocking other work.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(held);
    // Several processes may start on one database at once: one seeds, the others wait for it.
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

/** Until the transaction ends: a lock of the session would be another's behind a pooler. */
async function tryLock(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(${advisoryLocks.demoSeed}::bigint) as locked`.execute(db);
  return rows[0]?.locked === true;
}

/** An admin may be there before anybody else (ADMIN_EMAIL). */
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

/** Stores each picture of the pool as a photo without an owner. Returns photo ids by the pictures' keys. */
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
  // All have stopped before an error goes on, so that nothing is still written when the database closes.
  const ends = await Promise.allSettled(Array.from({ length: picturesAtOnce }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return ids;
}

/** A slow machine may call itself overloaded; the first start waits rather than fails. */
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
