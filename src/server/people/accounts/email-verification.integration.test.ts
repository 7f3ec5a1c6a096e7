import { readdir } from "node:fs/promises";
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

async function registered(overrides: Record<string, unknown> = {}) {
  const browser = new BrowserClient(site);
  const { email, password, ...person } = newPerson(overrides);
  const answer = await browser.post("/api/register", { ...person, email, password });
  expect(answer.body).toMatchObject({ user: { emailVerified: false } });
  return Object.assign(browser, { email, password, id: String(Object(Object(answer.body).user).id) });
}
type Person = Awaited<ReturnType<typeof registered>>;

const tokenIn = (mail: ReadMail | undefined) =>
  /\/verify-email\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";

/** The mails with a link for this address, once there are so many. */
function linksTo({ email }: { email: string }, number: number): Promise<ReadMail[]> {
  return vi.waitFor(
    async () => {
      const mails = await readOutbox(join(site.dataDir, "outbox"));
      const links = mails.filter((mail) => mail.to === email && tokenIn(mail) !== "");
      expect(links).toHaveLength(number);
      return links;
    },
    { timeout: 10_000, interval: 50 },
  );
}

/** Those of a scheduled minute count, too: longer than the second that is usual. */
async function noJobsWait(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from graphile_worker.jobs`.execute(
      site.database.db,
    );
    expect(rows[0]?.n).toBe(0);
  }, 20_000);
}

const verify = (token: string, browser = new BrowserClient(site)) =>
  browser.post("/api/verify-email", { token });
const isVerified = async (person: Person) => Object(Object(await person.get("/api/me")).body).emailVerified;

test("the verification link of the registration mail works once, without a session, and is stored as a hash", async () => {
  const person = await registered();
  const [mail] = await linksTo(person, 1);
  const token = tokenIn(mail);
  expect(mail?.subject).toBe("Konfirmoni email-in tuaj në Vetura Ime");
  expect(mail?.html).toContain(`href="${site.publicUrl}/verify-email?token=${token}"`);
  expect(mail?.text).toContain("7 ditë");
  expect((await readdir(join(site.dataDir, "outbox"))).some((name) => name.startsWith("verify-"))).toBe(true);
  const { rows } = await sql<{ row: string }>`select v::text as row from email_verifications v`.execute(
    site.database.db,
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(token);

  expect((await verify(token)).status).toBe(204);
  expect(await isVerified(person)).toBe(true);
  expect(await verify(token)).toMatchObject({
    status: 400,
    body: { code: "verify_link_invalid", message: "Kjo lidhje nuk vlen më, ose është përdorur tashmë." },
  });
});

test("a verification link used many times at once counts once, and opening the page or a made-up token verifies nothing", async () => {
  const person = await registered();
  const [mail] = await linksTo(person, 1);
  expect((await verify("x".repeat(43))).body).toMatchObject({ code: "verify_link_invalid" });
  expect((await person.get(`/api/verify-email?token=${tokenIn(mail)}`)).status).toBe(404);
  expect(await isVerified(person)).toBe(false);
  const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await verify(tokenIn(mail))).status));
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(3);
});

test("a verification link is valid for seven days beside newer ones", async () => {
  const person = await registered();
  const [first] = await linksTo(person, 1);
  const age = (days: number) =>
    sql`
      update email_verifications set expires_at = expires_at - make_interval(days => ${days}) where user_id = ${person.id}`.execute(
      site.database.db,
    );
  await age(7);
  expect((await verify(tokenIn(first))).status).toBe(400);
  expect((await person.post("/api/verify-email/resend")).status).toBe(204);
  const second = (await linksTo(person, 2)).find((mail) => tokenIn(mail) !== tokenIn(first));
  await age(-1);
  expect((await verify(tokenIn(first))).status).toBe(204);
  // The address is verified already: the other link has no effect.
  expect((await verify(tokenIn(second))).status).toBe(204);
});

test("a signed-in person can request the verification mail five times an hour until the address is verified", async () => {
  const person = await registered();
  expect((await new BrowserClient(site).post("/api/verify-email/resend")).status).toBe(401);
  for (let sent = 2; sent <= 5; sent += 1)
    expect((await person.post("/api/verify-email/resend")).status).toBe(204);
  const refused = await person.post("/api/verify-email/resend");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  const [mail] = await linksTo(person, 5);
  await verify(tokenIn(mail));
  expect((await person.post("/api/verify-email/resend")).status).toBe(204);
  await noJobsWait();
  await linksTo(person, 5);
});

test("an address that is registered and deleted repeatedly gets no more mails than others", async () => {
  const { email } = newPerson();
  for (let round = 0; round < 7; round += 1) {
    const person = await registered({ email });
    expect((await person.call("DELETE", "/api/me", { body: { password: person.password } })).status).toBe(
      204,
    );
  }
  await noJobsWait();
  const mails = await readOutbox(join(site.dataDir, "outbox"));
  expect(mails.filter((mail) => mail.to === email).length).toBeLessThanOrEqual(5);
});

test("setting a password by the mailed link also verifies the address", async () => {
  const person = await registered();
  await linksTo(person, 1);
  await person.post("/api/password/forgot", { email: person.email });
  const token = await vi.waitFor(async () => {
    const mails = await readOutbox(join(site.dataDir, "outbox"));
    const found = mails
      .filter(({ to }) => to === person.email)
      .map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1])
      .find((one) => one !== undefined);
    expect(found).toBeDefined();
    return found;
  });
  expect((await person.post("/api/password/reset", { token, password: "fjalëkalimi i ri" })).status).toBe(
    204,
  );
  await person.post("/api/login", { email: person.email, password: "fjalëkalimi i ri" });
  expect(await isVerified(person)).toBe(true);
});

test("a changed address is unverified again, and links to the old address verify nothing", async () => {
  const [person, admin] = [await registered(), await registered()];
  await sql`update users set is_admin = true where id = ${admin.id}`.execute(site.database.db);
  const [mail] = await linksTo(person, 1);
  await person.post("/api/verify-email/resend");
  const unused = (await linksTo(person, 2)).find((one) => tokenIn(one) !== tokenIn(mail));
  await verify(tokenIn(mail));
  const shown = await admin.get(`/api/admin/users/${person.id}`);
  expect(shown.body).toMatchObject({ emailVerified: true });

  const moved = await admin.call("PUT", `/api/admin/users/${person.id}`, {
    body: { email: `moved-${person.email}` },
  });
  expect(moved.body).toMatchObject({ email: `moved-${person.email}`, emailVerified: false });
  expect((await verify(tokenIn(unused))).status).toBe(400);
  expect(await isVerified(person)).toBe(false);
});

test("no endpoint refuses an account for its unverified address", async () => {
  const person = await registered();
  expect((await person.call("PUT", "/api/me", { body: { firstName: "Drita" } })).status).toBe(200);
  expect((await person.post("/api/saved-searches", { query: "brand=Audi" })).status).toBe(201);
  expect((await person.post("/api/password/forgot", { email: person.email })).status).toBe(204);
});
