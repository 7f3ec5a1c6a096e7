import { sql } from "kysely";
import { Secret, TOTP, URI } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { totpEndpoints } from "#contract/totp.ts";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createLogger } from "#server/log.ts";
import { createServices } from "#server/services.ts";
import { type Answer, createTestApp, errorOf, type TestApp } from "#testing/app.ts";
import { newPerson } from "#testing/browser-client.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { ensureAdmin, resetTotp } from "./admins.commands.ts";

expectFaults("admin.taken_over");

const lines: string[] = [];
let app: TestApp;
/** The site's clock: codes are made and checked by it. */
let time = new Date("2026-11-22T12:00:00.000Z");

beforeAll(async () => {
  app = await createTestApp({
    env: { RATE_LIMITS: "on" },
    now: () => time,
    log: createLogger((line) => lines.push(line)),
  });
});
afterAll(() => app.close());

const later = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000);
};

function codeOf(secret: string, secondsAgo = 0): string {
  const timestamp = time.getTime() - secondsAgo * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp });
}

const wrongCode = (secret: string) => (codeOf(secret) === "123456" ? "654321" : "123456");

async function admin() {
  const person = newPerson();
  const { body } = await app.call("POST /api/register", { body: person });
  const headers = { authorization: `Bearer ${String(Object(body).token)}` };
  await sql`update users set is_admin = true where email = ${person.email}`.execute(app.database.db);
  const login = (more: object = {}): Promise<Answer> =>
    app.call("POST /api/login", { body: { email: person.email, password: person.password, ...more } });
  return { ...person, headers, login };
}

type TestAdmin = Awaited<ReturnType<typeof admin>>;

async function begin({ headers, password }: TestAdmin) {
  const answer = await app.call("POST /api/me/totp", { headers, body: { password } });
  expect(answer.status).toBe(200);
  return totpEndpoints["POST /api/me/totp"].output.parse(answer.body);
}

/** An admin whose codes are on; the next code is of a later step. */
async function adminWithTotp() {
  const person = await admin();
  const { secret, uri } = await begin(person);
  const answer = await app.call("POST /api/me/totp/confirm", {
    headers: person.headers,
    body: { code: codeOf(secret) },
  });
  expect(answer.status).toBe(200);
  const { recoveryCodes } = totpEndpoints["POST /api/me/totp/confirm"].output.parse(answer.body);
  later(30);
  return { ...person, secret, uri, recoveryCodes };
}

const stateOf = async ({ headers }: { headers: Record<string, string> }) =>
  (await app.call("GET /api/me/totp", { headers })).body;

test("an admin sets up TOTP with the password and the first code and gets ten recovery codes, and others cannot", async () => {
  const person = await admin();
  const begun = await begin(person);
  const parsed = URI.parse(begun.uri);
  expect(parsed).toMatchObject({ issuer: "Vetura", label: person.email });
  expect(parsed.secret.base32).toBe(begun.secret);
  // Until the first code is right logins go on as before.
  const elsewhere = await person.login();
  expect(elsewhere.status).toBe(200);
  const headersElsewhere = { authorization: `Bearer ${String(Object(elsewhere.body).token)}` };
  expect((await app.call("GET /api/me", { headers: headersElsewhere })).status).toBe(200);
  const confirm = (code: string) =>
    app.call("POST /api/me/totp/confirm", { headers: person.headers, body: { code } });
  const wrong = await confirm(wrongCode(begun.secret));
  expect(wrong.status).toBe(400);
  expect(Object.keys(errorOf(wrong).fields ?? {})).toEqual(["code"]);
  expect(await stateOf(person)).toEqual({ enabled: false, recoveryCodesLeft: 0 });
  const { body } = await confirm(codeOf(begun.secret));
  const { recoveryCodes } = totpEndpoints["POST /api/me/totp/confirm"].output.parse(body);
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^(?:[2-9a-z]{4}-){3}[2-9a-z]{4}$/);
  expect(await stateOf(person)).toEqual({ enabled: true, recoveryCodesLeft: 10 });
  // That session was opened without a code.
  expect((await app.call("GET /api/me", { headers: headersElsewhere })).status).toBe(401);
  const again = await app.call("POST /api/me/totp", {
    headers: person.headers,
    body: { password: person.password },
  });
  expect(errorOf(again).code).toBe("totp_is_on");

  const stranger = await admin();
  const guess = await app.call("POST /api/me/totp", {
    headers: stranger.headers,
    body: { password: "gabim" },
  });
  expect(guess.status).toBe(403);
  expect(errorOf(guess).code).toBe("wrong_password");
  await sql`update users set is_admin = false where email = ${stranger.email}`.execute(app.database.db);
  const { password } = stranger;
  const noAdmin = await app.call("POST /api/me/totp", { headers: stranger.headers, body: { password } });
  expect(errorOf(noAdmin).code).toBe("forbidden");
});

