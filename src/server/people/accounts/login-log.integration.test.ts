import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createLogger } from "#server/log.ts";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { newPerson } from "#testing/browser-client.ts";
import { logFailedLogin } from "./login-log.ts";

const lines: string[] = [];
const log = createLogger((line) => lines.push(line));
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ log });
});
afterAll(() => app.close());

const failure = z.object({
  event: z.literal("login.failed"),
  why: z.string(),
  triedAccount: z.string(),
  network: z.string(),
});

const failures = () =>
  lines.filter((line) => line.includes("login.failed")).map((line) => failure.parse(JSON.parse(line)));

test("each failed login writes one log line with stable hashes of account and network and nothing else", async () => {
  const person = newPerson();
  await app.call("POST /api/register", { body: person });
  const tries = [person.email, person.email, "askush@example.com"];
  for (const email of tries)
    expect((await app.call("POST /api/login", { body: { email, password: "gabim-krejt" } })).status).toBe(
      401,
    );
  expect(
    (await app.call("POST /api/login", { body: { email: person.email, password: person.password } })).status,
  ).toBe(200);
  const [first, second, third, ...more] = failures();
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    why: "wrong_credentials",
    triedAccount: second?.triedAccount,
    network: third?.network,
  });
  expect(third?.triedAccount).not.toBe(first?.triedAccount);
  for (const { triedAccount, network } of failures()) {
    expect(triedAccount).toMatch(/^h[\da-f]{15}$/);
    expect(network).toMatch(/^h[\da-f]{15}$/);
  }
  expect(lines.join("")).not.toMatch(/@example|gabim-krejt|127\.0\.0/);
});

test("addresses of one network have one hash, on every process, and other networks have others", async () => {
  const addresses = [
    "198.51.100.7",
    "198.51.100.200",
    "198.51.101.7",
    "2001:db8:1:2::1",
    "2001:db8:1:2:3::4",
    "2001:db8:1:3::1",
  ];
  const before = failures().length;
  for (const address of addresses) {
    const attempt = { email: "arta@example.com", address, knownDevice: false };
    await logFailedLogin({ siteKey: app.services.ctx.siteKey, log }, attempt, "wrong_credentials");
  }
  const found = failures().slice(before);
  const [a, b, c, d, e, f] = found.map(({ network }) => network);
  expect(a).toBe(b);
  expect(d).toBe(e);
  expect(new Set([a, c, d, f]).size).toBe(4);
  expect(new Set(found.map(({ triedAccount }) => triedAccount)).size).toBe(1);
});
