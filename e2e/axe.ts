import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/**
 * Fails with axe's findings and their elements, by axe's default rules: WCAG 2.1 AA and best practices. (Its
 * only rule for WCAG 2.2 AA, target-size, is off by default.) Animations are off and finished, because axe
 * cannot judge the contrast of a fading notice.
 */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  // An axe run may take half a minute on a busy machine; extend the test's timeout by that.
  const info = test.info();
  info.setTimeout(info.timeout + 30_000);
  const moves = await page.evaluate(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  if (moves) {
    await page.emulateMedia({ reducedMotion: "reduce" });
  }
  // Finishes running animations.
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
      .filter(({ playState }) => playState === "running");
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  if (moves) {
    await page.emulateMedia({ reducedMotion: "no-preference" });
  }
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    places: nodes.map((node) => node.target.join(" ")),
  }));
  expect(found).toEqual([]);
}

/** The two widths at which every screen is checked. */
export const widths = [390, 1440] as const;
