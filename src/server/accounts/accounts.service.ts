import type { Kysely, Transaction } from "kysely";
import type { z } from "zod";
import type { registerBody, updateMeBody, User, UserStatus } from "#contract/accounts.ts";
import type { loginBody } from "#contract/credentials.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { centsToDollars, type Fees, isFirstCarFree, listingFeeInCents } from "#domain/payments/fees.ts";
import { loadSellerStatus } from "#server/cars/sellers.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Limits, shortHash } from "#server/http/limits.ts";
import {
  countCars,
  findLogin,
  findUser,
  forgetDevices,
  lockLogin,
  insertUser,
  isEmailTaken,
  isKnownDevice,
  updateUser,
  voidResets,
} from "./accounts.queries.ts";
import { letAdminLeave } from "./admins.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { knowDevice } from "./devices.ts";
import { accountHashing, visitorHashing } from "./hashing-queue.ts";
import type { LoginLog } from "./login-log.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { presentUser } from "./present-user.ts";
import { hashSecret } from "./secrets.ts";
import { endOtherSessions, isFreshSession, isSessionThere } from "./sessions.queries.ts";
import type { TotpService } from "./totp.service.ts";
import type { OpenedFrom, OpenedSession, SessionsService } from "./sessions.service.ts";

/** The browser that a call comes from, as far as login cares. */
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

/** A session and the browser in which it is open. */
interface PresentSession {
  readonly sessionId: string;
  readonly device: string | null;
}

export interface AccountsService {
  /**
   * Opens an account and a session, and mails the link that proves the address. Throws email_taken; of several at once
   * with one e-mail, one gets it.
   */
  register(person: z.output<typeof registerBody>, browser: Browser): Promise<SignedIn>;
  /**
   * Opens a session. Throws wrong_credentials alike, and after the same work, whether or not the e-mail is known;
   * too_many_requests before the password is even looked at. Where the account has a second factor and the password was
   * right: code_needed, wrong_code.
   */
  login(credentials: z.output<typeof loginBody>, browser: Browser): Promise<SignedIn>;
  /** Throws not_signed_in where the account is gone, as do the next ones. */
  profile(userId: string): Promise<User>;
  /** specification.md#profile; nextCarPrice in dollars. */
  status(userId: string): Promise<UserStatus>;
  /**
   * A new password requires the present one, except in a session opened a moment ago, and ends all sessions but this
   * one. Throws password_needed, validation_failed for a wrong present password or one of the commonest as the new one.
   */
  update(userId: string, change: z.output<typeof updateMeBody>, present: PresentSession): Promise<User>;
  /**
   * Removes the account with its sessions, cars and photos; payments stay without it. Throws wrong_password; last_admin
   * where the site would have no admin any more.
   */
  remove(userId: string, password: string): Promise<void>;
}

