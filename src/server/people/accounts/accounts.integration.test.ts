import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { user as userSchema, userStatus } from "#contract/accounts.ts";
import { BrowserClient, newPerson } from "#testing/browser-client.ts";
import { createTestSite, type TestSite } from "#testing/test-site.ts";

let site: TestSite;

beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

async function signedIn(overrides: Record<string, unknown> = {}) {
  const browser = new BrowserClient(site);
  const person = newPerson(overrides);
  const { status, body } = await browser.post("/api/register", person);
  expect(status).toBe(201);
  const { user } = Object(body);
  return Object.assign(browser, {
    email: person.email,
    password: person.password,
    id: String(Object(user).id),
  });
}

const count = async (table: string, where: string) => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(site.database.db);
  return rows[0]?.n;
};

async function insertCar(ownerId: string, state: "active" | "sold" | "archived"): Promise<string> {
  const id = uuidv7();
  await site.database.db
    .insertInto("cars")
    .values({
      id,
      owner_id: ownerId,
      state,
      sold_at: state === "sold" ? new Date() : null,
      archived_at: state === "archived" ? new Date() : null,
      archived_from: state === "archived" ? "active" : null,
      brand: "Audi",
      model: "A4",
      year: 2018,
      type: "Sedan",
      price: 15_000,
      mileage: 120_000,
      fuel: "Diesel",
      origin: null,
      transmission: "Manual",
      condition: null,
      location: "Prishtinë",
      description: "Veturë e mirë",
      seller_name: "Arta",
      seller_phone: "+38344123456",
      customs_paid: null,
      registered_until: null,
      engine_size: null,
      power: null,
      color: null,
      negotiable: null,
    })
    .execute();
  return id;
}

test("POST /api/register opens an account and a session and returns nothing of the password", async () => {
  const browser = new BrowserClient(site);
  const person = newPerson({ email: "  Arta.Krasniqi@Example.COM ", phone: "044 123 456" });
  const { status, body, text } = await browser.post("/api/register", person);
  expect(status).toBe(201);
  expect(Object.keys(Object(body)).toSorted()).toEqual(["token", "user"]);
  const user = userSchema.strict().parse(Object(body).user);
  expect(user).toMatchObject({
    firstName: "Arta",
    email: "arta.krasniqi@example.com",
    phone: "+38344123456",
    isDealer: false,
    isAdmin: false,
    stripeCustomerId: null,
    dealerSubscription: null,
  });
  expect(text).not.toMatch(/argon2|password/);
  expect((await browser.get("/api/me")).body).toEqual(user);
});

test("POST /api/register returns the message of the first wrong field in the specification's order", async () => {
  const empty = await new BrowserClient(site).post("/api/register", {});
  expect(empty.status).toBe(400);
  expect(empty.body).toMatchObject({
    code: "validation_failed",
    message: "Emri është i detyrueshëm!",
    fields: {
      lastName: "Mbiemri është i detyrueshëm!",
      email: "Email-i është i detyrueshëm!",
      password: "Fjalëkalimi është i detyrueshëm!",
    },
  });
  const short = await new BrowserClient(site).post("/api/register", newPerson({ password: "12345" }));
  expect(short.body).toMatchObject({ message: "Fjalëkalimi duhet të ketë të paktën 6 karaktere!" });
});

test("a name's line breaks and control characters become one space", async () => {
  const odd = { firstName: "Arta\r\n\u0007Bcc:", lastName: " Kras\u2028\u0085niqi\n" };
  const stored = { firstName: "Arta Bcc:", lastName: "Kras niqi" };
  const browser = await signedIn(odd);
  expect((await browser.get("/api/me")).body).toMatchObject(stored);
  const changed = await browser.call("PUT", "/api/me", {
    body: { firstName: "Drita\n\nE", lastName: "\tKelmendi" },
  });
  expect(changed.body).toMatchObject({ firstName: "Drita E", lastName: "Kelmendi" });
  const empty = await browser.call("PUT", "/api/me", { body: { firstName: "\u0000\n" } });
  expect(empty.body).toMatchObject({ fields: { firstName: "Emri është i detyrueshëm!" } });
});

