import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Device } from "#domain/accounts/device-name.ts";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** An open session, found by its cookie. */
export interface CookieSession {
  sessionId: string;
  userId: string;
  isAdmin: boolean;
  isDealer: boolean;
  /** Its last use should be recorded again. */
  stale: boolean;
}

/** An open session, found by a bearer token, with that token's state. */
export interface BearerSession extends CookieSession {
  /** Not expired. */
  fresh: boolean;
  /** It replaces another token and is used for the first time. */
  unused: boolean;
  /** Replaced, and its successor in use for longer than the grace period. */
  replayed: boolean;
  /** The account of the cookie sent with it; null for none. */
  cookieUserId: string | null;
}

const open = (alias: "s" | "c") => sql`
  ${sql.ref(alias)}.last_used_at > now() - make_interval(days => ${sql.lit(sessionRules.idleDays)})
  and ${sql.ref(alias)}.created_at > now() - make_interval(days => ${sql.lit(sessionRules.maxDays)})`;

const sessionColumns = sql`
  s.id as "sessionId", s.user_id as "userId", u.is_admin as "isAdmin",
  ${isDealerNow} as "isDealer",
  s.last_used_at < now() - interval '5 minutes' as stale`;

export async function findSessionByCookie(db: Kysely<DB>, cookieHash: Buffer): Promise<CookieSession | null> {
  const { rows } = await sql<CookieSession>`
    select ${sessionColumns}
    from sessions s join users u on u.id = s.user_id
    where s.cookie_hash = ${cookieHash} and ${open("s")}`.execute(db);
  return rows[0] ?? null;
}

export async function findSessionByBearer(
  db: Kysely<DB>,
  bearerHash: Buffer,
  cookieHash: Buffer | null,
): Promise<BearerSession | null> {
  const { rows } = await sql<BearerSession>`
    select ${sessionColumns},
      t.expires_at > now() as fresh,
      t.replaces is not null and t.first_used_at is null as unused,
      exists (
        select from bearer_tokens n where n.replaces = t.hash
        and n.first_used_at < now() - make_interval(secs => ${sql.lit(sessionRules.graceSeconds)})
      ) as replayed,
      (select c.user_id from sessions c where c.cookie_hash = ${cookieHash} and ${open("c")}) as "cookieUserId"
    from bearer_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
    where t.hash = ${bearerHash} and ${open("s")}`.execute(db);
  return rows[0] ?? null;
}

export async function touchSession(db: Kysely<DB>, sessionId: string): Promise<void> {
  await sql`
    update sessions set last_used_at = now()
    where id = ${sessionId} and last_used_at < now() - interval '5 minutes'`.execute(db);
}

/** The predecessor's grace period starts with its successor's first use. */
export async function markFirstUse(db: Kysely<DB>, bearerHash: Buffer): Promise<void> {
  await sql`
    update bearer_tokens set first_used_at = now() where hash = ${bearerHash} and first_used_at is null`.execute(
    db,
  );
}

/**
 * A new session; the account's least recently used ones are ended. Concurrent calls may exceed the maximum
 * until the next one.
 */
export async function insertSession(
  db: Kysely<DB>,
  session: { userId: string; cookieHash: Buffer; device: Device },
): Promise<string> {
  const id = uuidv7();
  const { userId, cookieHash, device } = session;
  await sql`
    delete from sessions where user_id = ${userId} and id in (
      select id from sessions where user_id = ${userId}
      order by last_used_at desc, id desc offset ${sql.lit(sessionRules.maxSessions - 1)})`.execute(db);
  await db
    .insertInto("sessions")
    .values({ id, user_id: userId, cookie_hash: cookieHash, browser: device.browser, system: device.system })
    .execute();
  return id;
}

export interface SessionRow {
  id: string;
  browser: string | null;
  system: string | null;
  createdAt: Date;
  /** Recorded once in five minutes of use. */
  lastUsedAt: Date;
}

/** An account's open sessions, last used first. Index sessions_user; there are at most maxSessions. */
export async function listSessions(db: Kysely<DB>, userId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.browser, s.system, s.created_at as "createdAt", s.last_used_at as "lastUsedAt"
    from sessions s where s.user_id = ${userId} and ${open("s")}
    order by s.last_used_at desc, s.id desc limit ${sql.lit(2 * sessionRules.maxSessions)}`.execute(db);
  return rows;
}

/** False if it is not this account's, or ended. */
export async function endSessionOf(db: Kysely<DB>, userId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** False if the session has ended meanwhile. */
export async function insertBearer(
  db: Kysely<DB>,
  token: { sessionId: string; hash: Buffer; replaces: Buffer | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into bearer_tokens (hash, session_id, replaces, expires_at)
    select ${token.hash}, id, ${token.replaces}, now() + make_interval(hours => ${sql.lit(sessionRules.bearerHours)})
    from sessions where id = ${token.sessionId}
    for key share`.execute(db);
  return numAffectedRows === 1n;
}

/** True if the session is recent enough to skip re-authentication. */
export async function isFreshSession(db: Kysely<DB>, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sessions
    where id = ${sessionId}
    and created_at > now() - make_interval(mins => ${sql.lit(sessionRules.freshMinutes)})`.execute(db);
  return rows.length === 1;
}

/** Seconds until the session's absolute end; null if it has ended. */
export async function secondsLeft(db: Kysely<DB>, sessionId: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from created_at + make_interval(days => ${sql.lit(sessionRules.maxDays)}) - now())::float8
      as seconds
    from sessions where id = ${sessionId}`.execute(db);
  return rows[0]?.seconds ?? null;
}

export async function isSessionThere(db: Kysely<DB>, sessionId: string): Promise<boolean> {
  const row = await db.selectFrom("sessions").select("id").where("id", "=", sessionId).executeTakeFirst();
  return row !== undefined;
}

export async function endSession(db: Kysely<DB>, sessionId: string): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
}

/** Ends the sessions of these secrets, expired tokens included. */
export async function endSessionsOf(
  db: Kysely<DB>,
  hashes: { cookie: Buffer | null; bearer: Buffer | null },
): Promise<void> {
  await sql`
    delete from sessions where cookie_hash = ${hashes.cookie}
    or id = (select session_id from bearer_tokens where hash = ${hashes.bearer})`.execute(db);
}

/** Ends all sessions of an account but one. */
export async function endOtherSessions(db: Kysely<DB>, userId: string, keep: string | null): Promise<void> {
  let statement = db.deleteFrom("sessions").where("user_id", "=", userId);
  if (keep !== null) statement = statement.where("id", "!=", keep);
  await statement.execute();
}

export async function countSessions(trx: Transaction<DB>, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("sessions")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}