test("a right password without a code returns 401 code_needed, and a right code signs in", async () => {
  const person = await adminWithTotp();
  const without = await person.login();
  expect(without.status).toBe(401);
  expect(errorOf(without).code).toBe("code_needed");
  expect(errorOf(await person.login({ code: " " })).code).toBe("code_needed");
  const plain = newPerson();
  await app.call("POST /api/register", { body: plain });
  const ordinary = await app.call("POST /api/login", { body: { email: plain.email, password: "gabim" } });
  for (const code of [undefined, wrongCode(person.secret), codeOf(person.secret)]) {
    const wrong = await person.login({ password: "gabim", ...(code === undefined ? {} : { code }) });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual(ordinary.body);
  }
  const guessed = await person.login({ code: wrongCode(person.secret) });
  expect(guessed.status).toBe(401);
  expect(errorOf(guessed)).toMatchObject({ code: "wrong_code" });
  expect(Object.keys(errorOf(guessed).fields ?? {})).toEqual(["code"]);
  expect(lines.findLast((line) => line.includes("login.failed"))).toContain('"why":"wrong_code"');
  expect((await person.login({ code: codeOf(person.secret) })).status).toBe(200);
});

test("a TOTP code works once, in its step or the neighbouring ones, also for logins at once", async () => {
  const person = await adminWithTotp();
  const code = codeOf(person.secret);
  const atOnce = await Promise.all(Array.from({ length: 4 }, () => person.login({ code })));
  expect(atOnce.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  expect(errorOf(await person.login({ code })).code).toBe("wrong_code");
  later(90);
  // What is older than the last one taken is replayed, too; what is too old is wrong.
  expect((await person.login({ code: codeOf(person.secret) })).status).toBe(200);
  expect((await person.login({ code: codeOf(person.secret, 30) })).status).toBe(401);
  later(90);
  expect((await person.login({ code: codeOf(person.secret, 60) })).status).toBe(401);
  expect((await person.login({ code: codeOf(person.secret, 30) })).status).toBe(200);
});

test("a recovery code signs in once in any spelling", async () => {
  const person = await adminWithTotp();
  const [first = "", second = ""] = person.recoveryCodes;
  const atOnce = await Promise.all(Array.from({ length: 3 }, () => person.login({ code: first })));
  expect(atOnce.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  const typed = second.toUpperCase().replaceAll("-", " ");
  expect((await person.login({ code: typed })).status).toBe(200);
  expect((await person.login({ code: second })).status).toBe(401);
  expect(await stateOf(person)).toEqual({ enabled: true, recoveryCodesLeft: 8 });
  // Another account's code is invalid.
  const other = await adminWithTotp();
  expect((await person.login({ code: other.recoveryCodes[0] })).status).toBe(401);
});

test("guesses at TOTP codes are limited like passwords, and asking for the code is not limited", async () => {
  const person = await adminWithTotp();
  for (let index = 0; index < 15; index += 1) expect((await person.login()).status).toBe(401);
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1)
    statuses.push((await person.login({ code: wrongCode(person.secret) })).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.slice(10)).toEqual([429, 429]);
  expect((await person.login({ code: codeOf(person.secret) })).status).toBe(429);
});

test("TOTP is switched off with password and code, and then the password alone signs in", async () => {
  const person = await adminWithTotp();
  const end = (password: string, code: string) =>
    app.call("DELETE /api/me/totp", { headers: person.headers, body: { password, code } });
  expect((await end("gabim", codeOf(person.secret))).status).toBe(403);
  expect((await end(person.password, wrongCode(person.secret))).status).toBe(400);
  expect((await person.login()).status).toBe(401);
  expect((await end(person.password, codeOf(person.secret))).status).toBe(204);
  expect((await person.login()).status).toBe(200);
  expect(await stateOf(person)).toEqual({ enabled: false, recoveryCodesLeft: 0 });
});

test("database, answers and export contain neither the TOTP secret nor a recovery code", async () => {
  const { secret, recoveryCodes, headers } = await adminWithTotp();
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(app.database.db);
  let told = "";
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
      app.database.db,
    );
    told += rows.map(({ row }) => row).join("\n");
  }
  for (const path of ["/api/me", "/api/me/export", "/api/me/totp"] as const)
    told += JSON.stringify((await app.call(`GET ${path}`, { headers })).body);
  told += lines.join("");
  expect(told).toContain('"recoveryCodes":[');
  const plain = recoveryCodes.flatMap((code) => [code, code.replaceAll("-", "")]);
  const forms = [secret, Buffer.from(secret).toString("hex"), Secret.fromBase32(secret).hex.toLowerCase()];
  for (const each of [...plain, ...forms]) expect(told).not.toContain(each);
});

