import { favoritesMessages as text } from "#domain/messages/favorites.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";
import { registerAccount } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";

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
  const sold = await registerAndPublishCar(seller);
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

  // Undo puts a removed favourite back in its place.
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

test("favourites are compared with one tap, the newest four of more", async ({ page, request }) => {
  const ids = (await carsOf(request, "brand=BMW&limit=5&sort=year_asc")).map(({ _id }) => _id);
  expect(ids).toHaveLength(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/robots.txt");
  for (const [hearts, button] of [
    [ids.slice(0, 2), text.compareAll],
    [ids, text.compareFirst(4)],
  ] as const) {
    await page.evaluate((hearts) => localStorage.setItem("favoriteCars", JSON.stringify(hearts)), hearts);
    await page.goto("/favorites");
    await page.locator("main").getByRole("link", { name: button, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/compare\\?cars=${hearts.slice(0, 4).join(",")}$`));
    await expect(page.locator("thead th")).toHaveCount(1 + Math.min(hearts.length, 4));
  }
  await page.evaluate(
    (hearts) => localStorage.setItem("favoriteCars", JSON.stringify(hearts)),
    ids.slice(0, 1),
  );
  await page.goto("/favorites");
  await expect(page.locator("main").getByText(text.count(1))).toBeVisible();
  await expect(page.locator("main").getByRole("link", { name: text.compareAll })).toHaveCount(0);
});

test("/favorites shows how the price of an account's favourite has changed", async ({ page, browser }) => {
  const seller = await browser.newContext();
  const { id, fields } = await registerAndPublishCar(seller, { price: 13_900 });
  await registerAccount(page);
  expect((await page.request.put("/api/me/favourites", { data: { ids: [id] } })).ok()).toBe(true);
  await page.goto("/favorites");
  const main = page.locator("main");
  await expect(main.getByRole("article")).toHaveCount(1);
  await expect(main.getByRole("heading", { name: text.priceChanges })).toHaveCount(0);
  const lowered = await seller.request.put(`/api/cars/${id}`, { data: { ...fields, price: 12_900 } });
  expect(lowered.status(), await lowered.text()).toBe(200);
  await seller.close();
  await page.goto("/favorites");
  await expect(main.getByRole("region", { name: text.priceChanges })).toContainText(
    text.priceChange("13.900\u00a0€", "12.900\u00a0€"),
  );
});

test("an account's favourites sync to another device and leave a device on signing out", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const [first, second, third] = await carsOf(request, "brand=Audi&limit=3&sort=year_asc");
  if (!first || !second || !third) throw new Error("the demo has cars");
  const person = await registerAccount(page);
  await page.goto("/robots.txt");
  await page.evaluate((ids) => localStorage.setItem("favoriteCars", JSON.stringify(ids)), [first._id]);
  const sent: string[] = [];
  page.on("request", (call) => {
    if (call.method() === "PUT") sent.push(call.url());
  });
  await page.goto("/favorites");
  const main = page.locator("main");
  await expect(main.getByText(text.onDevice)).toBeVisible();
  await expect(main.getByRole("article")).toHaveCount(1);
  expect(sent).toEqual([]);
  await main.getByRole("button", { name: text.keep }).click();
  await expect(main.getByText(text.inAccount)).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  const other = await browser.newPage({ baseURL: baseURL ?? "" });
  const { email, password } = person;
  expect((await other.request.post("/api/login", { data: { email, password } })).status()).toBe(200);
  await other.goto("/robots.txt");
  await other.evaluate((ids) => localStorage.setItem("favoriteCars", JSON.stringify(ids)), [second._id]);
  await other.goto("/favorites");
  const cards = other.locator("main").getByRole("article");
  await expect(cards).toHaveCount(2);
  // Favourites sync both ways: one added there appears here, one removed there disappears.
  await other.goto(`/car/${third._id}`);
  const put = () => other.waitForResponse((answer) => answer.request().method() === "PUT");
  await Promise.all([
    put(),
    other
      .locator("main")
      .getByRole("button", { name: /^Ruaj te të preferuarat/ })
      .first()
      .click(),
  ]);
  await other.goto("/favorites");
  await expect(cards).toHaveCount(3);
  const firstCard = cards.filter({ has: other.locator(`a[href^='/car/${first._id}']`) });
  await Promise.all([put(), firstCard.getByRole("button", { name: /^Hiq nga/ }).click()]);
  await page.goto("/favorites");
  await expect(main.getByRole("article")).toHaveCount(2);
  await expect(main.locator(`a[href^='/car/${first._id}']`)).toHaveCount(0);

  await other.setViewportSize({ width: 1440, height: 900 });
  await other.getByRole("button", { name: person.firstName }).click();
  await other.getByRole("button", { name: "Dil" }).click();
  await expect(other).toHaveURL(/\/$/);
  expect(await other.evaluate(() => localStorage.getItem("favoriteCars"))).toBe("[]");
  await other.close();
});

test("favourites of an account whose session ended elsewhere are not the next account's", async ({
  page,
  request,
}) => {
  const [car] = await carsOf(request, "brand=Audi&limit=1&sort=year_asc");
  if (!car) throw new Error("the demo has cars");
  await registerAccount(page);
  await page.goto("/robots.txt");
  await page.evaluate((id) => {
    localStorage.setItem("favoriteCars", JSON.stringify([id]));
    localStorage.setItem("favoritesInAccount", JSON.stringify({ userId: crypto.randomUUID(), base: [id] }));
  }, car._id);
  const read = page.waitForResponse("**/api/me/favourites");
  await page.goto("/favorites");
  await read;
  await expect.poll(() => page.evaluate(() => localStorage.getItem("favoriteCars"))).toBe("[]");
  await expect(page.locator("main").getByRole("article")).toHaveCount(0);
});
