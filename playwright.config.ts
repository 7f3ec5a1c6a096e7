import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/steps/chromium.mjs";
import { findFreePort } from "./scripts/steps/port.mjs";

// This file is read again by every worker: what the first reading chose is handed on in the environment.
process.env.E2E_PORT ??= String(await findFreePort());
const chromium = await findChromium(import.meta.dirname, process.execPath);
process.env.CHROMIUM_PATH = chromium;
// Only a name: other tools read this file, too, and the start makes the folder.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `vetura-e2e-${randomBytes(4).toString("hex")}`);
const baseURL = `http://localhost:${process.env.E2E_PORT}`;
const dataDir = process.env.E2E_DATA_DIR;

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalTeardown: "./e2e/global-teardown.ts",
  outputDir: "test-results",
  // A test that passes only at the second try has found a fault, of the test or of the product. Where nobody sits in
  // front of it, two of them a run are told and do not stop it (docs/decisions/0004).
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  workers: 2,
  fullyParallel: true,
  // Not how long a test may take, but when it is given up: a machine with other work is ten times slower.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? "list" : [["list"], ["json"]],
  use: {
    baseURL,
    locale: "sq-XK",
    timezoneId: "Europe/Belgrade",
    // Of all tests but those that are about it (offline.e2e.ts): pages of others load as from the server alone.
    serviceWorkers: "block",
    // Without snapshots: taking one fetches a photo's local preview (blob:), which the page's policy forbids.
    trace: { mode: "retain-on-failure", snapshots: false, screenshots: false, sources: true },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    {
      name: "desktop",
      testIgnore: "**/*.phone.e2e.ts",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    { name: "phone", testMatch: "**/*.phone.e2e.ts", use: { ...devices["Pixel 7"] } },
  ],
  webServer: {
    // As people start it, on an empty folder.
    // Its log is read at the end: a line that no test was to cause fails the run (e2e/global-teardown.ts).
    command: `node scripts/start.mjs > "${dataDir}.log"`,
    url: `${baseURL}/readyz`,
    timeout: 240_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    stdout: "ignore",
    stderr: "pipe",
    env: {
      NODE_ENV: "production",
      PORT: process.env.E2E_PORT,
      PUBLIC_URL: baseURL,
      DATA_DIR: dataDir,
      DEMO: "1",
      DEMO_PASSWORD: "vetura-e2e",
      // An admin whose way in one test changes (second-factor.e2e.ts); the demo's is everybody's.
      ADMIN_EMAIL: "admin.me.kod@vetura.example",
      ADMIN_PASSWORD: "vetura-e2e",
      RATE_LIMITS: "off",
    },
  },
});
