import type { APIRequestContext } from "@playwright/test";
import { sellerMessages as text } from "#domain/messages/sellers.ts";
import { publicDealer } from "#contract/dealers.ts";
import { publicSeller } from "#contract/sellers.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";

// Brands that no other test publishes or sells (market.ts).
const quiet = "brand=BMW,Audi,Mercedes&limit=100";

async function privateSeller(request: APIRequestContext) {
  const car = (await carsOf(request, quiet)).find(({ seller }) => !seller.isDealer);
  if (car === undefined) throw new Error("the demo has private sellers");
  const answer = await request.get(`/api/sellers/${car.seller.id}`);
  return { car, seller: publicSeller.parse(await answer.json()) };
}

async function busiestDealer(request: APIRequestContext) {
  const cars = await carsOf(request, quiet);
  const ids = new Set(cars.filter(({ seller }) => seller.isDealer).map(({ seller }) => seller.id));
  const dealers = await Promise.all(
    [...ids].map(async (id) => publicDealer.parse(await (await request.get(`/api/dealers/${id}`)).json())),
  );
  const [first] = dealers.toSorted((a, b) => b.carCount - a.carCount);
  if (first === undefined) throw new Error("the demo has dealers");
  return first;
}

test("a car's page shows its seller and leads to the seller's other cars and back", async ({
  page,
  request,
}) => {
  const { car, seller } = await privateSeller(request);
  await page.goto(`/car/${car._id}`);
  const card = page.getByRole("region", { name: text.heading, exact: true });
  await card.scrollIntoViewIfNeeded();
  await expect(card.getByText(seller.name, { exact: true })).toBeVisible();
  await expect(card).toContainText(text.memberSince(seller.memberSince));
  await expect(card).toContainText(text.onSale(String(seller.carCount), seller.carCount));
  await expectAccessible(page);
  await card.getByRole("link", { name: text.allCars }).click();
  await expect(page).toHaveURL(new RegExp(`/sellers/${seller.id}$`));
  await expect(page.getByRole("heading", { level: 1, name: seller.name })).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await page.locator(`main a[href="/car/${car._id}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(`/car/${car._id}$`));
  await page.getByRole("link", { name: "Kthehu te shitësi" }).click();
  await expect(page.getByRole("heading", { level: 1, name: seller.name })).toBeVisible();
});

test("a dealer's card shows if the business is verified and leads to the dealer's page", async ({
  page,
  request,
}) => {
  const cars = (await carsOf(request, quiet)).filter(({ seller }) => seller.isDealer);
  for (const [isVerified, badge] of [
    [true, text.verifiedDealer],
    [false, text.dealer],
  ] as const) {
    const car = cars.find(({ seller }) => seller.isVerified === isVerified);
    if (car === undefined) throw new Error("the demo has confirmed dealers and others");
    await page.goto(`/car/${car._id}`);
    const card = page.getByRole("region", { name: text.heading, exact: true });
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByText(badge, { exact: true })).toBeVisible();
    await expect(card.getByText(text.privateSeller, { exact: true })).toHaveCount(0);
    await expect(card.getByRole("link", { name: text.allCars })).toHaveAttribute(
      "href",
      `/dealers/${car.seller.id}`,
    );
  }
});

test("a private seller's page is complete without scripts and has no surname and no phone", async ({
  request,
}) => {
  const { car, seller } = await privateSeller(request);
  const answer = await request.get(`/sellers/${seller.id}`);
  expect(answer.status()).toBe(200);
  const page = await answer.text();
  expect(page).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/sellers/${seller.id}"`));
  expect(page).toMatch(new RegExp(`<a [^>]*href="/car/${car._id}"`));
  expect(page).not.toMatch(/\+383\d{8}/);
  expect(page).not.toContain('content="noindex');
  expect(seller.name).not.toContain(" ");
  expect(page).not.toContain(car.seller.name);
  for (const id of ["x", "00000000-0000-7000-8000-000000000000"])
    expect((await request.get(`/sellers/${id}`)).status()).toBe(404);
});

test("a dealer's id in a private seller's address redirects to the dealer's page with the same filters", async ({
  request,
}) => {
  const dealer = await busiestDealer(request);
  const answer = await request.get(`/sellers/${dealer.id}?sort=price_asc&x=1`, { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers()["location"]).toBe(`/dealers/${dealer.id}?sort=price_asc`);
});

test("a dealer's cars are filtered and sorted, also without scripts, with exact counts", async ({
  page,
  request,
}) => {
  const dealer = await busiestDealer(request);
  const [rarest] = dealer.brands.toSorted((a, b) => a.count - b.count);
  if (rarest === undefined) throw new Error("the dealer has cars");
  await page.goto(`/dealers/${dealer.id}`);
  const form = page.getByRole("form", { name: text.filters.label });
  await form.getByLabel(text.filters.brand).selectOption(rarest.brand);
  await expect(page).toHaveURL(new RegExp(`brand=`));
  await expect(
    page.getByText(text.filters.found(String(rarest.count), String(dealer.carCount))),
  ).toBeVisible();
  await expect(page.locator("main article h3")).toHaveCount(Math.min(24, rarest.count));
  await page.getByRole("link", { name: text.filters.clear }).click();
  await expect(page).toHaveURL(new RegExp(`/dealers/${dealer.id}$`));
  await form.getByLabel(text.filters.sort).selectOption("price_asc");
  await expect(page).toHaveURL(/sort=price_asc/);
  await form.getByLabel(text.filters.minPrice).fill("4.900.000");
  await form.getByRole("button", { name: text.filters.show }).click();
  await expect(page.getByRole("heading", { name: text.filters.none })).toBeVisible();
  await expect(page).toHaveURL(/minPrice=4900000/);
  await expectAccessible(page);
  await page.goBack();
  await expect(form.getByLabel(text.filters.minPrice)).toHaveValue("");
  // The query of a form submitted without scripts.
  const sent = await request.get(`/dealers/${dealer.id}?brand=&sort=price_desc&minPrice=&maxPrice=4.900.000`);
  expect(await sent.text()).toContain(text.filters.found(String(dealer.carCount), String(dealer.carCount)));
});
