import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { DealerKey, DealerKeyBody, NewDealerKey } from "#contract/dealer-keys.ts";
import { keyLimits, keyPrefix, type KeyScope, keyScopes } from "#domain/dealers/dealer-keys.ts";
import { dealerKeyMessages as text } from "#domain/messages/dealer-keys.ts";
import { writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Session } from "#server/http/session.ts";
import { lockAccount, requireNotSuspended } from "#server/market/cars/sellers.queries.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import { hashSecret, newSecret } from "#server/people/accounts/secrets.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";

const today = sql`(now() at time zone 'Europe/Belgrade')::date`;

/** A key as a call with it needs it. */
interface FoundKey {
  readonly id: string;
  readonly userId: string;
  readonly scopes: readonly KeyScope[];
  readonly isDealer: boolean;
  readonly isSuspended: boolean;
  /** Its day of last use is not today's. */
  readonly isStale: boolean;
}

/** The key with this hash, by the unique index on it. */
async function findKey(db: Kysely<DB>, hash: Buffer): Promise<FoundKey | null> {
  const { rows } = await sql<FoundKey>`
    select k.id, k.user_id as "userId", k.scopes, ${isDealerNow} as "isDealer",
      u.suspended_at is not null as "isSuspended", k.last_used_on is distinct from ${today} as "isStale"
    from dealer_keys k join users u on u.id = k.user_id
    where k.hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

const mailTask = "mail_dealer_key";
const payload = z.object({
  userId: z.string(),
  keyId: z.string(),
  event: z.enum(["made", "ended"]),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
});

/** Tells owners that a key of theirs was made or ended. */
export function dealerKeyTasks({
  db,
  mailer,
  site,
}: Pick<Context, "db" | "mailer" | "site">): Readonly<Record<string, Task>> {
  return {
    [mailTask]: defineTask(payload, async ({ userId, keyId, event, name, scopes }) => {
      const owner = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
      // The account is gone, and its keys with it.
      if (owner === undefined) return;
      const words =
        event === "made" ? text.madeMail(site.name, name, scopes) : text.endedMail(site.name, name);
      const link = `${site.publicUrl}/autosallon-dashboard/keys`;
      const content = layOutMail(words, { siteName: site.name, link });
      await mailer.send(owner.email, content, `dealer_key:${event}:${keyId}`);
    }),
  };
}

/** A dealer's keys, newest first, without the keys themselves. Throws dealers_only. Index dealer_keys_user. */
export async function dealerKeys({ db }: Context, userId: string): Promise<DealerKey[]> {
  await requireDealer(db, userId);
  const rows = await db
    .selectFrom("dealer_keys")
    .select(["id", "name", "scopes", "created_at", sql<string | null>`last_used_on::text`.as("lastUsedAt")])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(({ created_at, ...key }) => Object.assign(key, { createdAt: created_at.toISOString() }));
}

/** Mail and line of the audit log, in the transaction that makes or ends the key. */
async function tell(
  { addJob }: Context,
  trx: Transaction<DB>,
  owner: { readonly id: string; readonly email: string },
  told: z.infer<typeof payload>,
): Promise<void> {
  const { keyId, name, scopes } = told;
  const facts = { key: keyId, name, scopes: scopes.join(", ") };
  await writeAudit(trx, owner, [
    {
      action: told.event === "made" ? "key.make" : "key.end",
      kind: "user",
      targetId: owner.id,
      label: owner.email,
      ...(told.event === "made" ? { after: facts } : { before: facts }),
    },
  ]);
  await addJob(mailTask, told, { trx, maxAttempts: 15 });
}

/**
 * Makes a key; the answer alone has it. Throws dealers_only also for a dealer whose subscription has lapsed,
 * account_suspended, and keys_full.
 */
export async function makeDealerKey(
  ctx: Context,
  userId: string,
  { name, scopes }: DealerKeyBody,
): Promise<NewDealerKey> {
  return ctx.db.transaction().execute(async (trx) => {
    // Two at once are counted one after the other.
    await lockAccount(trx, userId);
    const { email, isDealer } = await requireDealer(trx, userId);
    if (!isDealer) throw new AppError("dealers_only");
    await requireNotSuspended(trx, userId);
    const keys = await trx.selectFrom("dealer_keys").select("id").where("user_id", "=", userId).execute();
    if (keys.length >= keyLimits.maxKeys) throw new AppError("keys_full");
    const id = uuidv7();
    const key = `${keyPrefix}${newSecret()}`;
    const ordered = keyScopes.filter((scope) => scopes.includes(scope));
    const { created_at } = await trx
      .insertInto("dealer_keys")
      .values({ id, user_id: userId, name, scopes: ordered, hash: hashSecret(key), last_used_on: null })
      .returning("created_at")
      .executeTakeFirstOrThrow();
    const told = { userId, keyId: id, event: "made", name, scopes: ordered } as const;
    await tell(ctx, trx, { id: userId, email }, told);
    return { id, name, scopes: ordered, key, createdAt: created_at.toISOString() };
  });
}

/** Ends a key. What was asked with it before goes on. Throws dealers_only, and key_not_found for another's. */
export async function endDealerKey(ctx: Context, userId: string, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { email } = await requireDealer(trx, userId);
    const ended = await trx
      .deleteFrom("dealer_keys")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returning(["name", "scopes"])
      .executeTakeFirstOrThrow(() => new AppError("key_not_found"));
    await tell(ctx, trx, { id: userId, email }, { userId, keyId: id, event: "ended", ...ended });
  });
}

const keyForm = new RegExp(`^${keyPrefix}[A-Za-z0-9_-]{43}$`);

/**
 * Who calls with this key, and what it opens. Its owner's rights as an admin do not come with it. Each call counts.
 * Throws not_signed_in for a key that opens nothing (any more), too_many_requests, dealers_only for a lapsed and
 * account_suspended for a suspended dealer.
 */
export async function authenticateKey({ db, limits }: Context, key: string): Promise<Session> {
  if (!keyForm.test(key)) throw new AppError("not_signed_in");
  const hash = hashSecret(key);
  const counted = hash.toString("base64url");
  // First, so that a program that goes on calling asks the database nothing.
  limits.dealerKey.refuseIfUsedUp(counted);
  const found = await findKey(db, hash);
  if (found === null) throw new AppError("not_signed_in");
  await limits.dealerKey.take(counted);
  if (found.isSuspended) await requireNotSuspended(db, found.userId);
  if (!found.isDealer) throw new AppError("dealers_only", { message: text.lapsed });
  // One write a day, however many calls come at once.
  if (found.isStale)
    await sql`
      update dealer_keys set last_used_on = ${today}
      where id = ${found.id} and last_used_on is distinct from ${today}`.execute(db);
  return {
    sessionId: found.id,
    actor: { id: found.userId, isAdmin: false, isDealer: true },
    scopes: found.scopes,
  };
}
