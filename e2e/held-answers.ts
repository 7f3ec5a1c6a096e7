import type { Page, Route } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Holds what matches back until it is let go; `asked` counts what was. */
export async function hold(
  page: Page,
  address: string | RegExp,
): Promise<{ asked: () => number; letGo: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(address, async (route: Route) => {
    asked += 1;
    await promise;
    // The page may have taken its question back.
    await route.continue().catch(() => undefined);
  });
  return { asked: () => asked, letGo: resolve };
}

/** Everything that a page that was left had under way has come to its end. */
export async function settled(page: Page, answer: Promise<unknown>): Promise<void> {
  await answer;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(page.getByText("Faqja po ngarkohet…")).toHaveCount(0);
}

/** The end of a question whose address matches, whichever it is. */
export const ended = (page: Page, address: RegExp) =>
  Promise.race([
    page.waitForEvent("requestfailed", (request) => address.test(request.url())),
    page.waitForEvent("requestfinished", (request) => address.test(request.url())),
  ]);
