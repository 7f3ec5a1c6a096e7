import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import base from "./playwright.config.ts";

// Every screen in every state (e2e/states.ts): pictures of them, axe on each, a reload of each, and whether
// buttons have room for their words; and what changes the whole site; of a new one, or of the one at SITE_URL,
// whose demo logins have DEMO_PASSWORD.
const running = process.env.SITE_URL?.replace(/\/$/, "");
const { webServer, ...others } = base;

export default defineConfig({
  ...others,
  ...(running === undefined && webServer !== undefined ? { webServer } : {}),
  testDir: "e2e",
  testMatch: "**/*.states.ts",
  use: {
    ...base.use,
    ...(running === undefined ? {} : { baseURL: running }),
    trace: "off",
    screenshot: "off",
  },
  projects: [
    {
      name: "screenshots",
      metadata: { folder: join(import.meta.dirname, "screenshots") },
      grepInvert: / 360 /,
      use: { ...devices["Desktop Chrome"] },
    },
    // The widths that QUALITY names.
    { name: "axe", grepInvert: / (360|768) /, use: { ...devices["Desktop Chrome"] } },
    { name: "words", grep: / 360 /, use: { ...devices["Desktop Chrome"] } },
    // What moves the provider's clock, or the operator's settings, for all the site: nothing else runs beside it.
    {
      name: "alone",
      testMatch: "**/*.alone.ts",
      workers: 1,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
  ],
});
