import { weighPage } from "#testing/page-weight.ts";
import { expect, test } from "./fixtures.ts";

// specification.md#speed. What is over it loads too much before somebody asked for it:
// `npm run weight` tells what, and src/web/README.md how to put it off.
// 140 kB as a browser gets them are promised; the test leaves less room, so that what comes in is noticed.
const maxScript = 134_000;

test("the first visit of /search is sent less than 134 kB of script", async ({ page }) => {
  const { script } = await weighPage(page, "/search");
  expect(script.sent).toBeLessThan(maxScript);
  expect(script.files).toBeGreaterThan(3);
  // scripts/vite/page-families.ts joins what pages share.
  expect(script.files).toBeLessThan(16);
});

test("scripts are requested after the first photo is painted", async ({ page }) => {
  // Else they take the line from it, and what measures the page counts them into its first screen.
  for (const path of ["/", "/search"]) {
    await page.goto(path);
    const { photo, asked } = await page.evaluate(
      () =>
        new Promise<{ photo: number; asked: number }>((tell) => {
          new PerformanceObserver((list) => {
            const scripts = performance
              .getEntriesByType("resource")
              .filter(({ name }) => /\/assets\/[^/]+\.js$/.test(name));
            tell({
              photo: Math.max(...list.getEntries().map(({ startTime }) => startTime)),
              asked: Math.min(...scripts.map(({ startTime }) => startTime)),
            });
          }).observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );
    expect(photo, path).toBeGreaterThan(0);
    // A photo that takes a second to draw is waited for no longer (src/web/lib/start-late.ts).
    expect(asked, path).toBeGreaterThan(Math.min(photo, 1000));
  }
});