test("unknown keys such as isAdmin are refused by name, so that nobody becomes an admin or a dealer", async () => {
  for (const key of [
    "isAdmin",
    "isDealer",
    "is_admin",
    "dealerUntil",
    "stripeCustomerId",
    "id",
    "passwordHash",
  ]) {
    const answer = await new BrowserClient(site).post("/api/register", newPerson({ [key]: true }));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ fields: { [key]: `Fushë e panjohur: ${key}` } });
  }
  const browser = await signedIn();
  expect((await browser.call("PUT", "/api/me", { body: { isAdmin: true } })).status).toBe(400);
  expect((await browser.call("PUT", "/api/me", { body: { email: "new@example.com" } })).status).toBe(400);
});

test("a body that is not JSON, not an object or too large gets a clear error", async () => {
  const browser = new BrowserClient(site);
  for (const body of ["", "{", "[]", "null", '"text"', "\u0000"]) {
    expect((await browser.post("/api/register", body)).status).toBe(400);
    expect((await browser.post("/api/login", body)).status).toBe(400);
  }
  expect((await browser.post("/api/login", `{"email":"${"a".repeat(1_000_000)}"}`)).status).toBe(413);
});

test("20 registrations of one e-mail at once create one account and one session", async () => {
  const { email, ...person } = newPerson();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      new BrowserClient(site).post("/api/register", {
        ...person,
        email: index % 2 === 0 ? email : email.toUpperCase(),
      }),
    ),
  );
  const statuses = answers.map(({ status }) => String(status)).toSorted();
  expect(statuses).toEqual(["201", ...Array.from({ length: 19 }, () => "409")]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "email_taken",
    message: "Ky email është i regjistruar tashmë",
  });
  expect(await count("users", `email = '${email}'`)).toBe(1);
  expect(await count("sessions", `user_id = (select id from users where email = '${email}')`)).toBe(1);
});

test("POST /api/login ignores the e-mail's case and the password's Unicode form", async () => {
  const { email } = await signedIn({ password: "Gjakovë ëç 2026".normalize("NFC") });
  const answer = await new BrowserClient(site).post("/api/login", {
    email: ` ${email.toUpperCase()} `,
    password: "Gjakovë ëç 2026".normalize("NFD"),
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ user: { email } });
});

test("POST /api/login answers a wrong password and an unknown e-mail with the same bytes", async () => {
  const { email, password } = await signedIn();
  const answers = await Promise.all(
    [
      { email, password: "wrong password" },
      { email: "nobody@example.com", password },
      { email, password: "x".repeat(100_000) },
      { email, password: `${password} ` },
      { email: "not an address", password },
    ].map((body) => new BrowserClient(site).post("/api/login", body)),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(answer.text).toBe('{"message":"Email ose fjalëkalim i gabuar","code":"wrong_credentials"}');
    expect([...answer.headers]).toEqual([...(answers[0]?.headers ?? [])]);
  }
});

test("a profile change changes only the fields that were sent", async () => {
  const browser = await signedIn({ phone: "044 123 456" });
  const renamed = await browser.call("PUT", "/api/me", { body: { firstName: " Blerta " } });
  expect(renamed.status).toBe(200);
  expect(renamed.body).toMatchObject({ firstName: "Blerta", lastName: "Krasniqi", phone: "+38344123456" });
  const without = await browser.call("PUT", "/api/me", { body: { phone: "" } });
  expect(without.body).toMatchObject({ firstName: "Blerta", phone: null });
  const wrong = await browser.call("PUT", "/api/me", {
    body: { phone: "12", lastName: "", password: "1234567" },
  });
  expect(wrong.status).toBe(400);
  expect(Object(wrong.body).fields).toEqual({
    lastName: "Mbiemri është i detyrueshëm!",
    phone: "Numri i telefonit nuk është i vlefshëm",
    password: "Fjalëkalimi duhet të ketë të paktën 8 karaktere",
  });
  expect((await browser.call("PUT", "/api/me", { body: {} })).body).toEqual(without.body);
});

