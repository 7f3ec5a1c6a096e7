import { expectAccessible } from "./axe.ts";
import { openFilterSheet, sheetSection, expandSection } from "./filter-sheet.ts";
import { expect, test } from "./fixtures.ts";
import { facetsOf } from "./market.ts";
import { expectFitsWidth } from "./page-width.ts";

test("the filter sheet fills the phone's screen, shows the number of cars and leads to them", async ({
  page,
  request,
}) => {
  await page.goto("/search");
  const sheet = await openFilterSheet(page);
  await expandSection(sheet, "Marka");
  await sheet.getByRole("checkbox", { name: /^Audi/ }).check();
  const { total } = await facetsOf(request, "brand=Audi");
  const show = sheet.getByRole("button", { name: `Shfaq ${total} vetura` });
  await expect(show).toBeInViewport();
  await expectAccessible(page);
  await show.click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/search\?brand=Audi$/);
  await expect(page.getByRole("button", { name: "Filtrat (1)" })).toBeInViewport();
  await expect(page.getByLabel("Renditja")).toBeInViewport();
});

test("the search page is not wider than a phone's screen", async ({ page }) => {
  for (const path of [
    "/",
    "/search",
    "/search?brand=Volkswagen,Mercedes-Benz,BMW,Audi&minPrice=1000&maxPrice=90000",
  ]) {
    await page.goto(path);
    await expectFitsWidth(page, path);
  }
});

test("the filter sheet's sections are collapsed except those with a chosen filter", async ({ page }) => {
  await page.goto("/search");
  const sheet = await openFilterSheet(page);
  await expect(sheet.locator("summary").nth(9), "most names are on the first screen").toBeInViewport();
  await expect(sheet.locator("details[open]")).toHaveCount(0);

  await page.goto("/search?transmission=Manual&maxPrice=20000");
  await openFilterSheet(page);
  await expect(sheet.locator("details[open] > summary")).toHaveText(["Çmimi (€)", "Transmisioni"]);

  const color = sheetSection(sheet, "Ngjyra");
  await expandSection(sheet, "Ngjyra");
  await color.getByRole("checkbox").first().check();
  await expect(page.locator("button", { hasText: "Filtrat (3)" })).toBeAttached();
  // A section does not collapse while it is used.
  await color.getByRole("checkbox").first().uncheck();
  await expect(color).toHaveAttribute("open");
});

test("a phone gets the search page without the filter panel, at most 700 elements", async ({ page }) => {
  await page.goto("/search");
  await expect(page.locator("#filtrat *")).toHaveCount(0);
  expect(await page.locator("*").count()).toBeLessThanOrEqual(700);
});

test("a section of the sheet loads exact counts when it is expanded", async ({ page, request }) => {
  const asked: (string | null)[] = [];
  page.on("request", (sent) => {
    const url = new URL(sent.url());
    if (url.pathname === "/api/cars/facets") asked.push(url.searchParams.get("fields"));
  });
  await page.goto("/search?brand=Volkswagen");
  const sheet = await openFilterSheet(page);
  await expandSection(sheet, "Lloji");
  const { type } = await facetsOf(request, "brand=Volkswagen");
  await expect(sheet.getByRole("checkbox", { name: new RegExp(`^SUV ${type["SUV"]}$`) })).toBeVisible();
  expect(asked).toEqual(["type"]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("without scripts a phone has a separate page with all filters", async ({ page }) => {
    await page.goto("/search?fuel=Diesel");
    await page.getByRole("link", { name: "Filtrat (1)" }).tap();
    const filters = page.getByRole("complementary", { name: "Filtrat" });
    await expect(filters).toBeInViewport();
    await filters.getByRole("checkbox", { name: /^SUV/ }).check();
    await page.getByRole("button", { name: "Apliko filtrat" }).tap();
    await expect(page).toHaveURL(/type=SUV/);
    await expect(page).toHaveURL(/fuel=Diesel/);
    await expect(page.getByRole("link", { name: "Hiq: SUV" })).toBeVisible();
  });
});
