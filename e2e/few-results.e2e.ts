import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf, facetsOf } from "./market.ts";

const count = (page: Page) => page.locator("main").getByRole("status").first();
const towns = (page: Page) => page.getByRole("region", { name: "Në qytetet përreth" });
const looser = (page: Page) => page.getByRole("region", { name: "Me më pak filtra" });

const shown = (total: number) => (total === 1 ? "1 veturë" : `${total} vetura`);

/** A search for a town with few cars of a brand that no other test changes, and with more in towns nearby. */
async function fewIn(request: APIRequestContext): Promise<string> {
  const { location } = await facetsOf(request, "brand=BMW");
  const [town] = Object.entries(location).find(([, total]) => total >= 1 && total <= 3) ?? [];
  return `brand=BMW&location=${town}`;
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`${width} px: below few results are towns around and looser filters, each with its exact number`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height });
    const query = await fewIn(request);
    const { total, nearby } = await facetsOf(request, query);
    await page.goto(`/search?${query}`);
    await expect(count(page)).toHaveText(shown(total));
    const links = towns(page).getByRole("link");
    await expect(links).toHaveText(
      nearby.map((town) => `${town.location} (${town.km} km): ${shown(town.total)}`),
    );
    expect(nearby.length).toBeGreaterThan(2);
    // They are below the cars.
    const lastCar = await page.locator("main article").last().boundingBox();
    const first = await links.first().boundingBox();
    expect(first?.y).toBeGreaterThan((lastCar?.y ?? 0) + (lastCar?.height ?? 0));
    expect(first?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);

    const [nearest] = nearby;
    await links.first().click();
    await expect(page.getByRole("link", { name: `Hiq: ${nearest?.location}` })).toBeVisible();
    await expect(count(page)).toHaveText(shown(nearest?.total ?? 0));
    const found = await carsOf(request, nearest?.query);
    expect(new Set(found.map((car) => car.location))).toEqual(new Set([nearest?.location]));

    await page.goto(`/search?${query}`);
    const less = looser(page)
      .getByRole("link", { name: /^Pa «(?!BMW)/ })
      .first();
    const promised = /ka ([\d.]+ vetur(?:a|ë))$/.exec((await less.textContent()) ?? "")?.[1] ?? "none";
    await less.click();
    await expect(page).toHaveURL(/\/search\?brand=BMW$/);
    await expect(count(page)).toHaveText(promised);
    for (const ways of [towns(page), looser(page)]) await expect(ways).toHaveCount(0);
  });
}

test("an empty result with a town offers the towns around, in the chosen order", async ({
  page,
  request,
}) => {
  const { location } = await facetsOf(request, "brand=BMW&fuel=Elektrik,Hybrid,GPL,Benzinë");
  const { location: ofAll } = await facetsOf(request, "brand=BMW");
  const none = Object.keys(ofAll).find((town) => (location[town] ?? 0) === 0);
  const query = `brand=BMW&fuel=Elektrik,Hybrid,GPL,Benzinë&location=${none}`;
  const { total, nearby } = await facetsOf(request, query);
  expect(total).toBe(0);
  await page.goto(`/search?${query}&sort=price_asc`);
  await expect(page.getByRole("heading", { name: "Nuk u gjetën vetura" })).toBeVisible();
  await expect(looser(page)).toHaveCount(0);
  const [nearest] = nearby;
  await towns(page)
    .getByRole("link", { name: `${nearest?.location} (${nearest?.km} km): ${shown(nearest?.total ?? 0)}` })
    .click();
  await expect(page).toHaveURL(/[?&]sort=price_asc$/);
  await expect(count(page)).toHaveText(shown(nearest?.total ?? 0));
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the server-rendered page has the nearby towns and looser searches", async ({ page, request }) => {
    await page.goto(`/search?${await fewIn(request)}`);
    await expect(towns(page).getByRole("link").first()).toBeVisible();
    await expect(looser(page).getByRole("link").first()).toBeVisible();
  });
});
