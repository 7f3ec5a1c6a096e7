import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { type SandboxProcess, startSandboxProcess } from "./sandbox-process.ts";

expectFaults("sandbox.ended");

let dataDir: string;
let sandbox: SandboxProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "vetura-sandbox-"));
  sandbox = await startSandboxProcess({
    dataDir,
    port: null,
    firstPort: 20_000 + Math.floor(Math.random() * 20_000),
    webhookUrl: "http://127.0.0.1:9/api/payment/webhook",
    log: watchedLog,
  });
});
afterAll(async () => {
  await sandbox.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function connect(): Stripe {
  const { secretKey, address } = sandbox.access;
  return new Stripe(secretKey, { ...address, telemetry: false, maxNetworkRetries: 0 });
}

const order: Stripe.Checkout.SessionCreateParams = {
  mode: "payment",
  line_items: [
    { quantity: 1, price_data: { currency: "usd", unit_amount: 300, product_data: { name: "Publikimi" } } },
  ],
  success_url: "http://localhost:3000/payment/success",
};

test("the sandbox process works with Stripe's library and writes its address into the data folder", async () => {
  const session = await connect().checkout.sessions.create(order);
  expect(session.amount_total).toBe(300);
  const access: unknown = JSON.parse(await readFile(join(dataDir, "sandbox", "access.json"), "utf8"));
  expect(access).toMatchObject({ url: sandbox.url, secretKey: sandbox.access.secretKey });
});

test("a restarted sandbox listens on the same port, so that open card pages still work", async () => {
  const { url } = sandbox;
  await sandbox.stop();
  sandbox = await startSandboxProcess({
    dataDir,
    port: null,
    firstPort: 41_000 + Math.floor(Math.random() * 10_000),
    webhookUrl: "http://127.0.0.1:9/api/payment/webhook",
    log: watchedLog,
  });
  expect(sandbox.url).toBe(url);
});

test("a signal to all processes of the terminal leaves the sandbox to the product", async () => {
  const before = sandbox.pid();
  if (before === null) throw new Error("the sandbox does not run");
  process.kill(before, "SIGTERM");
  process.kill(before, "SIGINT");
  expect((await connect().checkout.sessions.create(order)).amount_total).toBe(300);
  expect(sandbox.pid()).toBe(before);
});

test("a killed sandbox restarts on the same port with all its data", async () => {
  const session = await connect().checkout.sessions.create(order);
  const before = sandbox.pid();
  if (before === null) throw new Error("the sandbox does not run");
  process.kill(before, "SIGKILL");
  await vi.waitFor(
    async () => {
      expect(sandbox.pid()).not.toBe(before);
      expect((await connect().checkout.sessions.retrieve(session.id)).id).toBe(session.id);
    },
    { timeout: 20_000, interval: 100 },
  );
});

test("a sandbox that never reports its port is ended, and the start fails with the reason", async () => {
  const start = startSandboxProcess({
    dataDir: join(dataDir, "silent"),
    port: null,
    firstPort: 20_000 + Math.floor(Math.random() * 20_000),
    webhookUrl: "http://127.0.0.1:9/api/payment/webhook",
    log: watchedLog,
    program: fileURLToPath(new URL("../../../../testing/unresponsive-process.ts", import.meta.url)),
    startTimeout: 200,
  });
  await expect(start).rejects.toThrow("did not start in time");
});