test("a new password ends all other sessions and replaces the old password", async () => {
  const here = await signedIn();
  const elsewhere = new BrowserClient(site);
  await elsewhere.post("/api/login", { email: here.email, password: here.password });
  expect((await elsewhere.get("/api/me")).status).toBe(200);
  const changed = await here.call("PUT", "/api/me", { body: { password: "një tjetër fjalëkalim" } });
  expect(changed.status).toBe(200);
  expect((await elsewhere.get("/api/me")).status).toBe(401);
  expect((await elsewhere.post("/api/refresh-token")).status).toBe(401);
  expect((await here.get("/api/me")).status).toBe(200);
  const login = (password: string) =>
    new BrowserClient(site).post("/api/login", { email: here.email, password });
  expect((await login(here.password)).status).toBe(401);
  expect((await login("një tjetër fjalëkalim")).status).toBe(200);
});

test("a login with the old password that is under way opens no session once the new password is set", async () => {
  const here = await signedIn();
  const [changed, ...logins] = await Promise.all([
    here.call("PUT", "/api/me", { body: { password: "një tjetër fjalëkalim" } }),
    ...Array.from({ length: 6 }, async () => {
      const browser = new BrowserClient(site);
      const { status } = await browser.post("/api/login", { email: here.email, password: here.password });
      return { browser, status };
    }),
  ]);
  expect(changed?.status).toBe(200);
  for (const { browser } of logins) expect((await browser.get("/api/me")).status).toBe(401);
});

test("the account's status counts active and sold cars and names the next listing's price", async () => {
  const browser = await signedIn();
  const status = async () => userStatus.strict().parse((await browser.get("/api/me/status")).body);
  expect(await status()).toEqual({
    carCount: 0,
    activeCars: 0,
    soldCars: 0,
    isDealer: false,
    dealerSubscription: null,
    isFirstCarFree: true,
    nextCarPrice: 0,
  });
  const car = await insertCar(browser.id, "active");
  await insertCar(browser.id, "sold");
  await insertCar(browser.id, "archived");
  await site.database.db.insertInto("free_cars").values({ user_id: browser.id, car_id: car }).execute();
  expect(await status()).toMatchObject({
    carCount: 2,
    activeCars: 1,
    soldCars: 1,
    isFirstCarFree: false,
    nextCarPrice: 3,
  });
});

test("an account is a dealer exactly while its subscription runs, and a lapsed dealer pays for every car", async () => {
  const browser = await signedIn();
  const until = async (when: string) => {
    await sql`update users set dealer_until = ${sql.raw(when)} where id = ${browser.id}`.execute(
      site.database.db,
    );
    const { body: me } = await browser.get("/api/me");
    const { body: status } = await browser.get("/api/me/status");
    return { me: userSchema.parse(me), status: userStatus.parse(status) };
  };
  const active = await until("now() + interval '1 day'");
  expect(active.me).toMatchObject({ isDealer: true, dealerSubscription: { active: true } });
  expect(active.me.dealerSubscription?.expiresAt).toMatch(/^20\d\d-/);
  expect(active.status).toMatchObject({ isDealer: true, nextCarPrice: 0 });
  const late = await until("'infinity'");
  expect(late.me).toMatchObject({ isDealer: true, dealerSubscription: { active: true, expiresAt: null } });
  const lapsed = await until("now() - interval '1 second'");
  expect(lapsed.me).toMatchObject({ isDealer: false, dealerSubscription: { active: false } });
  expect(lapsed.status).toMatchObject({ isDealer: false, isFirstCarFree: false, nextCarPrice: 3 });
  await sql`update users set is_dealer_by_hand = true where id = ${browser.id}`.execute(site.database.db);
  expect((await browser.get("/api/me")).body).toMatchObject({ isDealer: true });
});

