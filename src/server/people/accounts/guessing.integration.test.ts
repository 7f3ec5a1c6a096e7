import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BrowserClient, newPerson } from "#testing/browser-client.ts";
import { insertUser } from "./accounts.queries.ts";
import { hashPassword } from "./passwords.ts";
import { createTestSite, type TestProcess, type TestSite } from "#testing/test-site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await createTestSite({ RATE_LIMITS: "on", TRUSTED_PROXIES: "10.0.0.1" });
});
afterAll(() => site.close());

async function registered() {
  const browser = new BrowserClient(site);
  const { email, password, ...person } = newPerson();
  expect((await browser.post("/api/register", { ...person, email, password })).status).toBe(201);
  return { browser, email, password };
}

const addressNumber = (index: number) => `198.51.${Math.floor(index / 250) % 250}.${(index % 250) + 1}`;

/** Wrong passwords from ever other addresses; how many of them were looked at at all. */
async function guess(email: string, tries: number, processes: readonly TestProcess[]): Promise<number> {
  let checked = 0;
  for (let from = 0; from < tries; from += 100) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(100, tries - from) }, (_, offset) => {
        const index = from + offset;
        const stranger = new BrowserClient(site, addressNumber(index));
        return stranger.post(
          "/api/login",
          { email, password: `guess ${index}` },
          {
            process: processes[index % processes.length] ?? site,
            headers: { "x-forwarded-for": addressNumber(index * 7), "x-real-ip": addressNumber(index * 3) },
          },
        );
      }),
    );
    for (const { status, headers } of answers) {
      expect([401, 429]).toContain(status);
      if (status === 401) checked += 1;
      else expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  }
  return checked;
}

test("of 10,000 guesses at one account from many addresses on two processes only a handful is checked", async () => {
  const owner = await registered();
  const checked = await guess(owner.email, 10_000, [site, site.addProcess()]);
  expect(checked).toBeGreaterThan(0);
  expect(checked).toBeLessThanOrEqual(100);

  // A stranger with the right password is turned away, too: it may be the ten-thousand-and-first guess.
  const { email, password } = owner;
  expect((await new BrowserClient(site).post("/api/login", { email, password })).status).toBe(429);
  // The owner's own browser still gets in, also when it has to try twice.
  await owner.browser.post("/api/logout");
  expect((await owner.browser.post("/api/login", { email, password: "mistyped" })).status).toBe(401);
  expect((await owner.browser.post("/api/login", { email, password })).status).toBe(200);
}, 120_000);

test("an unknown e-mail has the same login limits as a known one", async () => {
  const checked = await guess("nobody.at.all@example.com", 100, [site]);
  const owner = await registered();
  expect(await guess(owner.email, 100, [site])).toBe(checked);
});

test("a daily limit stops guesses that wait for the next window", async () => {
  const owner = await registered();
  let checked = 0;
  for (let round = 0; round < 12; round += 1) {
    await sql`update rate_limits set expire = 0 where key like 'login:s:900:%'`.execute(site.database.db);
    // A process that has refused nothing yet, as after 15 minutes.
    checked += await guess(owner.email, 20, [site.addProcess()]);
  }
  expect(checked).toBeGreaterThan(20);
  expect(checked).toBeLessThanOrEqual(100);
}, 60_000);

test("a right password does not count towards the login limit", async () => {
  const { email, password } = await registered();
  for (let index = 0; index < 12; index += 1) {
    expect((await new BrowserClient(site).post("/api/login", { email, password })).status).toBe(200);
  }
});

test("a known device has its own login limit, and an unknown device cookie counts as a stranger's", async () => {
  const owner = await registered();
  await guess(owner.email, 20, [site]);
  const planted = new BrowserClient(site);
  planted.cookies.set("vetura_device", "A".repeat(43));
  expect((await planted.post("/api/login", { email: owner.email, password: owner.password })).status).toBe(
    429,
  );
  const somebodyElse = await registered();
  const device = somebodyElse.browser.cookies.get("vetura_device") ?? "";
  planted.cookies.set("vetura_device", device);
  expect((await planted.post("/api/login", { email: owner.email, password: owner.password })).status).toBe(
    429,
  );
  const statuses = new Set<number>();
  for (let index = 0; index < 25; index += 1) {
    statuses.add((await owner.browser.post("/api/login", { email: owner.email, password: "no" })).status);
  }
  expect(statuses).toEqual(new Set([401, 429]));
});

test("a hundred people behind one mobile address can mistype and sign in", async () => {
  const passwordHash = await hashPassword("fjalëkalimi");
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const { firstName, lastName, email } = newPerson();
      await insertUser(site.database.db, { firstName, lastName, email, phone: null, passwordHash });
      const phone = new BrowserClient(site);
      const mistyped = await phone.post("/api/login", { email, password: "fjalekalimi" });
      const login = await phone.post("/api/login", { email, password: "fjalëkalimi" });
      const forgot = await phone.post("/api/password/forgot", { email });
      return [mistyped.status, login.status, forgot.status].join(" ");
    }),
  );
  expect(new Set(statuses)).toEqual(new Set(["401 200 204"]));
}, 60_000);

test("behind a trusted proxy the forwarded address counts, and failures at many accounts have a generous limit", async () => {
  const tryOne = async (address: string, number: number) => {
    const headers = { "x-forwarded-for": `1.2.3.${number}, ${address}` };
    const body = { email: `spray.${number}@example.com`, password: "123456" };
    return (await new BrowserClient(site, "10.0.0.1").post("/api/login", body, { headers })).status;
  };
  expect(await tryOne("192.0.2.77", 0)).toBe(401);
  const { numAffectedRows } = await sql`
    update rate_limits set points = points + 490 where key like 'login:a:%:192.0.2.77'`.execute(
    site.database.db,
  );
  expect(numAffectedRows).toBe(1n);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => tryOne("192.0.2.77", index + 1)),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(9);
  expect(statuses.filter((status) => status === 429)).toHaveLength(11);
  expect(await tryOne("192.0.2.78", 30)).toBe(401);
});

test("guessing the password of a stolen session by deleting the account is limited", async () => {
  const { browser } = await registered();
  const statuses: number[] = [];
  for (let index = 0; index < 15; index += 1) {
    statuses.push((await browser.call("DELETE", "/api/me", { body: { password: `guess ${index}` } })).status);
  }
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});
