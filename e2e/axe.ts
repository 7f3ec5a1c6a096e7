import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/**
 * Fails with what axe finds, each with its places, by the rules of WCAG 2.2 AA and axe's own. Nothing
 * moves meanwhile: a notice that is just fading away has no colours that anybody could judge.
 */
export async function expectAccessible(page: Page, part = "html"): Promise<void> {
  // Half a minute is what a look takes on a busy machine; each has its own.
  const info = test.info();
  info.setTimeout(info.timeout + 30_000);
  const moves = await page.evaluate(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  if (moves) {
    await page.emulateMedia({ reducedMotion: "reduce" });
  }
  // What had begun to move comes to its end.
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

/** The two widths that every screen is checked at. */
export const widths = [390, 1440] as const;