test("after the operator removes TOTP the password alone signs in and the audit log names it", async () => {
  const person = await adminWithTotp();
  const { db } = app.database;
  expect(await resetTotp(db, "askush@example.com")).toBeNull();
  expect(await resetTotp(db, person.email)).toEqual({ changed: true });
  expect(await resetTotp(db, person.email)).toEqual({ changed: false });
  expect((await person.login()).status).toBe(200);
  const entries = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "=", "admin.reset_totp")
    .where("target_label", "like", `%${person.email}%`)
    .execute();
  expect(entries).toHaveLength(1);
});

test("an account that ADMIN_EMAIL takes over signs in without the stranger's TOTP", async () => {
  const person = await adminWithTotp();
  const { db } = app.database;
  await sql`update users set is_admin = false where email = ${person.email}`.execute(db);
  const password = "fjalëkalimi i operatorit";
  expect(await ensureAdmin({ db, log: watchedLog }, { email: person.email, password })).toBe("taken_over");
  expect((await person.login({ password })).status).toBe(200);
});

/** A further process of the site, with other variables. */
async function processWith(environment: Record<string, string>) {
  const { db, pool, url } = app.database;
  const config = loadConfig({
    DATA_DIR: app.dataDir,
    DATABASE_URL: url,
    NODE_ENV: "test",
    RATE_LIMITS: "off",
    ...environment,
  });
  const log = createLogger((line) => lines.push(line));
  const process = createApp(createServices({ config, db, pool, databaseUrl: url, log, now: () => time }));
  return (method: string, path: string, options: { headers?: Record<string, string>; body?: object } = {}) =>
    process.request(`http://localhost:3000${path}`, {
      method,
      headers: { "content-type": "application/json", ...options.headers },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
}

test("a process with another SECRET_KEY logs it and accepts recovery codes only, until the key is right again", async () => {
  const { email, password, secret, recoveryCodes } = await adminWithTotp();
  const other = await processWith({ SECRET_KEY: "another key than the data folder's" });
  const login = (code: string | undefined) => ({ body: { email, password, code } });
  expect((await other("POST", "/api/login", login(codeOf(secret)))).status).toBe(401);
  expect(lines.filter((line) => line.includes("totp.other_key"))).toHaveLength(1);
  expect((await other("POST", "/api/login", login(recoveryCodes[0]))).status).toBe(200);
  const same = await processWith({});
  expect((await same("POST", "/api/login", login(codeOf(secret)))).status).toBe(200);
});

test("ADMIN_TOTP_REQUIRED is off by default, and when it is on the admin area requires a second factor", async () => {
  const [without, person] = [await admin(), await adminWithTotp()];
  const strict = await processWith({ ADMIN_TOTP_REQUIRED: "1" });
  const stats = (headers: Record<string, string>) => strict("GET", "/api/admin/stats", { headers });
  expect((await app.call("GET /api/admin/stats", { headers: without.headers })).status).toBe(200);
  const refused = await stats(without.headers);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: "totp_required" });
  expect((await stats(person.headers)).status).toBe(200);
  expect((await strict("GET", "/api/me", { headers: without.headers })).status).toBe(200);
});
