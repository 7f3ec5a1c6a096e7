import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import { accountEndpoints } from "#contract/accounts.ts";
import { BrowserClient, newPerson } from "#testing/browser-client.ts";
import { createTestSite, type TestSite } from "#testing/test-site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

const android =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";

async function registered(userAgent = "") {
  const browser = new BrowserClient(site);
  const person = newPerson();
  const headers = { "user-agent": userAgent };
  expect((await browser.post("/api/register", person, { headers })).status).toBe(201);
  const signIn = async (from: BrowserClient, agent = "") => {
    const { email, password } = person;
    const answer = await from.post("/api/login", { email, password }, { headers: { "user-agent": agent } });
    expect(answer.status).toBe(200);
    return from;
  };
  return { ...person, browser, signIn };
}

const sessionsOf = async (browser: BrowserClient) =>
  accountEndpoints["GET /api/me/sessions"].output.parse((await browser.get("/api/me/sessions")).body);
const isIn = async (browser: BrowserClient) => (await browser.get("/api/me")).status === 200;

/** What a browser holds of its session now, for use after it holds another. */
function keep(browser: BrowserClient): BrowserClient {
  const copy = new BrowserClient(site);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  copy.token = browser.token;
  return copy;
}

test("signing in with an old session ends that session, and a failed login ends none", async () => {
  const arta = await registered();
  const besa = await registered();
  const old = keep(arta.browser);
  const wrong = await arta.browser.post("/api/login", { email: arta.email, password: "gabim" });
  expect(wrong.status).toBe(401);
  expect(await isIn(old)).toBe(true);

  await arta.signIn(arta.browser);
  expect((await old.get("/api/me", { bearer: null })).status).toBe(401);
  expect((await old.get("/api/me", { cookies: false })).status).toBe(401);
  expect((await old.post("/api/refresh-token")).status).toBe(401);
  expect(await isIn(arta.browser)).toBe(true);
  expect(await sessionsOf(arta.browser)).toHaveLength(1);

  // Another person on the same browser, with the cookie alone and then by registering.
  const artas = keep(arta.browser);
  arta.browser.token = null;
  await besa.signIn(arta.browser);
  expect(await isIn(artas)).toBe(false);
  const besas = keep(arta.browser);
  arta.browser.token = null;
  expect((await arta.browser.post("/api/register", newPerson())).status).toBe(201);
  expect(await isIn(besas)).toBe(false);
  expect(await isIn(besa.browser)).toBe(true);
});

test("the session list names each session's device, its last use and which one is asking", async () => {
  const arta = await registered(android);
  const elsewhere = await arta.signIn(new BrowserClient(site), "curl/8.5.0");
  const [first, second] = await sessionsOf(arta.browser);
  expect([first, second].map((one) => [one?.device, one?.current])).toEqual(
    expect.arrayContaining([
      ["Chrome në Android", true],
      ["Pajisje e panjohur", false],
    ]),
  );
  await sql`
    update sessions set last_used_at = now() - interval '2 days'
    where user_id = (select id from users where email = ${arta.email})`.execute(site.database.db);
  await elsewhere.get("/api/me");
  const used = await sessionsOf(arta.browser);
  expect(used.map(({ current }) => current)).toEqual([true, false]);
  const ages = used.map(({ lastUsedAt }) => Date.now() - Date.parse(lastUsedAt));
  expect(Math.max(...ages)).toBeLessThan(60_000);
  // One that has ended by itself is not open.
  await sql`
    update sessions set last_used_at = now() - interval '31 days' where id = ${used[1]?.id ?? ""}`.execute(
    site.database.db,
  );
  expect(await sessionsOf(arta.browser)).toHaveLength(1);
});

test("a session of one's own is ended by its id on every process, and another person's session id returns 404", async () => {
  const arta = await registered();
  const stranger = await registered();
  const elsewhere = await arta.signIn(new BrowserClient(site));
  const other = (await sessionsOf(arta.browser)).find(({ current }) => !current);
  const path = `/api/me/sessions/${other?.id ?? ""}`;
  expect((await stranger.browser.call("DELETE", path)).status).toBe(404);
  expect((await new BrowserClient(site).call("DELETE", path)).status).toBe(401);
  expect(await isIn(elsewhere)).toBe(true);
  expect((await arta.browser.call("DELETE", path)).status).toBe(204);
  const process = site.addProcess();
  expect((await elsewhere.get("/api/me", { process })).status).toBe(401);
  expect((await elsewhere.get("/api/me", { process, bearer: null })).status).toBe(401);
  expect((await arta.browser.call("DELETE", path)).status).toBe(404);
  expect((await arta.browser.call("DELETE", "/api/me/sessions/none")).status).toBe(404);

  const [own] = await sessionsOf(arta.browser);
  expect((await arta.browser.call("DELETE", `/api/me/sessions/${own?.id ?? ""}`)).status).toBe(204);
  expect(arta.browser.cookies.has("vetura_session")).toBe(false);
  expect(await isIn(arta.browser)).toBe(false);
});

test("ending all other sessions leaves this session and other people's sessions", async () => {
  const arta = await registered();
  const stranger = await registered();
  const others = await Promise.all([1, 2, 3].map(() => arta.signIn(new BrowserClient(site))));
  expect((await arta.browser.call("DELETE", "/api/me/sessions")).status).toBe(204);
  expect(await Promise.all(others.map(isIn))).toEqual([false, false, false]);
  expect(await isIn(arta.browser)).toBe(true);
  expect(await isIn(stranger.browser)).toBe(true);
});

test("a new session beyond the limit ends the one unused for longest", async () => {
  const arta = await registered();
  const { email } = arta;
  await sql`
    insert into sessions (id, user_id, cookie_hash, last_used_at)
    select gen_random_uuid(), id, sha256(n::text::bytea), now() - make_interval(hours => n)
    from users, generate_series(1, ${sql.lit(sessionRules.maxSessions)}) n where email = ${email}`.execute(
    site.database.db,
  );
  await arta.signIn(new BrowserClient(site));
  expect(await sessionsOf(arta.browser)).toHaveLength(sessionRules.maxSessions);
});

test("the account's export names the devices", async () => {
  const { browser } = await registered(android);
  const { sessions } = z
    .object({ sessions: z.array(z.object({ device: z.string() })) })
    .parse((await browser.get("/api/me/export")).body);
  expect(sessions).toMatchObject([{ device: "Chrome në Android" }]);
});
