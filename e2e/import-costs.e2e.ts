import { carFieldTexts } from "#domain/messages/car-fields.ts";
import { importCostMessages as text } from "#domain/messages/import-costs.ts";
import { sellMessages as sellText } from "#domain/messages/sell.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";
import { registerAccount } from "./people.ts";
import { fillCar } from "./selling.ts";

const spaced = (written: string) => written.replaceAll("\u00a0", " ");

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the calculator shows each amount, how certain it is, and what is unknown", async ({ page }) => {
    await page.goto("/dogana");
    await page.getByLabel(text.price).fill("10.000");
    await page.getByLabel(text.year).fill(String(new Date().getFullYear() - 5));
    await page.getByLabel(text.fuel).selectOption("Diesel");
    await page.getByLabel(text.engineCc).fill("1968");
    await page.getByRole("button", { name: text.submit }).click();
    const table = page.getByRole("table", { name: text.caption });
    for (const [name, amount] of [
      ["Dogana", "1.000 €"],
      ["Akciza", "200 €"],
      ["TVSH", "2.016 €"],
      ...["Regjistrimi", "Targat", "Kontrolli teknik"].map((name) => [name, text.unknown] as const),
      [text.known, "3.266 €"],
      [text.total, "13.266 €"],
    ] as const)
      await expect(table.getByRole("row", { name: new RegExp(`^${name}`) })).toContainText(spaced(amount));
    await expect(table.getByRole("row", { name: /^TVSH/ })).toContainText(text.certainties.official);
    await expect(table.getByRole("row", { name: /^Akciza/ })).toContainText(text.certainties.unconfirmed);
    await expect(page.getByRole("link", { name: "Dogana e Kosovës" })).toHaveAttribute("href", /^https:/);
  });

  test("the calculator names each wrong field, and keeps what was typed", async ({ page }) => {
    await page.goto("/dogana?price=falas&year=2021&fuel=Benzin%C3%AB");
    await expect(page.getByLabel(text.price)).toHaveValue("falas");
    await expect(page.getByLabel(text.price)).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel(text.engineCc)).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel(text.year)).not.toHaveAttribute("aria-invalid", "true");
  });
});

test("the calculator and its answer are accessible at every width", async ({ page }) => {
  const year = new Date().getFullYear() - 5;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/dogana?price=10000&year=${year}&fuel=Diesel&engineCc=1968`);
    await expect(page.getByRole("table", { name: text.caption })).toBeVisible();
    await expectAccessible(page);
  }
});

test("a car without customs shows its price with plates, with and without EU origin", async ({
  page,
  request,
}) => {
  const cars = await carsOf(request, "customsPaid=false&limit=100");
  const year = new Date().getFullYear();
  const car = cars.find((one) => one.engineSize !== null && one.fuel !== "Elektrik" && year - one.year <= 10);
  if (car === undefined) throw new Error("the demo has no such car");
  await page.goto(`/car/${car._id}`);
  const box = page.getByRole("region", { name: text.heading });
  await expect(box.getByRole("columnheader", { name: text.notEu })).toBeVisible();
  await expect(box.getByRole("columnheader", { name: text.eu })).toBeVisible();
  // The page must show the API's answer.
  const answer = await request.get(
    `/api/import-costs?price=${car.price}&year=${car.year}&fuel=${encodeURIComponent(car.fuel)}&engineCc=${car.engineSize}`,
  );
  const { total } = (await answer.json()) as { total: number };
  await expect(box.getByRole("row", { name: new RegExp(`^${text.total}`) })).toContainText(
    spaced(text.euro(total)),
  );
  await box.getByRole("link", { name: text.calculator }).click();
  await expect(page.getByRole("heading", { name: text.title })).toBeVisible();
  await expect(page.getByRole("table", { name: text.caption })).toContainText(spaced(text.euro(total)));
  await page.goBack();
  await expect(page.getByRole("region", { name: text.heading })).toBeVisible();
});

test("a car with customs paid has no box of import costs", async ({ page, request }) => {
  const [car] = await carsOf(request, "customsPaid=true&limit=1");
  await page.goto(`/car/${car?._id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: text.heading })).toHaveCount(0);
});

test("the filter of the price with plates narrows the results and has a chip that removes it", async ({
  page,
  request,
}) => {
  const answer = await request.get("/api/cars?maxTotal=9000&limit=1");
  const total = Number(answer.headers()["x-total-count"]);
  expect(total).toBeGreaterThan(0);
  await page.goto("/search?maxTotal=9000");
  await expect(page.locator("main")).toContainText(`${total} vetura`);
  await page
    .getByRole("link", { name: /Me targa deri/ })
    .first()
    .click();
  await expect(page).not.toHaveURL(/maxTotal/);
});

test("the sell form shows the price with plates of a car without customs, once its engine is known", async ({
  page,
}) => {
  await registerAccount(page);
  await page.goto("/add-car");
  await fillCar(page, { price: "10000" });
  await page.getByLabel(sellText.year, { exact: true }).fill(String(new Date().getFullYear() - 5));
  await page.getByLabel(carFieldTexts.customsPaid.label).selectOption("false");
  await page.getByText(sellText.sectionMore, { exact: true }).click();
  await page.getByLabel(carFieldTexts.engineSize.label).fill("1968");
  await expect(page.getByText(text.hint(13_266, 12_086))).toBeVisible();
  await page.getByLabel(carFieldTexts.customsPaid.label).selectOption("true");
  await expect(page.getByText(text.hint(13_266, 12_086))).toBeHidden();
});
