import { expectCleanReload } from "./clean-reload.ts";
import { expect, test } from "./fixtures.ts";
import { stateNamed } from "./states.ts";

// The pages that people reload most often. `npm run test:full` reloads every state.
const reloaded = [
  "home full",
  "search full",
  "search chosen",
  "search words",
  "search empty",
  "search filters",
  "car full",
  "car number-shown",
  "car own",
  "dealer full",
  "favorites full",
  "compare three",
  "login empty",
  "add-car filled",
  "my-publishings full",
  "pricing to-pay",
  "profile full",
  "autosallon-dashboard dealer",
  "admin overview",
];

test.use({ expectedErrors: [/^Failed to load resource/] });

for (const { screen, state, open } of reloaded.map(stateNamed)) {
  test(`loading ${screen} (${state}) again logs no error`, async ({ page }) => {
    await open(page);
    await expectCleanReload(page);
  });
}

test("reloading a car that was opened from the results logs no error", async ({ page }) => {
  await page.goto("/search?fuel=Diesel");
  await page.locator("main article a[href^='/car/']").first().click();
  await expect(page).toHaveURL(/\/car\//);
  await expectCleanReload(page);
});
