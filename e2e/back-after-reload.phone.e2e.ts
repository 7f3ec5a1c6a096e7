import type { Page } from "@playwright/test";
import { expect, waitForHydration, test } from "./fixtures.ts";

async function openFirstCar(page: Page): Promise<void> {
  await page.goto("/search?fuel=Diesel");
  await page.locator("main article a").first().click();
  await expect(page).toHaveURL(/\/car\//);
}

// The fixture fails on console errors, which include hydration mismatches.
test("a car opened from the search reloads without an error and leads back to the search's filters", async ({
  page,
}) => {
  await openFirstCar(page);
  await page.reload();
  await page.getByRole("link", { name: "Kthehu te kërkimi" }).click();
  await expect(page).toHaveURL(/\/search\?fuel=Diesel$/);
});

test.describe("before hydration", () => {
  test.use({ waitForScripts: false });

  test("pressing Back twice right after reloading a car keeps the filters", async ({ page }) => {
    await openFirstCar(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await released;
      await route.continue();
    });
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("link", { name: "Kthehu" }).dblclick();
    release();
    await expect(page).toHaveURL(/\/search\?fuel=Diesel$/);
    await waitForHydration(page);
    await expect(page.getByRole("button", { name: "Filtrat (1)" })).toBeVisible();
  });
});
