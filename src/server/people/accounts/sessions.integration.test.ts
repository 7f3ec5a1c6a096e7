import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BrowserClient, newPerson } from "#testing/browser-client.ts";
import { expectFaults } from "#testing/faults.ts";
import { createTestSite, type TestProcess, type TestSite } from "#testing/test-site.ts";

expectFaults("session.replayed_token");

let site: TestSite;
let other: TestProcess;

beforeAll(async () => {
  site = await createTestSite();
  other = site.addProcess();
});
afterAll(() => site.close());

async function signedIn(): Promise<BrowserClient & { email: string; password: string }> {
  const browser = new BrowserClient(site);
  const person = newPerson();
  const answer = await browser.post("/api/register", person);
  expect(answer.status).toBe(201);
  return Object.assign(browser, { email: person.email, password: person.password });
}

/** As if the moment had come: tokens used, opened or run out so many seconds earlier. */
async function age(
  token: string | null,
  column: "first_used_at" | "expires_at",
  seconds: number,
): Promise<void> {
  const hash = createHash("sha256")
    .update(token ?? "")
    .digest();
  const { numAffectedRows } = await sql`
    update bearer_tokens set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(secs => ${seconds})
    where hash = ${hash}`.execute(site.database.db);
  expect(numAffectedRows).toBe(1n);
}

const me = (browser: BrowserClient, bearer: string | null, process?: TestProcess) =>
  browser
    .get("/api/me", { bearer, cookies: bearer === null, ...(process === undefined ? {} : { process }) })
    .then(({ status }) => status);

test("the session cookie or the bearer token alone signs in, and they are different secrets", async () => {
  const browser = await signedIn();
  expect(await me(browser, null)).toBe(200);
  expect(await me(browser, browser.token)).toBe(200);
  expect([...browser.cookies.values()]).not.toContain(browser.token);
});

