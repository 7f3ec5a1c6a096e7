import type { z } from "zod";
import type { registerBody, updateMeBody, User, UserStatus } from "#contract/accounts.ts";
import type { loginBody } from "#contract/credentials.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { centsToDollars, isFirstCarFree, listingFeeInCents } from "#domain/payments/fees.ts";
import { loadSellerStatus } from "#server/market/cars/sellers.queries.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { shortHash } from "#server/http/limits.ts";
import {
  countCars,
  findLogin,
  findUser,
  forgetDevices,
  insertUser,
  updateUser,
  voidResets,
} from "./accounts.queries.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { knowDevice } from "./devices.commands.ts";
import { queueVerification } from "./email-verification.commands.ts";
import { accountHashing, visitorHashing } from "./hashing-queue.ts";
import { logFailedLogin } from "./login-log.ts";
import { tellPasswordChanged } from "./password-changes.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { presentUser } from "./present-user.ts";
import { hashSecret } from "./secrets.ts";
import { endOtherSessions, isFreshSession, isSessionThere } from "./sessions.queries.ts";
import { type OpenedFrom, type OpenedSession, openSession } from "./sessions.ts";
import { requireTotpCode } from "./totp.commands.ts";

/** The browser of a call, for sign-in. */
export interface Browser extends OpenedFrom {
  readonly address: string;
  /** Its device cookie's value. */
  readonly device: string | null;
}

/** The secrets of a new session, to hand out. */
export interface SignedIn {
  readonly user: User;
  readonly opened: OpenedSession;
  readonly device: string;
}

/** A session and its browser. */
interface PresentSession {
  readonly sessionId: string;
  readonly device: string | null;
}

/** The account's own data. Throws not_signed_in if it was deleted. */
export async function readProfile({ db }: Context, userId: string): Promise<User> {
  const row = await findUser(db, userId);
  if (row === null) throw new AppError("not_signed_in");
  return presentUser(row);
}

/** Hashes a new password that is strong enough, after its owner is authenticated. */
async function hashNewPassword(
  { db }: Context,
  userId: string,
  { password, currentPassword }: { password: string; currentPassword?: string | undefined },
  sessionId: string,
): Promise<string> {
  const whose = accountHashing(userId);
  if (isCommonPassword(password)) {
    const message = accountMessages.passwordTooCommon;
    throw new AppError("validation_failed", { message, fields: { password: message } });
  }
  if (currentPassword !== undefined) {
    const login = await findLogin(db, { id: userId });
    if (!(await verifyPassword(currentPassword, login?.passwordHash ?? null, whose))) {
      const message = accountMessages.wrongPassword;
      throw new AppError("validation_failed", { message, fields: { currentPassword: message } });
    }
  } else if (!(await isFreshSession(db, sessionId))) {
    // Another session's new password may have ended this one since the call began.
    if (!(await isSessionThere(db, sessionId))) throw new AppError("not_signed_in");
    throw new AppError("password_needed", { fields: { currentPassword: accountMessages.passwordNeeded } });
  }
  return hashPassword(password, whose);
}

const emailTaken = () => new AppError("email_taken", { fields: { email: accountMessages.emailTaken } });

/**
 * Creates an account and a session, and mails the verification link. Throws email_taken; of concurrent calls
 * with one e-mail, one succeeds.
 */
export async function register(
  ctx: Context,
  person: z.output<typeof registerBody>,
  browser: Browser,
): Promise<SignedIn> {
  const { db, limits, addJob } = ctx;
  // Only to save the hashing: the insert decides.
  const taken = db.selectFrom("users").select("id").where("email", "=", person.email);
  if ((await taken.executeTakeFirst()) !== undefined) throw emailTaken();
  const passwordHash = await hashPassword(person.password, visitorHashing(browser.address));
  // A mailbox that is registered and deleted repeatedly gets no more mails than others.
  const mayMail = await limits.mayMail(person.email, "verify");
  const { password: _, ...rest } = person;
  const { userId, ...secrets } = await db.transaction().execute(async (trx) => {
    const userId = await insertUser(trx, { ...rest, passwordHash });
    if (userId === null) throw emailTaken();
    if (mayMail) await queueVerification(trx, addJob, userId);
    const opened = await openSession(trx, userId, browser);
    return { userId, opened, device: await knowDevice(trx, userId, browser.device) };
  });
  return { user: await readProfile(ctx, userId), ...secrets };
}

