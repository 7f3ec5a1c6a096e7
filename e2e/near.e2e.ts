import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openFilterSheet, expandSection } from "./filter-sheet.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf, facetsOf } from "./market.ts";

const count = (page: Page) => page.locator("main").getByRole("status").first();
const filters = (page: Page) => page.getByRole("complementary", { name: "Filtrat" });
const nearMe = (page: Page) => page.getByRole("button", { name: "Afër meje" });
const chip = (page: Page, label: string) => page.getByRole("link", { name: `Hiq: ${label}` });

test.describe("with the location allowed", () => {
  // An exact point near the centre of Prishtina.
  test.use({ geolocation: { latitude: 42.664_812, longitude: 21.158_377 }, permissions: ["geolocation"] });

  test("Afër meje finds cars in nearby towns by a rounded position, with exact counts by distance", async ({
    page,
    request,
  }) => {
    const sent: string[] = [];
    page.on("request", (each) => sent.push(each.url() + (each.postData() ?? "")));
    await page.goto("/search?location=Prizren&fuel=Diesel");
    await expect(chip(page, "Prizren")).toBeVisible();
    expect(sent.join()).not.toContain("near=");

    await nearMe(page).click();
    await expect(page).toHaveURL(/\/search\?fuel=Diesel&near=42\.66,21\.16&within=30$/);
    await expect(chip(page, "Deri 30 km nga ju")).toBeVisible();
    await expect(chip(page, "Prizren")).toHaveCount(0);
    const query = "fuel=Diesel&near=42.66,21.16&within=30";
    const { total } = await facetsOf(request, query);
    await expect(count(page)).toHaveText(`${total} vetura`);
    const towns = new Set((await carsOf(request, query)).map((car) => car.location));
    expect(towns).toContain("Prishtinë");
    expect(towns).not.toContain("Prizren");

    const farther = filters(page).getByRole("checkbox", { name: /^50 km/ });
    const promised = await farther.evaluate(
      (input) => input.closest("label")?.querySelector("small")?.textContent,
    );
    await farther.check();
    await expect(count(page)).toHaveText(`${promised} vetura`);
    await expectAccessible(page);

    // No request contains the exact position.
    expect(sent.join()).not.toMatch(/42\.66\d|21\.15\d/);

    await page.reload();
    await expect(filters(page).getByRole("checkbox", { name: /^50 km/ })).toBeChecked();
    await chip(page, "Deri 50 km nga ju").click();
    await expect(page).toHaveURL(/\/search\?fuel=Diesel$/);
    await expect(nearMe(page)).toBeVisible();
  });

  test("Afër meje is in a phone's filters and keeps what was chosen there while it asks", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/search");
    const sheet = await openFilterSheet(page);
    await expandSection(sheet, "Karburanti");
    await sheet.getByRole("checkbox", { name: /^Diesel/ }).check();
    await expandSection(sheet, "Largësia");
    await sheet.getByRole("button", { name: "Afër meje" }).click();
    await sheet.getByRole("checkbox", { name: /^20 km/ }).check();
    await expect(page).toHaveURL(/\/search\?fuel=Diesel&near=42\.66,21\.16&within=20$/);
    await expect(sheet.getByRole("button", { name: /^Shfaq \d+ vetura$/ })).toBeVisible();
    await expectAccessible(page);
  });
});

test("a refused location shows a message, and pressing again asks again", async ({ page, context }) => {
  await page.goto("/search");
  await nearMe(page).click();
  await expect(filters(page).getByRole("alert")).toHaveText(/^Shfletuesi nuk e lejoi vendndodhjen/);
  await expect(page).toHaveURL(/\/search$/);
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 42.21, longitude: 20.74 });
  await nearMe(page).click();
  await expect(page).toHaveURL(/\/search\?near=42\.21,20\.74&within=30$/);
});

test("a location far from Kosovo, a timeout and an unavailable location each show a message", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 52.52, longitude: 13.405 });
  await page.goto("/search");
  await nearMe(page).click();
  await expect(filters(page).getByRole("alert")).toHaveText(/larg Kosovës/);
  await expect(page).toHaveURL(/\/search$/);

  for (const [code, told] of [
    [3, /po vonohet/],
    [2, /nuk gjendet dot/],
  ] as const) {
    // Replaces the browser's API, because a test cannot cause these errors.
    await page.evaluate((answer) => {
      navigator.geolocation.getCurrentPosition = (_, fail) =>
        fail?.({ code: answer, message: "", PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });
    }, code);
    await nearMe(page).click();
    await expect(filters(page).getByRole("alert")).toHaveText(told);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a search near a point keeps it when the form is sent", async ({ page }) => {
    await page.goto("/search?near=42.66,21.16&within=30");
    await filters(page)
      .getByRole("checkbox", { name: /^50 km/ })
      .check();
    await filters(page)
      .getByRole("checkbox", { name: /^Diesel/ })
      .check();
    await page.getByRole("button", { name: "Apliko filtrat" }).click();
    for (const label of ["Deri 50 km nga ju", "Diesel"]) await expect(chip(page, label)).toBeVisible();
  });
});
