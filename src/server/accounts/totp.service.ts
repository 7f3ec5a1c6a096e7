import { randomInt } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { TotpState } from "#contract/totp.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { accountMessages } from "#domain/messages/account.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";
import { findLogin, findUser } from "./accounts.queries.ts";
import { accountHashing } from "./hashing-queue.ts";
import { verifyPassword } from "./passwords.ts";
import type { SecretBox } from "./secret-box.ts";
import { hashSecret } from "./secrets.ts";
import {
  confirmTotp,
  countRecoveryCodes,
  findTotp,
  insertTotp,
  removeTotp,
  replaceRecoveryCodes,
  type StoredTotp,
  takeStep,
  useRecoveryCode,
} from "./totp.queries.ts";

/** RFC 6238 as authenticator apps have it; a code of the step before or after counts, for clocks that are off. */
const period = 30;
const window = 1;
const secretBytes = 20;

const recoveryCodes = 10;
// Without 0, 1, i, l and o, which are mistaken for each other: 16 of 31 are some 79 bits, enough for a plain hash.
const letters = "23456789abcdefghjkmnpqrstuvwxyz";
const recoveryCodeLetters = 16;

function newRecoveryCode(): string {
  const code = Array.from({ length: recoveryCodeLetters }, () => letters.charAt(randomInt(letters.length)));
  return code.join("").replaceAll(/.{4}(?=.)/g, "$&-");
}

/** As it was given out, however it was typed. */
const normal = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, "");

export interface TotpService {
  state(userId: string): Promise<TotpState>;
  /**
   * Begins the set-up for an admin: the secret, and the address for an authenticator app. Logins need no code yet.
   * Throws forbidden, wrong_password, totp_is_on.
   */
  begin(actor: Actor, password: string): Promise<{ secret: string; uri: string }>;
  /** Ends the set-up with the app's first code; answers the recovery codes, once. Throws validation_failed, totp_is_on, not_found. */
  confirm(userId: string, code: string): Promise<{ recoveryCodes: string[] }>;
  /** Takes the second factor away. Throws wrong_password, validation_failed for a wrong code. */
  end(userId: string, proof: { password: string; code: string }): Promise<void>;
  /**
   * In a login's transaction, once the password was right: nothing where the account has no second factor. A code is good
   * once. Throws code_needed where there is none, wrong_code.
   */
  demand(trx: Transaction<DB>, userId: string, code: string | undefined): Promise<void>;
}

const wrongCode = () =>
  new AppError("validation_failed", {
    message: accountMessages.wrongCode,
    fields: { code: accountMessages.wrongCode },
  });

/** The second factor of admins (specification.md#accounts): time-based codes and recovery codes. */
export function createTotpService(deps: {
  db: Kysely<DB>;
  box: SecretBox;
  log: Logger;
  /** The site's name, as the app shows it. */
  issuer: string;
  now: () => Date;
}): TotpService {
  const { db, box, log, issuer, now } = deps;

  function codesOf(secret: Secret, email: string): TOTP {
    return new TOTP({ issuer, label: email, algorithm: "SHA1", digits: 6, period, secret });
  }

  /** The time step that this is the code of; null for none. */
  function stepOf({ secret }: StoredTotp, userId: string, code: string): number | null {
    const opened = box.open(secret, userId);
    if (opened === null) {
      log.error("totp.other_key", undefined, {
        account: userId,
        note: "sealed with another SECRET_KEY: a recovery code still signs in, npm run admin -- reset-totp takes it away",
      });
      return null;
    }
    const timestamp = now().getTime();
    const delta = codesOf(Secret.fromBase32(opened), "").validate({ token: code, timestamp, window });
    return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
  }

  async function take(
    trx: Transaction<DB>,
    userId: string,
    stored: StoredTotp,
    typed: string,
  ): Promise<boolean> {
    const code = normal(typed);
    if (!/^\d{6}$/.test(code)) return useRecoveryCode(trx, userId, hashSecret(code));
    const step = stepOf(stored, userId, code);
    return step !== null && (await takeStep(trx, userId, step));
  }

  async function demandPassword(userId: string, password: string): Promise<void> {
    const login = await findLogin(db, { id: userId });
    if (!(await verifyPassword(password, login?.passwordHash ?? null, accountHashing(userId))))
      throw new AppError("wrong_password", { fields: { password: accountMessages.wrongPassword } });
  }

  return {
    state: async (userId) => {
      const stored = await findTotp(db, userId);
      const enabled = stored?.confirmed === true;
      return { enabled, recoveryCodesLeft: enabled ? await countRecoveryCodes(db, userId) : 0 };
    },

    begin: async (actor, password) => {
      if (!actor.isAdmin) throw new AppError("forbidden");
      await demandPassword(actor.id, password);
      const user = await findUser(db, actor.id);
      if (user === null) throw new AppError("not_signed_in");
      const secret = new Secret({ size: secretBytes });
      if (!(await insertTotp(db, actor.id, box.seal(secret.base32, actor.id))))
        throw new AppError("totp_is_on");
      return { secret: secret.base32, uri: codesOf(secret, user.email).toString() };
    },

    confirm: async (userId, code) => {
      const made = Array.from({ length: recoveryCodes }, newRecoveryCode);
      await db.transaction().execute(async (trx) => {
        const stored = await findTotp(trx, userId);
        if (stored === null) throw new AppError("not_found");
        if (stored.confirmed) throw new AppError("totp_is_on");
        const step = stepOf(stored, userId, normal(code));
        if (step === null || !(await takeStep(trx, userId, step))) throw wrongCode();
        if (!(await confirmTotp(trx, userId))) throw new AppError("totp_is_on");
        await replaceRecoveryCodes(
          trx,
          userId,
          made.map((each) => hashSecret(normal(each))),
        );
      });
      return { recoveryCodes: made };
    },

    end: async (userId, { password, code }) => {
      await demandPassword(userId, password);
      await db.transaction().execute(async (trx) => {
        const stored = await findTotp(trx, userId);
        if (stored?.confirmed !== true) throw new AppError("not_found");
        if (!(await take(trx, userId, stored, code))) throw wrongCode();
        await removeTotp(trx, userId);
      });
    },

    demand: async (trx, userId, code) => {
      const stored = await findTotp(trx, userId);
      if (stored?.confirmed !== true) return;
      if (code === undefined || code.trim() === "") throw new AppError("code_needed");
      if (!(await take(trx, userId, stored, code)))
        throw new AppError("wrong_code", { fields: { code: accountMessages.wrongCode } });
    },
  };
}
