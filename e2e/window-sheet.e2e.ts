import type { Locator, Page } from "@playwright/test";
import jsQR from "jsqr";
import sharp from "sharp";
import { equipmentList } from "#domain/cars/equipment.ts";
import { myCarsMessages } from "#domain/messages/my-cars.ts";
import { windowSheetMessages as text } from "#domain/messages/window-sheet.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { registerAccount } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";
import { signInToDemo } from "./state-setup.ts";

/** Decodes a QR code from a screenshot, as a phone's camera would. */
async function scanned(code: Locator): Promise<string | undefined> {
  const picture = await code.screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  // A CommonJS package whose types claim an ES module.
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** Prints to PDF; returns each page's size in mm. */
async function printedPages(page: Page): Promise<[width: number, height: number][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: false })).toString("latin1");
  const count = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(
    ([, width, height]): [number, number] => [mm(width), mm(height)],
  );
  expect(boxes).toHaveLength(count);
  return boxes;
}

const mm = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4);

const a4 = [210, 297];

test("a car's sheet is one page of A4, and its code leads to the car and counts the scan once", async ({
  page,
  browser,
  baseURL,
}) => {
  const { id } = await registerAndPublishCar(page, {
    model: "Duster Extreme 4x4 Blue dCi Anniversary",
    registeredUntil: "2027-05",
    origin: "Evropë",
    color: "E zezë",
    condition: "Shumë e mirë",
    equipment: [...equipmentList],
  });
  await page.goto("/my-publishings");
  const card = page.locator(`[data-car="${id}"]`);
  await card.getByRole("button", { name: /^Më shumë/ }).click();
  await card.getByRole("link", { name: myCarsMessages.printSheet }).click();
  await expect(page.getByRole("heading", { level: 1, name: text.title })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/my-publishings/${id}/sheet$`));
  const sheet = page.locator(`article[data-car="${id}"]`);
  for (const fact of [
    "13.900 €",
    "84.000 km",
    "Diesel",
    "Manual",
    "80 kW",
    "Arta Krasniqi",
    "+383 44 765 432",
  ])
    await expect(sheet).toContainText(fact);
  expect((await sheet.locator("[data-equipment]").textContent())?.split("\u00a0\u00a0 ")).toHaveLength(10);
  const address = await scanned(sheet.getByRole("img", { name: /QR/ }));
  expect(address).toBe(`${baseURL}/car/${id}?nga=fleta`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  expect(await printedPages(page)).toEqual([a4]);

  // Only the sheet is printed, and its code is still readable.
  await page.setViewportSize({ width: 703, height: 1030 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
  expect(await scanned(sheet.getByRole("img", { name: /QR/ }))).toBe(address);
  const edges = await sheet.evaluate((element) => [element.scrollHeight, element.clientHeight]);
  expect(edges[0], "nothing of the sheet is cut off").toBe(edges[1]);

  const passerby = await browser.newContext();
  const phone = await passerby.newPage();
  let told = 0;
  phone.on("request", (request) => {
    if (request.url().endsWith("/events")) told += 1;
  });
  const answer = phone.waitForResponse(`**/api/cars/${id}/events`);
  await phone.goto(address ?? "");
  expect((await answer).status()).toBe(204);
  await expect(phone).toHaveURL(`${baseURL}/car/${id}`);
  await phone.reload();
  await expect(phone.getByRole("heading", { level: 1 })).toContainText("Duster");
  await phone.goto("/search");
  await phone.goBack();
  await expect(phone).toHaveURL(`${baseURL}/car/${id}`);
  await expect(phone.getByRole("heading", { level: 1 })).toContainText("Duster");
  expect(told).toBe(1);

  // The same sheet's code after the sale: the page shows similar cars.
  expect((await page.request.put(`/api/cars/${id}/sold`)).status()).toBe(200);
  await phone.goto(address ?? "");
  await expect(phone.getByRole("heading", { name: "Vetura të ngjashme" })).toBeVisible();
  await passerby.close();
});

test("the sheets of a dealer's whole stock have one page per car", async ({ page }) => {
  await signInToDemo(page, "dealer");
  await page.goto("/my-publishings");
  await page.getByRole("button", { name: /^Më shumë: Stoku/ }).click();
  await page.getByRole("link", { name: text.stockLink }).click();
  await expect(page.getByRole("heading", { level: 1, name: text.titleMany })).toBeVisible();
  const sheets = page.locator("article[data-car]");
  await expect(sheets.first()).toBeVisible();
  const ids = await sheets.evaluateAll((found) => found.map((sheet) => sheet.getAttribute("data-car") ?? ""));
  expect(ids.length).toBeGreaterThan(3);
  expect(new Set(ids).size).toBe(ids.length);
  await expect(page.getByText(/Vetura të tilla ofrohen për/).first()).toBeVisible();
  expect(await printedPages(page)).toEqual(ids.map(() => a4));
  // Of the dealer's area nothing is printed, nor does its side list narrow the sheets.
  await page.setViewportSize({ width: 1123, height: 794 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  const [width, printed] = await Promise.all([
    sheets.first().evaluate((sheet) => sheet.getBoundingClientRect().width),
    page.evaluate(() => document.body.clientWidth),
  ]);
  expect(width).toBe(printed);
  await page.emulateMedia({ media: null });

  // Printing waits for the photos, then opens the browser's print dialog.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: text.printMany(ids.length) }).click();
  await expect(page.locator("body[data-printed]")).toBeVisible();
  const missing = await sheets
    .locator("img")
    .evaluateAll(
      (photos) =>
        photos.filter((photo) => photo instanceof HTMLImageElement && photo.naturalWidth === 0).length,
    );
  expect(missing).toBe(0);

  const [first = "", second = ""] = ids;
  await page.goto(`/my-publishings/sheets?ids=${second},${first},${second}`);
  await expect(sheets).toHaveCount(2);
  await expect(sheets.first()).toHaveAttribute("data-car", second);
  expect(await printedPages(page)).toHaveLength(2);
});

test("the sheet of another owner's car is not shown, and guests sign in first", async ({ page, browser }) => {
  const { id } = await registerAndPublishCar(page);
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(`/my-publishings/${id}/sheet`);
  await expect(other).toHaveURL(/\/login/);
  await registerAccount(other);
  await other.goto(`/my-publishings/${id}/sheet`);
  await expect(other.getByText(text.notFound)).toBeVisible();
  await expect(other.locator("article[data-car]")).toHaveCount(0);
  await stranger.close();
});
