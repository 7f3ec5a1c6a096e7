import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";
import { publishedCar } from "./published-car.ts";

test("/favorites tells a guest without favourites what to do", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Të preferuarat" }).click();
  await expect(page).toHaveURL(/\/favorites$/);
  await expect(page.getByText("Ende nuk keni të preferuara")).toBeVisible();
  await page.locator("main").getByRole("link", { name: "Kërko vetura" }).click();
  await expect(page).toHaveURL(/\/search/);
});

test("/favorites shows this device's favourites and removes sold and deleted cars on request", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const seller = await browser.newPage({ baseURL: baseURL ?? "" });
  const sold = await publishedCar(seller);
  expect((await seller.request.put(`/api/cars/${sold.id}/sold`)).status()).toBe(200);
  await seller.close();
  const [first, second] = await carsOf(request, "brand=BMW&limit=2&sort=year_asc");
  if (!first || !second) throw new Error("the demo has cars");
  const gone = "01980000-0000-7000-8000-000000000000";
  const hearts = [first._id, gone, sold.id, second._id];

  await page.goto("/robots.txt");
  await page.evaluate((ids) => localStorage.setItem("favoriteCars", JSON.stringify(ids)), hearts);
  await page.goto("/favorites");
  const main = page.locator("main");
  const cards = main.getByRole("article");
  await expect(cards).toHaveCount(2);
  await expect(main.getByText("2 vetura në shitje")).toBeVisible();
  await expect(main.locator(`[data-unavailable="${sold.id}"]`)).toContainText("E shitur");
  await expect(main.locator(`[data-unavailable="${gone}"]`)).toContainText("Shpallja nuk është më");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  // A heart taken away by mistake comes back to its place.
  await cards
    .first()
    .getByRole("button", { name: /^Hiq nga/ })
    .click();
  await expect(cards).toHaveCount(1);
  await main.getByRole("button", { name: "Ktheje" }).click();
  await expect(cards.first().getByRole("link")).toHaveAttribute("href", `/car/${first._id}`);

  await main.getByRole("button", { name: "Hiqi të gjitha" }).click();
  await expect(main.locator("[data-unavailable]")).toHaveCount(0);
  await page.reload();
  await expect(cards).toHaveCount(2);
  await expect(main.locator("[data-unavailable]")).toHaveCount(0);

  await cards.first().getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/car/${first._id}`));
  await page.getByRole("link", { name: "Kthehu te të preferuarat" }).click();
  await expect(page).toHaveURL(/\/favorites$/);
});

test("a favourite that cannot be loaded stays a favourite and can be loaded again", async ({
  page,
  request,
}) => {
  const [car] = await carsOf(request, "brand=BMW&limit=1");
  if (!car) throw new Error("the demo has cars");
  await page.goto("/robots.txt");
  await page.evaluate((id) => localStorage.setItem("favoriteCars", JSON.stringify([id])), car._id);
  let away = true;
  await page.route(`**/api/cars/${car._id}`, (route) =>
    away ? route.fulfill({ status: 429, json: {} }) : route.continue(),
  );
  await page.goto("/favorites");
  await expect(page.getByText("Gabim në ngarkimin e veturave")).toBeVisible();
  away = false;
  await page.getByRole("button", { name: "Provo Përsëri" }).click();
  await expect(page.locator("main").getByRole("article")).toHaveCount(1);
});