test("the session cookie is HttpOnly and has the __Host- prefix on https", async () => {
  const answer = await new BrowserClient(site).post("/api/register", newPerson());
  expect(answer.headers.getSetCookie().find((line) => line.startsWith("vetura_session="))).toMatch(
    /^vetura_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const secure = await createTestSite({ PUBLIC_URL: "https://vetura.example" });
  try {
    const browser = new BrowserClient(secure);
    const { headers } = await browser.post("/api/register", newPerson());
    expect(headers.getSetCookie().find((line) => line.includes("vetura_session="))).toMatch(
      /^__Host-vetura_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await me(browser, null)).toBe(200);
    // What a neighbouring subdomain could plant is not read.
    const value = browser.cookies.get("__Host-vetura_session") ?? "";
    browser.cookies.clear();
    browser.cookies.set("vetura_session", value);
    expect(await me(browser, null)).toBe(401);
  } finally {
    await secure.close();
  }
});

test("an Authorization header takes precedence over the cookie", async () => {
  const browser = await signedIn();
  for (const bearer of ["x".repeat(43), "nonsense"]) {
    expect((await browser.get("/api/me", { bearer })).status).toBe(401);
  }
  expect(
    (await browser.get("/api/me", { bearer: null, headers: { authorization: "Basic YTpi" } })).status,
  ).toBe(401);
});

test("a cookie of another account beside the bearer token is refused, and the bearer token then works alone", async () => {
  const arta = await signedIn();
  const besa = await signedIn();
  const mixed = await arta.get("/api/me", { bearer: besa.token });
  expect(mixed.status).toBe(401);
  const retried = await arta.get("/api/me", { bearer: besa.token, cookies: false });
  expect(retried.body).toMatchObject({ email: besa.email });
});

test("a replaced token is valid until its successor was in use for 10 s, and using it later ends the session", async () => {
  const browser = await signedIn();
  const first = browser.token;
  const answer = await browser.post("/api/refresh-token", undefined, { cookies: false });
  const second = browser.token;
  expect(answer.body).toEqual({ token: second });
  expect(second).not.toBe(first);
  // The answer may have been lost: as long as the new one is not used, the old one works, for refreshing too.
  expect(await me(browser, first)).toBe(200);
  expect(
    (await browser.post("/api/refresh-token", undefined, { bearer: first, cookies: false })).status,
  ).toBe(200);
  expect(await me(browser, second)).toBe(200);
  await age(second, "first_used_at", 9);
  expect(await me(browser, first)).toBe(200);
  await age(second, "first_used_at", 2);
  expect(await me(browser, first)).toBe(401);
  // Replay: the thief and the owner are both out, with every secret of the session, on every process.
  expect(await me(browser, second, other)).toBe(401);
  expect(await me(browser, null, other)).toBe(401);
  expect((await browser.post("/api/refresh-token", undefined, { bearer: null })).status).toBe(401);
});

test("refreshing with a replayed token ends the session", async () => {
  const browser = await signedIn();
  const first = browser.token;
  await browser.post("/api/refresh-token");
  const second = browser.token;
  expect(await me(browser, second)).toBe(200);
  await age(second, "first_used_at", 11);
  expect((await browser.post("/api/refresh-token", undefined, { bearer: first })).status).toBe(401);
  expect(await me(browser, second)).toBe(401);
});

test("50 refreshes at once on two processes leave a working session", async () => {
  const browser = await signedIn();
  const first = browser.token;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      browser.post("/api/refresh-token", undefined, {
        bearer: first,
        process: index % 2 === 0 ? site : other,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  const tokens = answers.map(({ body }) => String(Object(body).token));
  expect(new Set(tokens).size).toBe(50);
  const uses = await Promise.all(tokens.map((token) => me(browser, token)));
  expect(new Set(uses)).toEqual(new Set([200]));
  expect(await me(browser, first)).toBe(200);
});

test("an expired bearer token signs nobody in, and POST /api/refresh-token replaces it with the session's cookie", async () => {
  const browser = await signedIn();
  const runOut = browser.token;
  await age(runOut, "expires_at", 86_400);
  expect((await browser.get("/api/me")).status).toBe(401);
  expect((await browser.post("/api/refresh-token", undefined, { cookies: false })).status).toBe(401);
  expect((await browser.post("/api/refresh-token")).status).toBe(200);
  expect(await me(browser, browser.token)).toBe(200);
});

test("an expired bearer token with another account's cookie gets no new token", async () => {
  const arta = await signedIn();
  const besa = await signedIn();
  await age(arta.token, "expires_at", 86_400);
  expect((await besa.post("/api/refresh-token", undefined, { bearer: arta.token })).status).toBe(401);
});

test("the cookie alone gets a bearer token, and an unknown bearer token gets none", async () => {
  const browser = await signedIn();
  expect((await browser.post("/api/refresh-token", undefined, { bearer: null })).status).toBe(200);
  expect((await browser.post("/api/refresh-token", undefined, { bearer: "y".repeat(43) })).status).toBe(401);
  expect((await new BrowserClient(site).post("/api/refresh-token")).status).toBe(401);
});

test("POST /api/logout ends cookie and token on every process at once and removes the cookie", async () => {
  const browser = await signedIn();
  const cookies = new Map(browser.cookies);
  expect(await me(browser, browser.token, other)).toBe(200);
  expect((await browser.post("/api/logout")).status).toBe(204);
  expect(browser.cookies.has("vetura_session")).toBe(false);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  for (const process of [site, other]) {
    expect(await me(browser, browser.token, process)).toBe(401);
    expect(await me(browser, null, process)).toBe(401);
    expect((await browser.post("/api/refresh-token", undefined, { process })).status).toBe(401);
  }
});

test("POST /api/logout works with an expired bearer token and without credentials", async () => {
  const browser = await signedIn();
  const cookies = new Map(browser.cookies);
  await age(browser.token, "expires_at", 86_400);
  expect((await browser.post("/api/logout")).status).toBe(204);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  expect(await me(browser, null)).toBe(401);
  expect((await new BrowserClient(site).post("/api/logout")).status).toBe(204);
});

test("a session ends 30 days after its last use and 180 days after it was opened", async () => {
  const { db } = site.database;
  const shift = (email: string, column: string, days: number) =>
    sql`
    update sessions set ${sql.ref(column)} = now() - make_interval(days => ${days})
    where user_id = (select id from users where email = ${email})`.execute(db);
  const idle = await signedIn();
  await shift(idle.email, "last_used_at", 29);
  expect(await me(idle, null)).toBe(200);
  const { rows } = await sql<{ fresh: boolean }>`
    select last_used_at > now() - interval '1 minute' as fresh from sessions
    where user_id = (select id from users where email = ${idle.email})`.execute(db);
  expect(rows).toEqual([{ fresh: true }]);
  await shift(idle.email, "last_used_at", 30);
  expect(await me(idle, null)).toBe(401);
  expect(await me(idle, idle.token)).toBe(401);

  const old = await signedIn();
  await shift(old.email, "created_at", 179);
  const { headers } = await old.get("/api/me");
  const maxAge = Number(/Max-Age=(\d+)/.exec(headers.get("set-cookie") ?? "")?.[1]);
  expect(maxAge).toBeGreaterThan(86_000);
  expect(maxAge).toBeLessThanOrEqual(86_400);
  await shift(old.email, "created_at", 180);
  expect(await me(old, null)).toBe(401);
});

test("the database holds no session secret in plain text", async () => {
  const browser = await signedIn();
  await browser.post("/api/refresh-token");
  await site.services.jobs.addJob("send_password_reset", { email: browser.email });
  const { db } = site.database;
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  let dump = "";
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    dump += rows.map(({ row }) => row).join("\n");
  }
  expect(dump).toContain(browser.email);
  const secrets = [browser.token ?? "", ...browser.cookies.values(), browser.password].filter(
    (one) => one.length > 1,
  );
  expect(secrets).toHaveLength(4);
  for (const secret of secrets) {
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(Buffer.from(secret).toString("hex"));
    expect(dump).not.toContain(Buffer.from(secret, "base64url").toString("hex"));
  }
});

test("personal answers and answers that set cookies are Cache-Control: no-store", async () => {
  const browser = await signedIn();
  const answers = [
    await browser.get("/api/me"),
    await browser.get("/api/car-models/brands", { bearer: null }),
    await browser.get("/api/me", { bearer: "z".repeat(43) }),
    await new BrowserClient(site).post("/api/register", newPerson()),
  ];
  for (const { headers } of answers) {
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

const foreign: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.example" },
  { origin: "null" },
];

test("a write from another site with the cookie alone is refused and changes nothing", async () => {
  const browser = await signedIn();
  for (const headers of foreign) {
    const answer = await browser.call("PUT", "/api/me", {
      bearer: null,
      headers,
      body: { firstName: "Evil" },
    });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: "cross_site" });
    expect((await browser.post("/api/logout", undefined, { bearer: null, headers })).status).toBe(403);
    expect((await browser.post("/api/refresh-token", undefined, { bearer: null, headers })).status).toBe(403);
  }
  expect((await browser.get("/api/me", { bearer: null })).body).toMatchObject({ firstName: "Arta" });
});

test("reads, bearer tokens and the site's own pages work whatever the request's origin", async () => {
  const browser = await signedIn();
  const rename = (headers: Record<string, string>, bearer: string | null = null) =>
    browser
      .call("PUT", "/api/me", { bearer, headers, body: { firstName: "Arta" } })
      .then(({ status }) => status);
  expect(
    (await browser.get("/api/me", { bearer: null, headers: { "sec-fetch-site": "cross-site" } })).status,
  ).toBe(200);
  expect(await rename({ "sec-fetch-site": "cross-site" }, browser.token)).toBe(200);
  expect(await rename({ "sec-fetch-site": "same-origin" })).toBe(200);
  expect(await rename({ "sec-fetch-site": "none" })).toBe(200);
  expect(await rename({ origin: site.publicUrl })).toBe(200);
  expect(await rename({ origin: "http://shop.local:8080", host: "shop.local:8080" })).toBe(200);
  expect(await rename({})).toBe(200);
});

test("another site's page cannot register or sign anybody in", async () => {
  const person = newPerson();
  const { email, password } = await signedIn();
  for (const headers of foreign) {
    const browser = new BrowserClient(site);
    expect((await browser.post("/api/register", person, { headers })).status).toBe(403);
    expect((await browser.post("/api/login", { email, password }, { headers })).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  }
  const { rows } = await sql`select from users where email = ${person.email}`.execute(site.database.db);
  expect(rows).toHaveLength(0);
});
