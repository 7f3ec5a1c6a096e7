import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "#contract/endpoints.ts";
import { keyPrefix, keyScopes } from "#domain/dealers/dealer-keys.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { createSeededRandom } from "#testing/seeded-random.ts";
import { freePort } from "#testing/free-port.ts";
import { createApp } from "./app.ts";
import { createLogger } from "./log.ts";
import { toPageAnswer } from "#server/pages/encoding.ts";
import { seed } from "#testing/seed.ts";
import { createFront } from "./front.ts";
import { hashSecret } from "./people/accounts/secrets.ts";
import { type HttpServer, startHttpServer } from "#server/http/http-server.ts";

expectFaults("job.failed");

/** Each may be found in no line of the log, whatever route it was sent to and whatever went wrong there. */
const canaries = {
  password: `Kanarina ${randomBytes(4).toString("hex")}!`,
  newPassword: `Kanarina-e-re ${randomBytes(4).toString("hex")}`,
  token: randomBytes(32).toString("base64url"),
  cookie: randomBytes(32).toString("base64url"),
  email: "kanarina.e.verdhe@example.com",
  phone: "+38349777123",
  phoneAsTyped: "049 777 123",
  card: "4242424242424242",
  key: "sk_live_51Kanarina0123456789",
  dealerKey: `${keyPrefix}${randomBytes(32).toString("base64url")}`,
  // One in a thousand has no digit, and most have a hyphen.
  unknownKey: `${keyPrefix}Kanarinafluturonmbidete-Kanarinakthehetsote`,
  session: "cs_live_a1Kanarina0123456789",
  words: "kanarinatypedwords",
  // Where somebody is: six decimals, which the site rounds.
  latitude: "42.671357",
};
const { dealerKey, unknownKey, ...others } = canaries;
// Keys without what all of them begin with, which may stand there; of one with a hyphen either part is too much.
const secrets = [
  ...Object.values(others),
  dealerKey.slice(keyPrefix.length),
  ...unknownKey.slice(keyPrefix.length).split("-"),
];

const lines: string[] = [];
const log = createLogger((line) => lines.push(line));
let site: TestApp;
let user: TestUser;
let server: HttpServer;
let url: string;

beforeAll(async () => {
  const [port, noMailServer] = [await freePort(), await freePort()];
  site = await createTestApp({
    log,
    env: {
      SMTP_URL: `smtp://kanarina:${canaries.newPassword.replaceAll(" ", "")}@127.0.0.1:${noMailServer}`,
    },
  });
  await site.services.start();
  user = await site.registerUser({
    isAdmin: true,
    phone: canaries.phone,
    dealerUntil: new Date(Date.now() + 86_400_000),
  });
  await site.database.db
    .insertInto("dealer_keys")
    .values({
      id: crypto.randomUUID(),
      user_id: user.id,
      name: canaries.words,
      scopes: [...keyScopes],
      hash: hashSecret(dealerKey),
      last_used_on: null,
    })
    .execute();
  const app = createApp(site.services);
  const front = createFront(log);
  front.open({
    api: (request, env) => app.fetch(request, env),
    // A page calls the API in-process, in the name of its visitor; where that fails it fails with it.
    pages: async (request) => {
      const { search } = new URL(request.url);
      const inner = await front.apiFetch(new Request(`http://localhost/api/cars/facets${search}`));
      if (request.url.includes("broken")) throw new Error("a page that nobody foresaw");
      return toPageAnswer(new Response(String(inner.status)), null);
    },
    files: () => null,
    checkReady: async () => {},
  });
  url = `http://127.0.0.1:${port}`;
  server = await startHttpServer(
    { host: "127.0.0.1", port, trustedProxies: ["127.0.0.1"], rateLimits: false },
    log,
    (request, bindings) => front.handle(request, bindings),
  );
});

afterAll(async () => {
  await server?.close(100);
  await site?.close();
});

const body = {
  ...canaries,
  password: canaries.password,
  firstName: canaries.words,
  lastName: canaries.words,
  description: `Telefono ${canaries.phoneAsTyped} ose shkruaj ${canaries.email}`,
  sellerName: canaries.words,
  sellerPhone: canaries.phone,
  sessionId: canaries.session,
  reason: "scam",
  text: canaries.words,
  businessName: canaries.words,
  phone: canaries.phone,
  price: canaries.card,
  year: canaries.phone,
};

const sent: Readonly<Record<string, string>> = {
  Cookie: `vetura_session=${canaries.cookie}; vetura_device=${canaries.cookie}; key=${dealerKey}`,
  Referer: `https://vetura.test/reset-password?token=${canaries.token}`,
  "User-Agent": `Kanarina ${canaries.email}`,
  "X-Forwarded-For": canaries.phone,
  "X-Request-Id": canaries.token,
  "Idempotency-Key": canaries.token,
  "If-Match": `"${canaries.token}"`,
  "Stripe-Signature": `t=1,v1=${canaries.token}`,
};

