import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BrowserClient, newPerson } from "#testing/browser-client.ts";
import { type ReadMail, readOutbox } from "#testing/read-mail.ts";
import { createTestSite, type TestSite } from "#testing/test-site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await createTestSite({ RATE_LIMITS: "on", SITE_NAME: "Vetura Ime" });
  await site.services.jobs.start();
});
afterAll(() => site.close());

const outbox = () => readOutbox(join(site.dataDir, "outbox"));

async function registered() {
  const browser = new BrowserClient(site);
  const { email, password, ...person } = newPerson();
  expect((await browser.post("/api/register", { ...person, email, password })).status).toBe(201);
  return { browser, email, password };
}

const forgot = (email: string) => new BrowserClient(site).post("/api/password/forgot", { email });

async function mailsTo(email: string, number: number): Promise<ReadMail[]> {
  return vi.waitFor(
    async () => {
      const mails = (await outbox()).filter((mail) => mail.to === email && tokenIn(mail) !== "");
      expect(mails).toHaveLength(number);
      return mails;
    },
    { timeout: 10_000, interval: 50 },
  );
}

const tokenIn = (mail: ReadMail | undefined) =>
  /\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";

const reset = (token: string, password = "fjalëkalimi i ri", browser = new BrowserClient(site)) =>
  browser.post("/api/password/reset", { token, password });

/** Those of a scheduled minute count, too: longer than the second that is usual. */
async function noJobsWait(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(
      site.database.db,
    );
    expect(rows[0]?.n).toBe(0);
  }, 20_000);
}

