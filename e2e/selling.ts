import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect } from "./fixtures.ts";

/** Chooses an option from a combobox by typing. */
export async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  const field = page.getByRole("combobox", { name: label, exact: true });
  await field.click();
  await field.fill(typed);
  await page.locator("[role=option]", { hasText: option }).first().click();
  await expect(field).toHaveValue(option);
}

/** Fills a car's required fields, except photos. */
export async function fillCar(page: Page, car: { price: string; description?: string }): Promise<void> {
  await choose(page, "Marka", "skod", "Škoda");
  await choose(page, "Modeli", "octavia co", "Octavia Combi");
  await page.getByLabel("Viti", { exact: true }).fill("2016");
  await page.getByLabel("Tipi").selectOption("Wagon");
  await page.getByLabel("Çmimi", { exact: true }).fill(car.price);
  await page.getByLabel("Kilometrazha").fill("187 500");
  await page.getByLabel("Karburanti").selectOption("Diesel");
  await choose(page, "Lokacioni", "gjil", "Gjilan");
  if (car.description !== undefined) await page.getByLabel(/^Përshkrimi/).fill(car.description);
}

export const photoInput = (page: Page) => page.getByTestId("photo-input");

/** A small picture, cheap to process; each number has its own colour and so its own content. */
export async function smallPicture(
  number = 1,
  { width, height } = { width: 800, height: 600 },
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const background = `hsl(${(number * 47) % 360}, 60%, 45%)`;
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: `foto-${number}.jpg`, mimeType: "image/jpeg", buffer };
}

/** Adds small photos to the form and waits until they are uploaded. */
export async function addPhotos(page: Page, count: number): Promise<void> {
  const pictures = await Promise.all(Array.from({ length: count }, (_, index) => smallPicture(index + 1)));
  await photoInput(page).setInputFiles(pictures);
  await expect(uploadedPhotos(page)).toHaveCount(count, { timeout: 60_000 });
}

export const uploadedPhotos = (page: Page) => page.locator("[data-photo-state=done]");
