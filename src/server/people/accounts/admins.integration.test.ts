import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { auditEntry } from "#contract/admin-watch.ts";
import type { LogFields, Logger } from "#server/log.ts";
import { BrowserClient, newPerson } from "#testing/browser-client.ts";
import { createTestSite, type TestSite } from "#testing/test-site.ts";
import { ensureAdmin, grantAdmin, revokeAdmin } from "./admins.commands.ts";

let site: TestSite;
const warnings: (readonly [string, LogFields | undefined])[] = [];
const log: Logger = {
  info: () => {},
  warn: (event, fields) => void warnings.push([event, fields]),
  error: () => {},
};

beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());
afterEach(async () => {
  warnings.length = 0;
  await sql`update users set is_admin = false`.execute(site.database.db);
});

async function signedIn() {
  const browser = new BrowserClient(site);
  const { email, password, ...person } = newPerson();
  const answer = await browser.post("/api/register", { ...person, email, password });
  expect(answer.status).toBe(201);
  return Object.assign(browser, { email, password, id: String(Object(Object(answer.body).user).id) });
}
type Person = Awaited<ReturnType<typeof signedIn>>;

const ensure = (email: string, password = "the operator's own") =>
  ensureAdmin({ db: site.database.db, log }, { email, password });
const login = (email: string, password: string) =>
  new BrowserClient(site).post("/api/login", { email, password });
const leave = (person: Person) => person.call("DELETE", "/api/me", { body: { password: person.password } });

/** Statements of this site that wait for a lock. */
async function countWaiting(): Promise<number | undefined> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(site.database.db);
  return rows[0]?.waiting;
}

/** What the audit log says of an account, oldest first. */
async function auditOf(id: string) {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('id', id, 'at', at::text, 'who', jsonb_build_object('_id', actor_id, 'email', actor_email),
      'action', action, 'target', jsonb_build_object('kind', target_kind, 'id', target_id, 'label', target_label),
      'before', before, 'after', after) as entry
    from audit_log where target_id = ${id} order by id`.execute(site.database.db);
  return rows.map(({ entry }) => auditEntry.parse(entry));
}

test("the admin of the configuration is created once when several processes start at once", async () => {
  const email = "first.admin@example.com";
  const outcomes = await Promise.all([ensure(email), ensure(" First.Admin@EXAMPLE.com"), ensure(email)]);
  expect(outcomes.toSorted()).toEqual(["created", "unchanged", "unchanged"]);
  expect(await ensure(email, "another password")).toBe("unchanged");
  expect((await login(email, "the operator's own")).body).toMatchObject({ user: { isAdmin: true } });
  expect((await login(email, "another password")).status).toBe(401);
  expect(warnings).toEqual([]);
});

test("an account that a stranger registered with ADMIN_EMAIL is open to the operator alone", async () => {
  const stranger = await signedIn();
  const elsewhere = new BrowserClient(site);
  await elsewhere.post("/api/login", { email: stranger.email, password: stranger.password });
  await site.services.jobs.prepare();
  await sql`
    insert into password_resets (token_hash, user_id, expires_at)
    values (sha256('x'), ${stranger.id}, now() + interval '1 hour')`.execute(site.database.db);
  await sql`
    insert into totp (user_id, secret, confirmed_at) values (${stranger.id}, 'sealed', now())`.execute(
    site.database.db,
  );
  await sql`
    insert into recovery_codes (hash, user_id) values (sha256('code'), ${stranger.id})`.execute(
    site.database.db,
  );
  await sql`
    insert into dealer_keys (id, user_id, name, scopes, hash)
    values (gen_random_uuid(), ${stranger.id}, 'Programi', '{stock}', sha256('key'))`.execute(
    site.database.db,
  );

  const outcomes = await Promise.all([ensure(stranger.email.toUpperCase()), ensure(stranger.email)]);
  expect(outcomes.toSorted()).toEqual(["taken_over", "unchanged"]);

  for (const browser of [stranger, elsewhere]) {
    // The cookie with the token, the cookie alone, the token alone.
    expect((await browser.get("/api/me")).status).toBe(401);
    expect((await browser.get("/api/me", { bearer: null })).status).toBe(401);
    expect((await browser.get("/api/me", { cookies: false })).status).toBe(401);
    expect((await browser.post("/api/refresh-token")).status).toBe(401);
  }
  expect((await login(stranger.email, stranger.password)).status).toBe(401);
  expect((await login(stranger.email, "the operator's own")).body).toMatchObject({ user: { isAdmin: true } });
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from password_resets where user_id = u.id)
      + (select count(*) from dealer_keys where user_id = u.id)
      + (select count(*) from totp where user_id = u.id) + (select count(*) from recovery_codes where user_id = u.id)
      + (select count(*) from known_devices where user_id = u.id and created_at < u.admin_by_config_at) as left
    from users u where id = ${stranger.id}`.execute(site.database.db);
  expect(rows).toEqual([{ left: 0 }]);
  expect(warnings).toEqual([
    ["admin.taken_over", expect.objectContaining({ account: stranger.id, sessionsEnded: 2 })],
  ]);
  expect(await auditOf(stranger.id)).toMatchObject([
    {
      action: "admin.grant",
      who: { email: "ADMIN_EMAIL" },
      before: { isAdmin: false },
      after: { isAdmin: true, passwordReplaced: true, sessionsEnded: 2 },
    },
  ]);
});

