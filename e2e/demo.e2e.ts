import type { Page } from "@playwright/test";
import { adminPageMessages as adminText } from "#domain/messages/admin-pages.ts";
import { dealerPageMessages as dealerText } from "#domain/messages/dealer-pages.ts";
import { favoritesMessages as favoritesText } from "#domain/messages/favorites.ts";
import { savedSearchMessages as savedText } from "#domain/messages/saved-searches.ts";
import { expect, test } from "./fixtures.ts";
import { signInToDemo } from "./state-setup.ts";

const main = (page: Page) => page.locator("main");

test("the demo's admin finds reports, and social posts that wait and that are done", async ({ page }) => {
  await signInToDemo(page, "admin");
  await page.goto("/admin?tab=reports");
  await expect(main(page).locator("[data-report]").first()).toBeVisible();
  await page.goto("/admin?tab=social");
  const posts = main(page).locator("[data-post]");
  await expect(posts.filter({ hasText: "Afati: " }).first()).toBeVisible();
  await main(page).getByRole("button", { name: adminText.social.states.posted }).click();
  await expect(posts.filter({ hasText: "Postuar nga " }).first()).toBeVisible();
});

test("the demo's dealer has leads and recommended cars", async ({ page }) => {
  await signInToDemo(page, "dealer");
  await page.goto("/autosallon-dashboard");
  await expect(main(page).getByText(dealerText.dashboard.stats.leads).first()).toBeVisible();
  await expect(
    main(page)
      .getByText(/^[\d.]+ kërkesa$/)
      .first(),
  ).toBeVisible();
  await page.goto("/search");
  await expect(main(page).getByRole("region", { name: "Të rekomanduara" })).toBeVisible();
});

test("the demo's seller has favourites with changed prices, followed prices and a saved search", async ({
  page,
}) => {
  await signInToDemo(page, "seller");
  await page.goto("/favorites");
  await expect(main(page).getByRole("article")).toHaveCount(3);
  await expect(
    main(page).getByRole("region", { name: favoritesText.priceChanges }).getByRole("listitem"),
  ).toHaveCount(2);
  await page.goto("/profile/notifications");
  await expect(
    main(page).getByRole("region", { name: savedText.followed.heading }).getByRole("link").first(),
  ).toBeVisible();
  await expect(
    main(page)
      .getByRole("region", { name: savedText.list.heading })
      .getByRole("link", { name: "Volkswagen" }),
  ).toBeVisible();
});
