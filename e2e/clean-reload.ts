import type { Page } from "@playwright/test";

/**
 * Loads the page again as it stands: what the device has stored and how the page was come to are other than at its first
 * load, and what React takes over must be what the server drew. The fixture of each test fails on errors that this logs
 * (fixtures.ts).
 */
export async function expectCleanReload(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.reload();
  // Parts that React takes over by themselves come after the page, when it has nothing else to do.
  for (let turn = 0; turn < 2; turn += 1)
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 5_000 })));
}