test("an account is taken over once: later changes by its owner stay, also after the admin right was removed", async () => {
  const account = await signedIn();
  await ensure(account.email);
  const owner = new BrowserClient(site);
  await owner.post("/api/login", { email: account.email, password: "the operator's own" });
  await owner.call("PUT", "/api/me", { body: { password: "what its owner chose" } });
  expect(await ensure(account.email, "another password")).toBe("unchanged");
  expect(await revokeAdmin(site.database.db, account.email)).toMatchObject({ changed: true });
  expect(await ensure(account.email, "another password")).toBe("granted");
  expect((await owner.get("/api/me")).body).toMatchObject({ isAdmin: true });
  expect((await login(account.email, "another password")).status).toBe(401);
  expect((await login(account.email, "what its owner chose")).status).toBe(200);
});

test("an account that is an admin already keeps its password and sessions at a start", async () => {
  const account = await signedIn();
  await sql`update users set is_admin = true where id = ${account.id}`.execute(site.database.db);
  expect(await ensure(account.email)).toBe("unchanged");
  expect((await account.get("/api/me")).status).toBe(200);
  expect((await login(account.email, account.password)).status).toBe(200);
  expect(await auditOf(account.id)).toEqual([]);
});

test("a new password that is being set during the takeover does not return the account to the stranger", async () => {
  const stranger = await signedIn();
  const { db } = site.database;
  // Held as the takeover holds it: the change waits, with its password checked and hashed.
  const change = await db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${stranger.id} for update`.execute(trx);
    const waiting = stranger.call("PUT", "/api/me", { body: { password: "the stranger's new one" } });
    await expect.poll(countWaiting).toBe(1);
    await sql`delete from sessions where user_id = ${stranger.id}`.execute(trx);
    return { waiting };
  });
  expect((await change.waiting).status).toBe(401);
  expect((await login(stranger.email, "the stranger's new one")).status).toBe(401);
});

test("an account that the operator makes an admin has to sign in again and is in the audit log once", async () => {
  const account = await signedIn();
  const { db } = site.database;
  expect(await grantAdmin(db, account.email)).toEqual({ changed: true, sessionsEnded: 1, proven: false });
  expect((await account.get("/api/me")).status).toBe(401);
  await account.post("/api/login", { email: account.email, password: account.password });
  expect(await grantAdmin(db, account.email)).toEqual({ changed: false, sessionsEnded: 0, proven: false });
  expect((await account.get("/api/admin/stats")).status).toBe(200);

  expect(await revokeAdmin(db, account.email)).toMatchObject({ changed: true });
  expect(await revokeAdmin(db, account.email)).toMatchObject({ changed: false });
  expect((await account.get("/api/admin/stats")).status).toBe(403);
  expect((await account.get("/api/me")).body).toMatchObject({ isAdmin: false });
  expect((await auditOf(account.id)).map(({ action, who }) => [action, who.email])).toEqual([
    ["admin.grant", "npm run admin"],
    ["admin.revoke", "npm run admin"],
  ]);
  expect(await grantAdmin(db, "nobody@example.com")).toBeNull();
  expect(await revokeAdmin(db, "nobody@example.com")).toBeNull();
});

test("the last admin cannot delete its account, and of two who do so at once one stays", async () => {
  const { db } = site.database;
  const [first, second] = [await signedIn(), await signedIn()];
  const makeAdmins = sql`update users set is_admin = true where id in (${first.id}, ${second.id})`;
  await makeAdmins.execute(db);
  const { leaving } = await db.transaction().execute(async (trx) => {
    await sql`select from users where id in (${first.id}, ${second.id}) for share`.execute(trx);
    const leaving = Promise.all([leave(first), leave(second)]);
    await expect.poll(countWaiting).toBe(2);
    return { leaving };
  });
  const statuses = (await leaving).map(({ status }) => status);
  const [stayed, left] = statuses[0] === 409 ? [first, second] : [second, first];
  expect(new Set(statuses)).toEqual(new Set([204, 409]));
  expect(await auditOf(left.id)).toMatchObject([
    { action: "user.delete", who: { _id: left.id, email: left.email }, before: { isAdmin: true } },
  ]);

  const refused = await leave(stayed);
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      code: "last_admin",
      message:
        "Jeni administratori i vetëm. Bëjeni së pari administrator dikë tjetër, pastaj fshini llogarinë tuaj.",
    },
  ]);
  expect((await stayed.get("/api/me")).body).toMatchObject({ isAdmin: true });
  expect(await auditOf(stayed.id)).toEqual([]);
  expect((await stayed.call("DELETE", "/api/me", { body: { password: "wrong" } })).status).toBe(403);

  // With the right gone it is an account like any other.
  expect(await revokeAdmin(db, stayed.email)).toEqual({ changed: true, adminsLeft: 0 });
  expect((await leave(stayed)).status).toBe(204);
});

test("an admin who deletes the account while the operator removes another admin leaves at least one admin", async () => {
  const { db } = site.database;
  const [leaving, other] = [await signedIn(), await signedIn()];
  await sql`update users set is_admin = true where id in (${leaving.id}, ${other.id})`.execute(db);
  const [left, revoked] = await Promise.all([leave(leaving), revokeAdmin(db, other.email)]);
  // The second one is refused: the admin who leaves, or the operator, since no other admin is left.
  expect(left.status === 409 ? revoked?.adminsLeft === 1 : revoked?.adminsLeft === 0).toBe(true);
});