export function createAccountsService(deps: {
  db: Kysely<DB>;
  sessions: SessionsService;
  limits: Limits;
  loginLog: LoginLog;
  totp: TotpService;
  /** Queues the mail with the link that proves a new account's address. */
  queueVerification: (trx: Transaction<DB>, userId: string) => Promise<void>;
  /** account-removal/remove-accounts.ts, for the owner's own deletion. */
  removeAccount: (trx: Transaction<DB>, userId: string) => Promise<void>;
  fees: () => Fees;
}): AccountsService {
  const { db, sessions, limits, loginLog, totp, queueVerification, removeAccount, fees } = deps;

  async function profile(userId: string): Promise<User> {
    const row = await findUser(db, userId);
    if (row === null) throw new AppError("not_signed_in");
    return presentUser(row);
  }

  /** The hash of a new password, once it is strong enough and its owner is confirmed. */
  async function hashNewPassword(
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
      throw new AppError("password_needed", { fields: { currentPassword: accountMessages.passwordNeeded } });
    }
    return hashPassword(password, whose);
  }

  return {
    profile,

    register: async (person, browser) => {
      // Only to spare the hashing: what decides is the insert.
      if (await isEmailTaken(db, person.email))
        throw new AppError("email_taken", { fields: { email: accountMessages.emailTaken } });
      const passwordHash = await hashPassword(person.password, visitorHashing(browser.address));
      // A mailbox that is registered and deleted again and again gets no more of them than others.
      const mayMail = await limits.mayMail(person.email, "verify");
      const { password: _, ...rest } = person;
      const { userId, ...secrets } = await db.transaction().execute(async (trx) => {
        const userId = await insertUser(trx, { ...rest, passwordHash });
        if (userId === null)
          throw new AppError("email_taken", { fields: { email: accountMessages.emailTaken } });
        if (mayMail) await queueVerification(trx, userId);
        const opened = await sessions.open(trx, userId, browser);
        return { userId, opened, device: await knowDevice(trx, userId, browser.device) };
      });
      return { user: await profile(userId), ...secrets };
    },

    login: async ({ email, password, code }, browser) => {
      const { address, device } = browser;
      const known = device !== null && (await isKnownDevice(db, email, hashSecret(device)));
      const attempt = { email, address, knownDevice: known ? shortHash(device) : null };
      await limits.login.take(attempt);
      const login = await findLogin(db, { email });
      const right = await verifyPassword(password, login?.passwordHash ?? null, visitorHashing(address));
      if (login === null || !right) {
        await loginLog.failed({ email, address, knownDevice: known }, "wrong_credentials");
        throw new AppError("wrong_credentials");
      }
      const signedIn = db.transaction().execute(async (trx) => {
        // Deleted, or another password, since it was checked.
        if (!(await lockLogin(trx, login))) throw new AppError("wrong_credentials");
        await totp.demand(trx, login.id, code);
        const opened = await sessions.open(trx, login.id, browser);
        return { opened, device: await knowDevice(trx, login.id, device) };
      });
      const secrets = await signedIn.catch(async (error: unknown) => {
        // The password was right and nothing was guessed; a wrong code is, and stays counted.
        if (error instanceof AppError && error.code === "code_needed") await limits.login.succeeded(attempt);
        if (error instanceof AppError && error.code === "wrong_code")
          await loginLog.failed({ email, address, knownDevice: known }, "wrong_code");
        throw error;
      });
      await limits.login.succeeded(attempt);
      return { user: await profile(login.id), ...secrets };
    },

    status: async (userId) => {
      const [user, seller, cars] = await Promise.all([
        profile(userId),
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
        nextCarPrice: centsToDollars(listingFeeInCents(seller, fees())),
      };
    },

    update: async (userId, { password, currentPassword, ...change }, present) => {
      const passwordHash =
        password === undefined
          ? undefined
          : await hashNewPassword(userId, { password, currentPassword }, present.sessionId);
      await db.transaction().execute(async (trx) => {
        if (!(await updateUser(trx, userId, { ...change, passwordHash })))
          throw new AppError("not_signed_in");
        if (passwordHash === undefined) return;
        // The account is locked by now: whatever ended this session meanwhile (another new password, ADMIN_EMAIL's
        // takeover) is not overwritten.
        if (!(await isSessionThere(trx, present.sessionId))) throw new AppError("not_signed_in");
        await endOtherSessions(trx, userId, present.sessionId);
        await forgetDevices(trx, userId, present.device === null ? null : hashSecret(present.device));
        await voidResets(trx, userId);
      });
      return profile(userId);
    },

    remove: async (userId, password) => {
      const login = await findLogin(db, { id: userId });
      if (!(await verifyPassword(password, login?.passwordHash ?? null, accountHashing(userId))))
        throw new AppError("wrong_password", { fields: { password: accountMessages.wrongPassword } });
      await db.transaction().execute(async (trx) => {
        await letAdminLeave(trx, userId);
        await removeAccount(trx, userId);
      });
    },
  };
}
