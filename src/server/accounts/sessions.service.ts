import type { Kysely, Transaction } from "kysely";
import type { SessionView } from "#contract/accounts.ts";
import { deviceOf } from "#domain/accounts/device-name.ts";
import { deviceName } from "#domain/messages/account.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Credentials } from "#server/http/credentials.ts";
import type { Session } from "#server/http/session.ts";
import type { Logger } from "#server/log.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import {
  type BearerSession,
  type CookieSession,
  endOtherSessions,
  endSession,
  endSessionOf,
  endSessionsOf,
  findSessionByBearer,
  findSessionByCookie,
  insertBearer,
  insertSession,
  listSessions,
  markFirstUse,
  touchSession,
} from "./sessions.queries.ts";

/** The two secrets of a session: they exist here and at the client, nowhere else. */
export interface OpenedSession {
  readonly cookie: string;
  readonly token: string;
}

/** What a request that opens a session says of its browser. */
export interface OpenedFrom {
  readonly userAgent: string | null;
  readonly credentials: Credentials;
}

export interface SessionsService {
  /**
   * The session of these credentials; null for a guest. An Authorization header takes precedence. Throws not_signed_in
   * where the cookie beside it is another account's.
   */
  authenticate(credentials: Credentials): Promise<Session | null>;
  /**
   * Opens a session for an account; part of the transaction that found or made the account. The session that the
   * browser came with ends, whatever account it belongs to: no session may stay open that its owner no longer sees.
   */
  open(trx: Transaction<DB>, userId: string, from?: OpenedFrom): Promise<OpenedSession>;
  /** An account's open sessions, the last used first. */
  list(present: Session): Promise<SessionView[]>;
  /** Ends one of the account's sessions. Throws not_found for one that is not. */
  endOne(userId: string, sessionId: string): Promise<void>;
  /** Ends all of the account's sessions but this one. */
  endOthers(present: Session): Promise<void>;
  /**
   * A new bearer token for a good one, or, once that has run out, for the session's cookie. The old one stays good until
   * 10 s after the new one is first used. Throws not_signed_in.
   */
  refresh(
    credentials: Credentials,
    /** Called before a token is made; throws beyond the limit. */
    admit: (session: Session) => Promise<void>,
  ): Promise<{ token: string; session: Session }>;
  /** Ends the session of each of these secrets. Unknown ones are no error. */
  end(credentials: Credentials): Promise<void>;
}

function toSession(found: CookieSession): Session {
  return {
    sessionId: found.sessionId,
    actor: { id: found.userId, isAdmin: found.isAdmin, isDealer: found.isDealer },
  };
}

function hashOf(secret: string | null): Buffer | null {
  return secret === null ? null : hashSecret(secret);
}

function hashesOf({ bearer, cookie }: Credentials): { cookie: Buffer | null; bearer: Buffer | null } {
  return { cookie: hashOf(cookie), bearer: bearer === "" ? null : hashOf(bearer) };
}

/** Sessions and their secrets (specification.md#accounts). */
export function createSessionsService(deps: { db: Kysely<DB>; log: Logger }): SessionsService {
  const { db, log } = deps;

  async function byCookie(cookieHash: Buffer): Promise<CookieSession | null> {
    const found = await findSessionByCookie(db, cookieHash);
    if (found?.stale === true) await touchSession(db, found.sessionId);
    return found;
  }

  /** The session of a bearer token, whatever that token's state, but for a replayed one: that ends the session. */
  async function byBearer(bearerHash: Buffer, cookieHash: Buffer | null): Promise<BearerSession | null> {
    const found = await findSessionByBearer(db, bearerHash, cookieHash);
    if (found === null) return null;
    if (found.cookieUserId !== null && found.cookieUserId !== found.userId)
      throw new AppError("not_signed_in");
    if (!found.fresh) return found;
    if (found.replayed) {
      // Either the client or a thief holds the newer token, and this is the other one: the server cannot tell them
      // apart, so both are signed out.
      await endSession(db, found.sessionId);
      log.warn("session.replayed_token", { session: found.sessionId, account: found.userId });
      return null;
    }
    if (found.unused) await markFirstUse(db, bearerHash);
    if (found.stale) await touchSession(db, found.sessionId);
    return found;
  }

  async function addToken(sessionId: string, replaces: Buffer | null): Promise<string> {
    const token = newSecret();
    if (!(await insertBearer(db, { sessionId, hash: hashSecret(token), replaces }))) {
      throw new AppError("not_signed_in");
    }
    return token;
  }

  return {
    authenticate: async ({ bearer, cookie }) => {
      const cookieHash = hashOf(cookie);
      if (bearer !== null) {
        // A header without a token of ours still takes precedence: the request is a guest's.
        const found = bearer === "" ? null : await byBearer(hashSecret(bearer), cookieHash);
        return found === null || !found.fresh ? null : toSession(found);
      }
      const found = cookieHash === null ? null : await byCookie(cookieHash);
      return found === null ? null : toSession(found);
    },

    open: async (trx, userId, from) => {
      if (from !== undefined) await endSessionsOf(trx, hashesOf(from.credentials));
      const opened = { cookie: newSecret(), token: newSecret() };
      const sessionId = await insertSession(trx, {
        userId,
        cookieHash: hashSecret(opened.cookie),
        device: deviceOf(from?.userAgent ?? null),
      });
      await insertBearer(trx, { sessionId, hash: hashSecret(opened.token), replaces: null });
      return opened;
    },

    refresh: async ({ bearer, cookie }, admit) => {
      const cookieHash = hashOf(cookie);
      const bearerHash = bearer === null || bearer === "" ? null : hashSecret(bearer);
      const byToken = bearerHash === null ? null : await byBearer(bearerHash, cookieHash);
      if (bearer !== null && byToken === null) throw new AppError("not_signed_in");
      if (byToken?.fresh === true) {
        const session = toSession(byToken);
        await admit(session);
        return { token: await addToken(session.sessionId, bearerHash), session };
      }
      const found = cookieHash === null ? null : await byCookie(cookieHash);
      if (found === null) throw new AppError("not_signed_in");
      const session = toSession(found);
      await admit(session);
      const replaces = byToken?.sessionId === session.sessionId ? bearerHash : null;
      return { token: await addToken(session.sessionId, replaces), session };
    },

    end: (credentials) => endSessionsOf(db, hashesOf(credentials)),

    list: async ({ sessionId, actor }) =>
      (await listSessions(db, actor.id)).map((row) => ({
        id: row.id,
        device: deviceName(row),
        current: row.id === sessionId,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
      })),

    endOne: async (userId, sessionId) => {
      if (!(await endSessionOf(db, userId, sessionId))) throw new AppError("not_found");
    },

    endOthers: ({ sessionId, actor }) => endOtherSessions(db, actor.id, sessionId),
  };
}