async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  content: unknown,
): Promise<number> {
  const hasBody = method !== "GET" && method !== "HEAD";
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: "manual",
    headers: { ...sent, ...headers, ...(hasBody ? { "Content-Type": "application/json" } : {}) },
    body: hasBody ? (typeof content === "string" ? content : JSON.stringify(content)) : null,
  });
  await response.arrayBuffer();
  return response.status;
}

const query = new URLSearchParams({
  q: `${canaries.words} ${canaries.phoneAsTyped}`,
  token: canaries.token,
  key: dealerKey,
  access_token: unknownKey,
  session_id: canaries.session,
  email: canaries.email,
  near: `${canaries.latitude},21.16`,
  within: "30",
}).toString();

/** Every route with canaries in every input: as a signed-in person, as a dealer's program, and with what is no token. */
async function sendEverywhere(): Promise<void> {
  const signedIn = { Authorization: `Bearer ${user.token}`, Cookie: "" };
  const callers = [canaries.token, dealerKey, unknownKey].map((bearer) => ({
    Authorization: `Bearer ${bearer}`,
  }));
  const random = createSeededRandom(seed);
  const forms = [body, `{"password":"${canaries.password}",`, { carData: body, amount: canaries.card }];
  for (const name of Object.keys(endpoints)) {
    const [method = "", pattern = ""] = name.split(" ");
    // The account that everything is done with is still needed.
    if (name === "POST /api/logout" || name === "DELETE /api/me") continue;
    const secret = random.pick([canaries.token, unknownKey]);
    const ids = [canaries.email, canaries.phone, secret, crypto.randomUUID()];
    const paths = ids.map((id) => pattern.replace("{id}", encodeURIComponent(id)));
    for (const path of new Set(paths)) {
      const form = random.pick(forms);
      await send(method, `${path}?${query}`, signedIn, form);
      await send(method, `${path}?${query}`, random.pick(callers), form);
    }
  }
  for (const path of [
    "/search",
    "/broken",
    `/car/${canaries.phone}`,
    `/x/${canaries.token}`,
    `/autosallon-dashboard/keys/${unknownKey}`,
    `/${canaries.email}`,
  ]) {
    await send("GET", `${path}?${query}`, {}, null);
  }
}

function found(): string[] {
  return lines.filter((line) => secrets.some((secret) => line.includes(secret)));
}

test("the log contains nothing of what people send or who they are, on any route", async () => {
  await sendEverywhere();
  expect(lines.filter((line) => line.includes('"request"')).length).toBeGreaterThan(200);
  expect(found()).toEqual([]);
}, 120_000);

test("registering, signing in, failing to sign in and changing phone and password leave no personal value in the log", async () => {
  const { email, password, newPassword, phone } = canaries;
  const account = { email, password, firstName: "Kanarina", lastName: "Zogu", phone };
  const plain = { Cookie: "", "Idempotency-Key": "" };
  expect(await send("POST", "/api/register", plain, account)).toBe(201);
  expect(await send("POST", "/api/login", plain, { email, password: newPassword })).toBe(401);
  expect(await send("POST", "/api/login", plain, { email, password })).toBe(200);
  // Its mail cannot be sent: the job fails and logs it.
  expect(await send("POST", "/api/password/forgot", plain, { email })).toBe(204);
  await expect.poll(() => lines.some((line) => line.includes("job.failed")), { timeout: 10_000 }).toBe(true);
  expect(found()).toEqual([]);
});

test("database errors whose messages contain personal values leave none of them in the log", async () => {
  const { db } = site.database;
  const before = lines.length;
  await sql`alter table sessions rename to sessions_gone`.execute(db);
  await sql`alter table users rename column email to email_gone`.execute(db);
  try {
    const { email, password } = canaries;
    expect(await send("POST", "/api/login", { Cookie: "" }, { email, password })).toBe(500);
    await sendEverywhere();
  } finally {
    await sql`alter table sessions_gone rename to sessions`.execute(db);
    await sql`alter table users rename column email_gone to email`.execute(db);
  }
  expect(lines.slice(before).filter((line) => line.includes('"error"')).length).toBeGreaterThan(0);
  expect(found()).toEqual([]);
}, 120_000);

test("a page's log line and the lines of its API calls have the same request id", async () => {
  const before = lines.length;
  await send("GET", "/broken", {}, null);
  await expect.poll(() => lines.slice(before).some((line) => line.includes('"path":"/broken"'))).toBe(true);
  const line: unknown = JSON.parse(
    lines.slice(before).find((each) => each.includes('"path":"/broken"')) ?? "{}",
  );
  expect(line).toMatchObject({ id: expect.stringMatching(/^[\da-f-]{36}$/) });
});