async function isKnownDevice({ db }: Context, email: string, device: string): Promise<boolean> {
  const row = await db
    .selectFrom("known_devices")
    .innerJoin("users", "users.id", "known_devices.user_id")
    .select("users.id")
    .where("known_devices.hash", "=", hashSecret(device))
    .where("users.email", "=", email)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Opens a session. Throws wrong_credentials, after the same work, for a known and an unknown e-mail alike;
 * too_many_requests before the password is checked. With a second factor, after the right password:
 * code_needed, wrong_code.
 */
export async function login(
  ctx: Context,
  { email, password, code }: z.output<typeof loginBody>,
  browser: Browser,
): Promise<SignedIn> {
  const { db, limits } = ctx;
  const { address, device } = browser;
  const known = device !== null && (await isKnownDevice(ctx, email, device));
  const attempt = { email, address, knownDevice: known ? shortHash(device) : null };
  await limits.login.take(attempt);
  const login = await findLogin(db, { email });
  const right = await verifyPassword(password, login?.passwordHash ?? null, visitorHashing(address));
  if (login === null || !right) {
    await logFailedLogin(ctx, { email, address, knownDevice: known }, "wrong_credentials");
    throw new AppError("wrong_credentials");
  }
  const signedIn = db.transaction().execute(async (trx) => {
    // Deleted, or its password changed, since the check.
    await trx
      .selectFrom("users")
      .select("id")
      .where("id", "=", login.id)
      .where("password_hash", "=", login.passwordHash)
      .forShare()
      .executeTakeFirstOrThrow(() => new AppError("wrong_credentials"));
    await requireTotpCode(ctx, trx, login.id, code);
    const opened = await openSession(trx, login.id, browser);
    return { opened, device: await knowDevice(trx, login.id, device) };
  });
  const secrets = await signedIn.catch(async (error: unknown) => {
    // The password was right, so nothing was guessed; a wrong code is a guess and stays counted.
    if (error instanceof AppError && error.code === "code_needed") await limits.login.succeeded(attempt);
    if (error instanceof AppError && error.code === "wrong_code")
      await logFailedLogin(ctx, { email, address, knownDevice: known }, "wrong_code");
    throw error;
  });
  await limits.login.succeeded(attempt);
  return { user: await readProfile(ctx, login.id), ...secrets };
}

/** specification.md#profile; nextCarPrice in USD dollars. Throws not_signed_in if the account was deleted. */
export async function accountStatus(ctx: Context, userId: string): Promise<UserStatus> {
  const { db, settings } = ctx;
  const [user, seller, cars] = await Promise.all([
    readProfile(ctx, userId),
    loadSellerStatus(db, userId),
    countCars(db, userId),
  ]);
  return {
    carCount: cars.active + cars.sold,
    activeCars: cars.active,
    soldCars: cars.sold,
    isDealer: user.isDealer,
    dealerSubscription: user.dealerSubscription,
    isFirstCarFree: isFirstCarFree(seller),
    nextCarPrice: centsToDollars(listingFeeInCents(seller, settings().fees)),
  };
}

/**
 * Changes an account. A new password requires the present one, except in a session opened a moment ago, and ends all
 * other sessions and is told by mail. Throws not_signed_in, password_needed; validation_failed for a wrong present password, or one of the
 * commonest as the new one.
 */
export async function updateAccount(
  ctx: Context,
  userId: string,
  { password, currentPassword, ...change }: z.output<typeof updateMeBody>,
  present: PresentSession,
): Promise<User> {
  const passwordHash =
    password === undefined
      ? undefined
      : await hashNewPassword(ctx, userId, { password, currentPassword }, present.sessionId);
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await updateUser(trx, userId, { ...change, passwordHash }))) throw new AppError("not_signed_in");
    if (passwordHash === undefined) return;
    // The account is locked by now: another password change or ADMIN_EMAIL's takeover that ended this session
    // is not overwritten.
    if (!(await isSessionThere(trx, present.sessionId))) throw new AppError("not_signed_in");
    await endOtherSessions(trx, userId, present.sessionId);
    await forgetDevices(trx, userId, present.device === null ? null : hashSecret(present.device));
    await voidResets(trx, userId);
    await tellPasswordChanged(trx, ctx.addJob, userId);
  });
  return readProfile(ctx, userId);
}
