import type { Transaction } from "kysely";
import type { SessionView } from "#contract/accounts.ts";
import { deviceOf } from "#domain/accounts/device-name.ts";
import { deviceName } from "#domain/messages/account.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Credentials } from "#server/http/credentials.ts";
import type { Session } from "#server/http/session.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import {
  type BearerSession,
  type CookieSession,
  endSession,
  endSessionsOf,
  findSessionByBearer,
  findSessionByCookie,
  insertBearer,
  insertSession,
  listSessions,
  markFirstUse,
  touchSession,
} from "./sessions.queries.ts";

/** The two secrets of a session: only the client gets them. */
export interface OpenedSession {
  readonly cookie: string;
  readonly token: string;
}

/** The browser data of a request that opens a session. */
export interface OpenedFrom {
  readonly userAgent: string | null;
  readonly credentials: Credentials;
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

async function byCookie({ db }: Context, cookieHash: Buffer): Promise<CookieSession | null> {
  const found = await findSessionByCookie(db, cookieHash);
  if (found?.stale === true) await touchSession(db, found.sessionId);
  return found;
}

/** The session of a bearer token, fresh or not; a replayed token ends its session. */
async function byBearer(
  { db, log }: Context,
  bearerHash: Buffer,
  cookieHash: Buffer | null,
): Promise<BearerSession | null> {
  const found = await findSessionByBearer(db, bearerHash, cookieHash);
  if (found === null) return null;
  if (found.cookieUserId !== null && found.cookieUserId !== found.userId) throw new AppError("not_signed_in");
  if (!found.fresh) return found;
  if (found.replayed) {
    // Client and thief each have one of the two tokens, and the server cannot tell which: both are signed out.
    await endSession(db, found.sessionId);
    log.warn("session.replayed_token", { session: found.sessionId, account: found.userId });
    return null;
  }
  if (found.unused) await markFirstUse(db, bearerHash);
  if (found.stale) await touchSession(db, found.sessionId);
  return found;
}

async function addToken({ db }: Context, sessionId: string, replaces: Buffer | null): Promise<string> {
  const token = newSecret();
  if (!(await insertBearer(db, { sessionId, hash: hashSecret(token), replaces }))) {
    throw new AppError("not_signed_in");
  }
  return token;
}

/**
 * The session of these credentials (specification.md#accounts); null for a guest. An Authorization header takes
 * precedence. Throws not_signed_in if the cookie beside it belongs to another account.
 */
export async function authenticate(ctx: Context, { bearer, cookie }: Credentials): Promise<Session | null> {
  const cookieHash = hashOf(cookie);
  if (bearer !== null) {
    // A header without a token of ours still takes precedence: the request is a guest's.
    const found = bearer === "" ? null : await byBearer(ctx, hashSecret(bearer), cookieHash);
    return found === null || !found.fresh ? null : toSession(found);
  }
  const found = cookieHash === null ? null : await byCookie(ctx, cookieHash);
  return found === null ? null : toSession(found);
}

/**
 * Opens a session, in the transaction that found or created the account. The browser's previous session ends,
 * whatever its account: no session may stay open that its owner no longer sees.
 */
export async function openSession(
  trx: Transaction<DB>,
  userId: string,
  from?: OpenedFrom,
): Promise<OpenedSession> {
  if (from !== undefined) await endSessionsOf(trx, hashesOf(from.credentials));
  const opened = { cookie: newSecret(), token: newSecret() };
  const sessionId = await insertSession(trx, {
    userId,
    cookieHash: hashSecret(opened.cookie),
    device: deviceOf(from?.userAgent ?? null),
  });
  await insertBearer(trx, { sessionId, hash: hashSecret(opened.token), replaces: null });
  return opened;
}

/**
 * Issues a bearer token for a valid one or, once that has expired, for the session's cookie. The old one stays
 * valid until 10 s after the new one is first used. `admit` is called before a token is created and throws
 * beyond the limit. Throws not_signed_in.
 */
export async function refreshToken(
  ctx: Context,
  { bearer, cookie }: Credentials,
  admit: (session: Session) => Promise<void>,
): Promise<{ token: string; session: Session }> {
  const cookieHash = hashOf(cookie);
  const bearerHash = bearer === null || bearer === "" ? null : hashSecret(bearer);
  const byToken = bearerHash === null ? null : await byBearer(ctx, bearerHash, cookieHash);
  if (bearer !== null && byToken === null) throw new AppError("not_signed_in");
  if (byToken?.fresh === true) {
    const session = toSession(byToken);
    await admit(session);
    return { token: await addToken(ctx, session.sessionId, bearerHash), session };
  }
  const found = cookieHash === null ? null : await byCookie(ctx, cookieHash);
  if (found === null) throw new AppError("not_signed_in");
  const session = toSession(found);
  await admit(session);
  const replaces = byToken?.sessionId === session.sessionId ? bearerHash : null;
  return { token: await addToken(ctx, session.sessionId, replaces), session };
}

/** Ends the session of each of these secrets; no-op for unknown ones. */
export async function endSessions({ db }: Context, credentials: Credentials): Promise<void> {
  await endSessionsOf(db, hashesOf(credentials));
}

/** An account's open sessions, the last used first. */
export async function viewSessions({ db }: Context, { sessionId, actor }: Session): Promise<SessionView[]> {
  return (await listSessions(db, actor.id)).map((row) => ({
    id: row.id,
    device: deviceName(row),
    current: row.id === sessionId,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
  }));
}