test("deleting an account requires its password, deletes cars and sessions and leaves photos and payments without an owner", async () => {
  const browser = await signedIn();
  const { db } = site.database;
  const car = await insertCar(browser.id, "active");
  const photo = uuidv7();
  const payment = uuidv7();
  await db
    .insertInto("photos")
    .values({ id: photo, owner_id: browser.id, width: 1, height: 1, thumbhash: "" })
    .execute();
  await db.insertInto("car_photos").values({ car_id: car, photo_id: photo, position: 0 }).execute();
  await db
    .insertInto("payments")
    .values({
      id: payment,
      user_id: browser.id,
      kind: "car",
      stripe_session_id: null,
      amount_cents: 300,
      car_id: car,
      car_data: JSON.stringify({ sellerPhone: "+38344123456" }),
    })
    .execute();

  const wrong = await browser.call("DELETE", "/api/me", { body: { password: "not this one" } });
  expect(wrong.status).toBe(403);
  expect(wrong.body).toMatchObject({ code: "wrong_password", message: "Fjalëkalimi nuk është i saktë" });
  expect((await browser.call("DELETE", "/api/me")).status).toBe(400);
  expect((await browser.get("/api/me")).status).toBe(200);

  const cookies = new Map(browser.cookies);
  expect((await browser.call("DELETE", "/api/me", { body: { password: browser.password } })).status).toBe(
    204,
  );
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  expect((await browser.get("/api/me")).status).toBe(401);
  expect((await browser.get("/api/me", { bearer: null })).status).toBe(401);
  expect(await count("cars", `id = '${car}'`)).toBe(0);
  expect(await count("sessions", `user_id = '${browser.id}'`)).toBe(0);
  expect(await count("photos", `id = '${photo}' and owner_id is null`)).toBe(1);
  expect(await count("payments", `id = '${payment}' and user_id is null and car_data is null`)).toBe(1);
  const again = await new BrowserClient(site).post("/api/login", {
    email: browser.email,
    password: browser.password,
  });
  expect(again.status).toBe(401);
});

test("GET /api/me/export holds all of the person's data and no secret", async () => {
  const browser = await signedIn({ phone: "+383 44 123 456" });
  await insertCar(browser.id, "archived");
  const { status, body, text } = await browser.get("/api/me/export");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    account: { email: browser.email, phone: "+38344123456" },
    cars: [{ brand: "Audi", sellerPhone: "+38344123456", deleted: true }],
    sessions: [{}],
    payments: [],
  });
  expect(text).not.toMatch(/hash|argon2/i);
});

test("every endpoint for signed-in users returns 401 to a guest", async () => {
  const guest = new BrowserClient(site);
  for (const [method, path] of [
    ["GET", "/api/me"],
    ["PUT", "/api/me"],
    ["DELETE", "/api/me"],
    ["GET", "/api/me/status"],
    ["GET", "/api/me/export"],
  ] as const) {
    const answer = await guest.call(method, path, method === "GET" ? {} : { body: { password: "abcdefgh" } });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: "Duhet të hyni në llogarinë tuaj", code: "not_signed_in" });
  }
});

test("text that the database cannot store never returns a 5xx", async () => {
  const browser = await signedIn();
  const odd = ["a\u0000b", "\u0000", "\uD800", "a".repeat(10_000)];
  for (const text of odd) {
    const calls = [
      browser.post("/api/register", newPerson({ firstName: text })),
      browser.post("/api/register", newPerson({ email: `${text}@example.com` })),
      browser.post("/api/login", { email: text, password: text }),
      browser.call("PUT", "/api/me", { body: { lastName: text, phone: text } }),
      browser.post("/api/password/forgot", { email: text }),
      browser.post("/api/password/reset", { token: text, password: "fjalëkalim" }),
      browser.call("DELETE", "/api/me", { body: { password: text } }),
    ];
    for (const { status } of await Promise.all(calls)) expect([201, 400, 401, 403]).toContain(status);
  }
});
