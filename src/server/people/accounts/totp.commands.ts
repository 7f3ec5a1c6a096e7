import { randomInt } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { TotpState } from "#contract/totp.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { accountMessages } from "#domain/messages/account.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Session } from "#server/http/session.ts";
import { findLogin, findUser } from "./accounts.queries.ts";
import { accountHashing } from "./hashing-queue.ts";
import { verifyPassword } from "./passwords.ts";
import { hashSecret } from "./secrets.ts";
import { endOtherSessions } from "./sessions.queries.ts";

interface StoredTotp {
  secret: Buffer;
  confirmed: boolean;
}

async function findTotp(db: Kysely<DB>, userId: string): Promise<StoredTotp | null> {
  const { rows } = await sql<StoredTotp>`
    select secret, confirmed_at is not null as confirmed from totp where user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** Claims a code's time step; false if it, or a later one, was claimed: of two concurrent calls one succeeds. */
async function takeStep(db: Kysely<DB>, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("totp")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses a recovery code; false if it is unknown or used. Of two concurrent calls one succeeds. */
async function useRecoveryCode(db: Kysely<DB>, userId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("recovery_codes")
    .set({ used_at: sql<Date>`now()` })
    .where("hash", "=", hash)
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes the second factor with its recovery codes; false if none was confirmed. */
export async function removeTotp(trx: Transaction<DB>, userId: string): Promise<boolean> {
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const gone = await trx.deleteFrom("totp").where("user_id", "=", userId).returning("confirmed_at").execute();
  return gone.some(({ confirmed_at }) => confirmed_at !== null);
}

/** RFC 6238 as in authenticator apps; a code of one step before or after counts, for inaccurate clocks. */
const period = 30;
const window = 1;
const secretBytes = 20;

const recoveryCodes = 10;
// Without 0, 1, i, l and o, which are easily confused: 16 of 31 characters are some 79 bits, enough for a plain
// hash.
const letters = "23456789abcdefghjkmnpqrstuvwxyz";
const recoveryCodeLetters = 16;

function newRecoveryCode(): string {
  const code = Array.from({ length: recoveryCodeLetters }, () => letters.charAt(randomInt(letters.length)));
  return code.join("").replaceAll(/.{4}(?=.)/g, "$&-");
}

/** As issued, however it was typed. */
const normal = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, "");

const wrongCode = () =>
  new AppError("validation_failed", {
    message: accountMessages.wrongCode,
    fields: { code: accountMessages.wrongCode },
  });

function codesOf({ site }: Context, secret: Secret, email: string): TOTP {
  return new TOTP({ issuer: site.name, label: email, algorithm: "SHA1", digits: 6, period, secret });
}

/** The time step of a code; null for a wrong code. */
function stepOf(ctx: Context, { secret }: StoredTotp, userId: string, code: string): number | null {
  const opened = ctx.secretBox.open(secret, userId);
  if (opened === null) {
    ctx.log.error("totp.other_key", undefined, {
      account: userId,
      note: "sealed with another SECRET_KEY: a recovery code still signs in, npm run admin -- reset-totp takes it away",
    });
    return null;
  }
  const timestamp = ctx.now().getTime();
  const delta = codesOf(ctx, Secret.fromBase32(opened), "").validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

async function takeCode(
  ctx: Context,
  trx: Transaction<DB>,
  userId: string,
  stored: StoredTotp,
  typed: string,
): Promise<boolean> {
  const code = normal(typed);
  if (!/^\d{6}$/.test(code)) return useRecoveryCode(trx, userId, hashSecret(code));
  const step = stepOf(ctx, stored, userId, code);
  return step !== null && (await takeStep(trx, userId, step));
}

async function requirePassword({ db }: Context, userId: string, password: string): Promise<void> {
  const login = await findLogin(db, { id: userId });
  if (!(await verifyPassword(password, login?.passwordHash ?? null, accountHashing(userId))))
    throw new AppError("wrong_password", { fields: { password: accountMessages.wrongPassword } });
}

/** Whether an account has a second factor (specification.md#accounts), and its unused recovery codes. */
export async function totpState({ db }: Pick<Context, "db">, userId: string): Promise<TotpState> {
  const stored = await findTotp(db, userId);
  if (stored?.confirmed !== true) return { enabled: false, recoveryCodesLeft: 0 };
  const { recoveryCodesLeft } = await db
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("recoveryCodesLeft"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return { enabled: true, recoveryCodesLeft };
}

/**
 * Starts the set-up for an admin: returns the secret, and the address for an authenticator app. Sign-in needs
 * no code yet. Throws forbidden, wrong_password, totp_is_on.
 */
export async function beginTotp(
  ctx: Context,
  actor: Actor,
  password: string,
): Promise<{ secret: string; uri: string }> {
  if (!actor.isAdmin) throw new AppError("forbidden");
  await requirePassword(ctx, actor.id, password);
  const user = await findUser(ctx.db, actor.id);
  if (user === null) throw new AppError("not_signed_in");
  const secret = new Secret({ size: secretBytes });
  // Replaces an unfinished set-up.
  const { numAffectedRows } = await sql`
    insert into totp (user_id, secret) values (${actor.id}, ${ctx.secretBox.seal(secret.base32, actor.id)})
    on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
    where totp.confirmed_at is null`.execute(ctx.db);
  if (numAffectedRows !== 1n) throw new AppError("totp_is_on");
  return { secret: secret.base32, uri: codesOf(ctx, secret, user.email).toString() };
}

/**
 * Completes the set-up with the app's first code and returns the recovery codes, once. Other sessions end: they were
 * opened without a code.
 * Throws validation_failed, totp_is_on, not_found.
 */
export async function confirmTotpSetup(
  ctx: Context,
  { actor, sessionId }: Session,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const userId = actor.id;
  const created = Array.from({ length: recoveryCodes }, newRecoveryCode);
  await ctx.db.transaction().execute(async (trx) => {
    const stored = await findTotp(trx, userId);
    if (stored === null) throw new AppError("not_found");
    if (stored.confirmed) throw new AppError("totp_is_on");
    const step = stepOf(ctx, stored, userId, normal(code));
    if (step === null || !(await takeStep(trx, userId, step))) throw wrongCode();
    const { numUpdatedRows } = await trx
      .updateTable("totp")
      .set({ confirmed_at: sql<Date>`now()` })
      .where("user_id", "=", userId)
      .where("confirmed_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new AppError("totp_is_on");
    await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
    await trx
      .insertInto("recovery_codes")
      .values(created.map((each) => ({ hash: hashSecret(normal(each)), user_id: userId })))
      .execute();
    await endOtherSessions(trx, userId, sessionId);
  });
  return { recoveryCodes: created };
}

/** Removes the second factor. Throws wrong_password, not_found; validation_failed for a wrong code. */
export async function endTotp(
  ctx: Context,
  userId: string,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<void> {
  await requirePassword(ctx, userId, password);
  await ctx.db.transaction().execute(async (trx) => {
    const stored = await findTotp(trx, userId);
    if (stored?.confirmed !== true) throw new AppError("not_found");
    if (!(await takeCode(ctx, trx, userId, stored, code))) throw wrongCode();
    await removeTotp(trx, userId);
  });
}

/**
 * Requires a code in a sign-in's transaction, after a right password; no-op without a second factor. A code is
 * valid once. Throws code_needed without one, wrong_code.
 */
export async function requireTotpCode(
  ctx: Context,
  trx: Transaction<DB>,
  userId: string,
  code: string | undefined,
): Promise<void> {
  const stored = await findTotp(trx, userId);
  if (stored?.confirmed !== true) return;
  if (code === undefined || code.trim() === "") throw new AppError("code_needed");
  if (!(await takeCode(ctx, trx, userId, stored, code)))
    throw new AppError("wrong_code", { fields: { code: accountMessages.wrongCode } });
}
