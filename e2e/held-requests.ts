import type { Page, Route } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Holds matching requests until `release` is called; `asked` counts them. */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
): Promise<{ asked: () => number; release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(address, async (route: Route) => {
    asked += 1;
    await promise;
    // The page may have aborted the request.
    await route.continue().catch(() => undefined);
  });
  return { asked: () => asked, release: resolve };
}

/** Resolves when an answer has come and a page that was left has handled it. */
export async function waitUntilHandled(page: Page, answer: Promise<unknown>): Promise<void> {
  await answer;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(page.getByText("Faqja po ngarkohet…")).toHaveCount(0);
}

/** Resolves when a request whose URL matches has finished or failed. */
export const waitForRequestEnd = (page: Page, address: RegExp) =>
  Promise.race([
    page.waitForEvent("requestfailed", (request) => address.test(request.url())),
    page.waitForEvent("requestfinished", (request) => address.test(request.url())),
  ]);
