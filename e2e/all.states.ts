import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expectCleanReload } from "./clean-reload.ts";
import { test } from "./fixtures.ts";
import { states } from "./states.ts";
import { expectNoTruncatedLabels } from "./truncated-labels.ts";

// Each state at each width; `npm run screenshots` and `npm run test:full` choose by project name. At 360
// pixels, the narrowest current phones, only the texts of buttons are checked. A single pattern: Playwright
// takes the second element of a two-element array for fixture options.
test.use({ expectedErrors: [/^Failed to load resource|dynamically imported module/] });

const heights: Readonly<Record<number, number>> = { 360: 740, 390: 844, 768: 1024, 1440: 900 };

/** Loads lazy photos of the whole page, not only those in view. */
async function loadPhotos(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = "eager";
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
}

for (const width of [360, 390, 768, 1440]) {
  test.describe(`${width}`, () => {
    test.use({
      viewport: { width, height: heights[width] ?? 900 },
      contextOptions: { reducedMotion: "reduce" },
      // Touch screens have overlay scroll bars.
      isMobile: width < 1000,
      hasTouch: width < 1000,
    });
    for (const { screen, state, open, widths, overlay } of states) {
      if (widths !== undefined && !widths.includes(width === 360 ? 390 : width)) continue;
      test(`${screen} ${state}`, async ({ page }, info) => {
        await open(page);
        if (info.project.name === "words") {
          await expectNoTruncatedLabels(page);
          return;
        }
        if (info.project.name === "axe") {
          await expectAccessible(page);
          await expectCleanReload(page);
          return;
        }
        await loadPhotos(page);
        const folder = info.project.metadata["folder"];
        if (typeof folder !== "string") throw new Error("The project has no folder for its pictures.");
        const path = join(folder, screen, `${state}-${width}.png`);
        await page.screenshot({ path, fullPage: overlay !== true, animations: "disabled" });
      });
    }
  });
}
