import type { Page } from "@playwright/test";

/**
 * Reloads the page. Stored data and navigation state differ from the first load, and hydration must still
 * match the server's markup. The fixture of each test fails on logged errors (fixtures.ts).
 */
export async function expectCleanReload(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.reload();
  // Suspense boundaries hydrate later, when the browser is idle.
  for (let turn = 0; turn < 2; turn += 1)
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 5_000 })));
}
