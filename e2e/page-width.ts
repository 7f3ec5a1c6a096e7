import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Fails if the page scrolls sideways. Not `innerWidth`: on a phone it grows with content that is too wide. */
export async function expectFitsWidth(page: Page, what = page.url()): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excess, what).toBeLessThanOrEqual(0);
}

/** Sets the browser's font size preference, which unlike a style also affects media queries. */
export async function setFontSize(page: Page, pixels: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: pixels } });
  await devtools.detach();
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${pixels}px`);
}
