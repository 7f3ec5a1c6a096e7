import { z } from "zod";
import { priceEstimate } from "#contract/prices.ts";
import { formatEuro } from "#domain/format/format.ts";
import { compareChoiceMessages } from "#domain/messages/compare-choice.ts";
import { compareMessages } from "#domain/messages/compare.ts";
import { priceMessages as text } from "#domain/messages/price-pages.ts";
import { valuePageMessages as value } from "#domain/messages/value-page.ts";
import { sellMessages } from "#domain/messages/sell.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";
import { registerAccount } from "./people.ts";
import { signInToDemo } from "./state-setup.ts";

test("one click on the car page explains its price estimate, to the euro", async ({ page, request }) => {
  // The demo's cars are rated shortly after the first start.
  await expect
    .poll(async () => (await carsOf(request, "priceBand=fair&brand=Volkswagen&limit=1")).length, {
      timeout: 60_000,
    })
    .toBe(1);
  const [car] = await carsOf(request, "priceBand=fair&brand=Volkswagen&limit=1");
  if (car === undefined) throw new Error("no car is rated");
  const { steps, estimate, comparables } = priceEstimate.parse(
    await (await request.get(`/api/cars/${car._id}/price-estimate`)).json(),
  );
  expect(steps.reduce((sum, { euro }) => sum + euro, 0)).toBe(estimate);

  await page.goto(`/car/${car._id}`);
  const box = page.getByRole("region", { name: text.heading });
  await expect(box.getByText(text.bands.fair).first()).toBeVisible();
  await box.getByText(text.why(car.price)).click();
  await expect(box.getByRole("table", { name: text.stepsCaption })).toContainText(
    formatEuro(estimate ?? 0).replaceAll(/\s/g, " "),
  );
  // The chart and the table show the same cars.
  await expect(box.getByRole("table", { name: text.comparablesCaption }).locator("tbody tr")).toHaveCount(
    comparables.length,
  );
  await expect(box.getByRole("img", { name: text.chart }).locator("circle")).toHaveCount(comparables.length);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
});

test.describe("on a bad line", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("a failed price comparison can be retried", async ({ page, request }) => {
    const [car] = await carsOf(request, "brand=Audi&limit=1");
    await page.route("**/price-estimate", (route) => route.fulfill({ status: 503 }));
    await page.goto(`/car/${car?._id}`);
    const box = page.getByRole("region", { name: text.heading });
    await expect(box.getByText(text.failed)).toBeVisible();
    await page.unroute("**/price-estimate");
    await box.getByRole("button", { name: text.retry }).click();
    await expect(box.getByText(text.failed)).toBeHidden();
  });
});

test("/vlera works for guests, and its button passes the facts to the sell form", async ({ page }) => {
  await page.goto("/vlera");
  await expectAccessible(page);
  await page.getByRole("button", { name: value.submit }).click();
  await page.getByLabel(value.brand, { exact: true }).selectOption("Volkswagen");
  await page.getByLabel(value.model).fill("Golf");
  await page.getByLabel(value.year).fill("2015");
  await page.getByLabel(value.mileage).fill("150.000");
  await page.getByLabel(value.fuel).selectOption("Diesel");
  await page.getByRole("button", { name: value.submit }).click();
  await expect(page.getByText(/^Vetura të tilla ofrohen për /)).toBeVisible({ timeout: 60_000 });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  const publish = page.getByRole("link", { name: /^Publikoje për / });
  const address = await publish.getAttribute("href");
  expect(address).toMatch(/^\/add-car\?.*price=\d+$/);
  await registerAccount(page);
  await page.goto(address ?? "");
  await expect(page.getByRole("heading", { level: 1, name: sellMessages.titleAdd })).toBeVisible();
  await expect(page.locator('[data-field="mileage"] input')).toHaveValue("150.000");
  await expect(page.locator('[data-field="price"] input')).not.toHaveValue("");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("/vlera works as a plain form", async ({ page }) => {
    await page.goto("/vlera?brand=Volkswagen&model=Golf&year=2015&mileage=150.000&fuel=Diesel");
    await expect(
      page.getByRole("heading", { name: value.resultTitle("Volkswagen Golf 2015") }),
    ).toBeVisible();
    await page.goto("/vlera?brand=Volkswagen&year=1900");
    await expect(page.getByRole("alert").first()).toBeVisible();
  });
});

test("cars chosen on cards are compared side by side, with differences marked and missing cars reported", async ({
  page,
  request,
}) => {
  const cars = z
    .array(z.looseObject({ _id: z.string(), brand: z.string(), model: z.string() }))
    .parse(await carsOf(request, "brand=BMW&limit=5"));
  await page.goto("/search?brand=BMW");
  const choices = page.locator("[data-compare]");
  for (const index of [0, 1, 2, 3]) await choices.nth(index).click();
  await choices.nth(4).click();
  await expect(page.getByText(compareChoiceMessages.full(4))).toBeVisible();
  await page.reload();
  await choices.nth(3).click();
  await page.getByRole("link", { name: compareMessages.open(3) }).click();
  await expect(page.getByRole("heading", { level: 1, name: compareMessages.title })).toBeVisible();
  await expect(page.locator("thead th")).toHaveCount(1 + 3);
  await expect(page.locator("tr[data-differs]").first()).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  const gone = "01920000-0000-7000-8000-000000000000";
  await page.goto(`/compare?cars=${cars[0]?._id},${gone},${cars[1]?._id}`);
  await expect(page.getByText(compareMessages.gone(1))).toBeVisible();
  await expect(page.locator("thead th")).toHaveCount(1 + 2);
  await page.evaluate(
    (ids) => localStorage.setItem("comparedCars", JSON.stringify(ids)),
    [cars[0]?._id, gone, cars[1]?._id],
  );
  await page.reload();
  const stored = () => page.evaluate(() => localStorage.getItem("comparedCars"));
  await expect.poll(stored).toBe(JSON.stringify([cars[0]?._id, cars[1]?._id]));
  await page
    .getByRole("link", { name: /^Hiqe .* nga krahasimi$/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?cars=${cars[1]?._id}$`));
  expect(await stored()).toBe(JSON.stringify([cars[1]?._id]));
  await page.goto("/compare?cars=nonsense");
  await expect(page.getByRole("heading", { name: compareMessages.empty })).toBeVisible();
  await expectAccessible(page);
});

test("an owner's car shows what such cars are offered for and the effect of a lower price", async ({
  page,
}) => {
  await signInToDemo(page, "seller");
  await page.goto("/my-publishings?tab=active");
  await page
    .locator("main")
    .getByRole("button", { name: /^Më shumë/ })
    .first()
    .click();
  await page.getByRole("button", { name: text.advice.open }).first().click();
  await expect(page.getByText(/Vetura të tilla ofrohen për|Ka pak shpallje/).first()).toBeVisible();
  await expectAccessible(page);
});
