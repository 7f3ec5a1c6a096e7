import { importCostMessages as text } from "#domain/messages/import-costs.ts";
import { searchFieldMessages } from "#domain/messages/search-fields.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";
import { expectFitsWidth } from "./page-width.ts";

test("the calculator, its answer and a car's costs are not wider than a phone's screen", async ({
  page,
  request,
}) => {
  const year = new Date().getFullYear() - 5;
  const cars = await carsOf(request, "customsPaid=false&limit=100");
  const car = cars.find((one) => one.engineSize !== null && one.year >= year - 5);
  for (const path of [
    "/dogana",
    `/dogana?price=4999999&year=${year}&fuel=Diesel&engineCc=3200`,
    "/dogana?price=falas",
    `/car/${car?._id}`,
  ]) {
    await page.goto(path);
    await expectFitsWidth(page, path);
  }
  await expect(page.getByRole("region", { name: text.heading })).toBeAttached();
});

test("the filter sheet narrows by the price with plates and counts at once", async ({ page, request }) => {
  await page.goto("/search");
  await page.getByRole("button", { name: "Filtrat" }).click();
  const sheet = page.getByRole("dialog", { name: "Filtrat" });
  const { label } = searchFieldMessages.totalPrice;
  await sheet.getByText(label, { exact: true }).click();
  await sheet.locator("[name=maxTotal]").fill("9000");
  const answer = await request.get("/api/cars?maxTotal=9000&limit=1");
  await expect(
    sheet.getByRole("button", { name: `Shfaq ${answer.headers()["x-total-count"]} vetura` }),
  ).toBeInViewport();
});
