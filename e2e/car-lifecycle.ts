import type { Page } from "@playwright/test";
import type { Photograph } from "#testing/photographs.ts";
import { expect } from "./fixtures.ts";
import { fillRegistration, newPerson } from "./people.ts";
import { fillCar, photoInput, uploadedPhotos } from "./selling.ts";

const confirm = (page: Page) => page.getByRole("button", { name: "Konfirmo" }).click();
const toast = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

async function foundInSearch(page: Page, query: string, count: number): Promise<void> {
  // A change reaches the search within a second.
  await expect(async () => {
    await page.goto(`/search?${query}`);
    await expect(page.locator("main").getByRole("heading", { name: "Škoda Octavia Combi" })).toHaveCount(
      count,
      {
        timeout: 1_000,
      },
    );
  }).toPass({ timeout: 30_000 });
}

/** From registering an account to a restored car, through the pages of the built product. */
export async function runCarLifecycle(page: Page, photographs: readonly Photograph[]): Promise<void> {
  // A unique word, so that searching for it finds only this car.
  const word = `veçanti${Date.now()}${page.viewportSize()?.width ?? 0}`;

  await page.goto("/add-car");
  await expect(page).toHaveURL(/\/register\?next=%2Fadd-car/);
  await fillRegistration(page, newPerson());
  await toast(page, "Regjistrim i suksesshëm!");
  await expect(page.getByRole("heading", { name: "Shit Veturën Tënde" })).toBeVisible();

  await photoInput(page).setInputFiles(
    photographs.map(({ name, bytes }) => ({ name, mimeType: "image/jpeg", buffer: bytes })),
  );
  await fillCar(page, {
    price: "8500",
    description: `Shitet vetura e familjes, ${word}, e servisuar me kohë.`,
  });
  await expect(uploadedPhotos(page)).toHaveCount(photographs.length, { timeout: 120_000 });
  await page.getByRole("button", { name: "Vazhdo te çmimi" }).click();

  await expect(page.getByTestId("pricing-total")).toHaveText("$0");
  await page.getByRole("button", { name: "Publiko falas" }).click();
  await toast(page, "Vetura u publikua falas!");

  await expect(page).toHaveURL(/\/my-publishings/);
  const card = page.locator("article[data-car]");
  await expect(card).toHaveCount(1);
  await expect(card.getByText("AKTIV", { exact: true })).toBeVisible();
  const id = await card.getAttribute("data-car");

  await foundInSearch(page, `q=${word}`, 1);
  await foundInSearch(
    page,
    `brand=Škoda&location=Gjilan&fuel=Diesel&minPrice=8500&maxPrice=8500&q=${word}`,
    1,
  );
  await foundInSearch(page, `brand=BMW&q=${word}`, 0);

  await foundInSearch(page, `q=${word}`, 1);
  await page.locator("main").getByRole("heading", { name: "Škoda Octavia Combi" }).click();
  await expect(page).toHaveURL(new RegExp(`/car/${id}`));
  await expect(page.getByRole("heading", { level: 1, name: /Škoda Octavia Combi/ })).toBeVisible();
  await expect(page.locator("main").getByText("8.500 €").first()).toBeVisible();

  await page.goto("/my-publishings");
  await card.getByRole("link", { name: "Edito" }).click();
  await expect(page.getByRole("heading", { name: "Edito Veturën" })).toBeVisible();
  await expect(uploadedPhotos(page)).toHaveCount(photographs.length);
  await page.getByLabel("Çmimi", { exact: true }).fill("7.900");
  await page.getByRole("button", { name: "Ruaj ndryshimet" }).click();
  await toast(page, "Vetura u përditësua me sukses!");
  await expect(card.getByText("7.900 €")).toBeVisible();

  await card.getByRole("button", { name: /^Më shumë/ }).click();
  await card.getByRole("button", { name: "Shëno si të shitur" }).click();
  await confirm(page);
  await toast(page, "Vetura u shënua si e shitur!");
  await expect(card.getByText("SHITUR", { exact: true })).toBeVisible();
  await foundInSearch(page, `q=${word}`, 0);

  await page.goto("/my-publishings");
  await card.getByRole("button", { name: "Riaktivizo" }).click();
  await confirm(page);
  await toast(page, "Vetura u riaktivizua!");
  await foundInSearch(page, `q=${word}&maxPrice=7900`, 1);

  await page.goto("/my-publishings");
  await card.getByRole("button", { name: /^Më shumë/ }).click();
  await card.getByRole("button", { name: "Fshi" }).click();
  await confirm(page);
  await toast(page, "Vetura u fshi me sukses");
  await expect(card.getByText("ARKIVUAR", { exact: true })).toBeVisible();
  await foundInSearch(page, `q=${word}`, 0);

  await page.goto("/my-publishings");
  await card.getByRole("button", { name: "Rikthe" }).click();
  await confirm(page);
  await toast(page, "Vetura u rikthye me sukses!");
  await expect(card.getByText("AKTIV", { exact: true })).toBeVisible();
  await foundInSearch(page, `q=${word}`, 1);
}
