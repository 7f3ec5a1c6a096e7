import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BrowserClient, newPerson } from "#testing/browser-client.ts";
import { createTestSite, type TestSite } from "#testing/test-site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await createTestSite({ RATE_LIMITS: "on" });
});
afterAll(() => site.close());

const newPassword = "një tjetër fjalëkalim";

async function registered() {
  const browser = new BrowserClient(site);
  const person = newPerson();
  expect((await browser.post("/api/register", person)).status).toBe(201);
  const set = (body: { password?: string; currentPassword?: string; firstName?: string }) =>
    browser.call("PUT", "/api/me", { body });
  /** As if all of the account's sessions had been opened so many minutes earlier. */
  const age = (minutes: number) =>
    sql`
      update sessions set created_at = created_at - make_interval(mins => ${minutes})
      where user_id = (select id from users where email = ${person.email})`.execute(site.database.db);
  const signIn = async (password: string) =>
    (await new BrowserClient(site).post("/api/login", { email: person.email, password })).status;
  return { ...person, browser, set, age, signIn };
}

test("a new password needs the present one from 15 minutes after signing in (403 password_needed)", async () => {
  const arta = await registered();
  await arta.age(14);
  expect((await arta.set({ password: newPassword })).status).toBe(200);
  await arta.age(2);
  const refused = await arta.set({ password: "edhe një tjetër" });
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({
    code: "password_needed",
    fields: { currentPassword: "Shkruani fjalëkalimin e tanishëm" },
  });
  // A change without a password does not require the present one.
  expect((await arta.set({ firstName: "Vjosa" })).status).toBe(200);
  expect(await arta.signIn(newPassword)).toBe(200);

  await arta.browser.post("/api/login", { email: arta.email, password: newPassword });
  expect((await arta.set({ password: "edhe një tjetër" })).status).toBe(200);
});

test("the present password lets an old session set a new one, and a wrong one returns 400 at its field", async () => {
  const arta = await registered();
  const wrong = await arta.set({ password: newPassword, currentPassword: "gabim" });
  expect(wrong.status).toBe(400);
  expect(wrong.body).toMatchObject({
    code: "validation_failed",
    fields: { currentPassword: "Fjalëkalimi nuk është i saktë" },
  });
  await arta.age(60);
  expect((await arta.set({ password: newPassword, currentPassword: "gabim" })).status).toBe(400);
  expect(await arta.signIn(arta.password)).toBe(200);
  expect((await arta.set({ password: newPassword, currentPassword: arta.password })).status).toBe(200);
  expect(await arta.signIn(newPassword)).toBe(200);
  expect(await arta.signIn(arta.password)).toBe(401);
});

test("of 15 guesses at the present password ten are checked", async () => {
  const arta = await registered();
  await arta.age(60);
  const statuses: number[] = [];
  for (let index = 0; index < 15; index += 1)
    statuses.push((await arta.set({ password: newPassword, currentPassword: `guess ${index}` })).status);
  expect(statuses).toEqual([
    ...Array.from({ length: 10 }, () => 400),
    ...Array.from({ length: 5 }, () => 429),
  ]);
});

test("of two sessions that set a password at once, the one that the other ended sets none", async () => {
  const arta = await registered();
  const elsewhere = new BrowserClient(site);
  await elsewhere.post("/api/login", { email: arta.email, password: arta.password });
  const passwords = ["fjalëkalimi këtu", "fjalëkalimi atje"] as const;
  const statuses = await Promise.all([
    arta.set({ password: passwords[0] }).then(({ status }) => status),
    elsewhere.call("PUT", "/api/me", { body: { password: passwords[1] } }).then(({ status }) => status),
  ]);
  expect(new Set(statuses)).toEqual(new Set([200, 401]));
  expect(await arta.signIn(passwords[statuses.indexOf(200)] ?? "")).toBe(200);
  expect(await arta.signIn(passwords[statuses.indexOf(401)] ?? "")).toBe(401);
});

test.each(["12345678", "Password1", "QWERTY123"])(
  "%s is refused in the profile and causes a warning at registration",
  async (password) => {
    const arta = await registered();
    const refused = await arta.set({ password, currentPassword: arta.password });
    expect(refused.status).toBe(400);
    expect(Object(refused.body).fields.password).toContain("më të përdorurit");
    expect(await arta.signIn(arta.password)).toBe(200);

    const answer = await new BrowserClient(site).post("/api/register", newPerson({ password }));
    expect(answer.status).toBe(201);
    expect(Object(answer.body).passwordWarning).toContain("më të përdorurit");
  },
);

test("a password that is not common causes no warning", async () => {
  const { status, body } = await new BrowserClient(site).post("/api/register", newPerson());
  expect(status).toBe(201);
  expect(Object.keys(Object(body)).toSorted()).toEqual(["token", "user"]);
});
