import { weighPage } from "#testing/page-weight.ts";
import { expect, test } from "./fixtures.ts";

// QUALITY "first visit on a phone". What is over it loads too much before somebody asked for it:
// `npm run weight` tells what, and src/web/README.md how to put it off.
const mostScript = 130_000;

test("a first visit of the search loads less than 130 kB of script", async ({ page }) => {
  const { script } = await weighPage(page, "/search");
  expect(script.gzip).toBeLessThan(mostScript);
  expect(script.files).toBeGreaterThan(3);
});