/** Resolves once so many statements of the site wait for a lock. */
async function waiting(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`.execute(
        site.database.db,
      );
      expect(rows[0]?.n).toBe(count);
    },
    { timeout: 10_000, interval: 20 },
  );
}

test("the mailed link sets a new password once and ends all sessions", async () => {
  const { browser, email, password } = await registered();
  expect((await forgot(email)).status).toBe(204);
  const [mail] = await mailsTo(email, 1);
  expect(mail?.subject).toBe("Rivendosja e fjalëkalimit në Vetura Ime");
  const link = `${site.publicUrl}/reset-password?token=${tokenIn(mail)}`;
  expect(mail?.text).toContain(link);
  expect(mail?.html).toContain(`href="${link}"`);
  expect(mail?.text).toContain("30 minuta");

  const owner = new BrowserClient(site);
  expect((await reset(tokenIn(mail), "fjalëkalimi i ri", owner)).status).toBe(204);
  expect((await browser.get("/api/me")).status).toBe(401);
  expect((await browser.post("/api/refresh-token")).status).toBe(401);
  expect((await owner.post("/api/login", { email, password })).status).toBe(401);
  expect((await owner.post("/api/login", { email, password: "fjalëkalimi i ri" })).status).toBe(200);

  const told = await vi.waitFor(async () => {
    const found = (await outbox()).find(
      ({ to, text }) => to === email && text.includes("ka fjalëkalim të ri"),
    );
    if (found === undefined) throw new Error("no mail yet");
    return found;
  });
  expect(told.subject).toBe("Fjalëkalimi juaj në Vetura Ime u ndërrua");
  expect(told.text).toContain(`${site.publicUrl}/profile/security`);
  expect(told.text).not.toContain("çelës");

  const again = await reset(tokenIn(mail));
  expect(again.status).toBe(400);
  expect(again.body).toEqual({
    message: "Kjo lidhje nuk vlen më. Kërkoni një të re.",
    code: "reset_link_invalid",
  });
});

test("a password link that is used twice at once counts once", async () => {
  const { email } = await registered();
  await forgot(email);
  const [mail] = await mailsTo(email, 1);
  const statuses = await Promise.all(
    [1, 2, 3, 4].map(async () => String((await reset(tokenIn(mail))).status)),
  );
  expect(statuses.toSorted()).toEqual(["204", "400", "400", "400"]);
});

test("a password link is valid for 30 minutes or until a newer link or a new password", async () => {
  const { browser, email } = await registered();
  await forgot(email);
  const [first] = await mailsTo(email, 1);
  await forgot(email);
  const second = (await mailsTo(email, 2)).find((mail) => tokenIn(mail) !== tokenIn(first));
  expect((await reset(tokenIn(first))).status).toBe(400);
  const shift = (minutes: number) =>
    sql`
    update password_resets set expires_at = expires_at - make_interval(mins => ${minutes})
    where user_id = (select id from users where email = ${email})`.execute(site.database.db);
  await shift(31);
  expect((await reset(tokenIn(second))).status).toBe(400);
  await shift(-2);
  await browser.call("PUT", "/api/me", { body: { password: "ndërruar në profil" } });
  expect((await reset(tokenIn(second))).status).toBe(400);
});

test("a refused password leaves the link valid, and a made-up token is refused", async () => {
  const { email } = await registered();
  await forgot(email);
  const [mail] = await mailsTo(email, 1);
  const short = await reset(tokenIn(mail), "1234567");
  expect(short.status).toBe(400);
  expect(short.body).toMatchObject({ message: "Fjalëkalimi duhet të ketë të paktën 8 karaktere" });
  expect((await reset("x".repeat(43))).body).toMatchObject({ code: "reset_link_invalid" });
  expect((await reset(tokenIn(mail))).status).toBe(204);
});

test("POST /api/password/forgot answers a known and an unknown e-mail alike and mails only the known one", async () => {
  const { email } = await registered();
  const known = await forgot(email);
  const unknown = await forgot("nobody.here@example.com");
  expect([known.status, known.text, ...known.headers]).toEqual([
    unknown.status,
    unknown.text,
    ...unknown.headers,
  ]);
  await mailsTo(email, 1);
  await mailsTo("nobody.here@example.com", 0);
});

test("repeated password requests for one mailbox send five mails an hour and always get the same answer", async () => {
  const { email } = await registered();
  const answers = await Promise.all(Array.from({ length: 12 }, () => forgot(email)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  await mailsTo(email, 5);
  await noJobsWait();
  await mailsTo(email, 5);
});

test("an owner whose login is locked by another's guesses gets in by the mailed link", async () => {
  const { email } = await registered();
  for (let index = 0; index < 11; index += 1) {
    await new BrowserClient(site).post("/api/login", { email, password: `guess ${index}` });
  }
  const browser = new BrowserClient(site);
  const login = () => browser.post("/api/login", { email, password: "fjalëkalimi i ri" });
  expect((await login()).status).toBe(429);
  await forgot(email);
  const [mail] = await mailsTo(email, 1);
  expect((await reset(tokenIn(mail), "fjalëkalimi i ri", browser)).status).toBe(204);
  expect((await login()).status).toBe(200);
});

test("a password link that is requested while an admin changes the address is neither made nor mailed", async () => {
  const { db } = site.database;
  const [person, admin] = [await registered(), await registered()];
  await sql`update users set is_admin = true where email = ${admin.email}`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from users where email = ${person.email}`.execute(db);
  const id = rows[0]?.id;
  let moved: Promise<{ status: number }> | undefined;
  await db.transaction().execute(async (trx) => {
    // The admin's transaction has written the address and ended the links, and waits here before it commits.
    await sql`lock table audit_log in share mode`.execute(trx);
    moved = admin.browser.call("PUT", `/api/admin/users/${id}`, { body: { email: `moved-${person.email}` } });
    await waiting(1);
    await forgot(person.email);
    await waiting(2);
  });
  expect((await moved)?.status).toBe(200);
  await noJobsWait();
  expect((await sql`select from password_resets where user_id = ${id}`.execute(db)).rows).toEqual([]);
  await mailsTo(person.email, 0);
});

test("a password link that is used while a newer one is made answers 400 without a deadlock", async () => {
  const { email } = await registered();
  await forgot(email);
  const [mail] = await mailsTo(email, 1);
  let used: Promise<{ status: number }> | undefined;
  await site.database.db.transaction().execute(async (trx) => {
    // The two steps of the job that makes the newer link.
    const { rows } = await sql<{ id: string }>`select id from users where email = ${email} for share`.execute(
      trx,
    );
    used = reset(tokenIn(mail));
    await waiting(1);
    await sql`delete from password_resets where user_id = ${rows[0]?.id}`.execute(trx);
  });
  expect((await used)?.status).toBe(400);
});
