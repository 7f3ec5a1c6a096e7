import type { Page } from "@playwright/test";
import { stockCsv, stockPicture, stockRow, zipOf } from "#testing/stock-files.ts";
import { expectAccessible, widths } from "./axe.ts";
import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";
import { registerAccount } from "./people.ts";

const references = (count: number) => Array.from({ length: count }, (_, at) => `A-${at + 1}`);

/** A ZIP with a table and a picture for each car; `change` overrides a car's cells. */
async function stockOf(
  all: readonly string[],
  change: (reference: string) => Parameters<typeof stockRow>[0] = () => ({}),
): Promise<Buffer> {
  const rows = all.map((referenca) =>
    stockRow({ referenca, fotot: `${referenca}.jpg`, ...change(referenca) }),
  );
  const pictures = await Promise.all(
    all.map(async (name) => [`${name}.jpg`, await stockPicture(Number(name.slice(2)), 640, 480)] as const),
  );
  return zipOf({ "stoku.csv": stockCsv(rows), ...Object.fromEntries(pictures) });
}

async function choose(page: Page, file: Buffer, name = "stoku.zip"): Promise<void> {
  await page
    .getByLabel("Zgjidh skedarin")
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: file });
}

const badge = (page: Page, status: string) => page.locator("main").getByText(status, { exact: true }).first();
const tab = (page: Page, name: string, count: number) =>
  page.getByRole("tab", { name: `${name} ${count}`, exact: true });
const apply = (page: Page) => page.getByRole("button", { name: /^Apliko/ });

test("a dealer imports a stock: previews it, corrects a cell, applies, imports again and undoes", async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  await registerDealer(page, request);
  await page.goto("/autosallon-dashboard");
  await page.getByRole("link", { name: "Importi", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Importo stokun" })).toBeVisible();
  await expect(page.getByText("Ende nuk keni importuar asgjë.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Shkarko shabllonin" })).toHaveAttribute(
    "href",
    "/api/dealer/imports/template.csv",
  );
  await expectAccessible(page);
  await choose(page, Buffer.from("x"), "stoku.pdf");
  await expect(page.getByRole("alert")).toHaveText("Zgjidhni një skedar CSV ose ZIP.");

  const wrong: Record<string, Parameters<typeof stockRow>[0]> = {
    "A-2": { cmimi: "abc" },
    "A-5": { marka: "Volksvagen", viti: "1899" },
  };
  const stock = await stockOf(references(8), (reference) => wrong[reference] ?? {});
  const upload = await holdRequests(page, /\/api\/dealer\/imports\?format=/);
  await choose(page, stock);
  await expect.poll(upload.asked).toBe(1);
  await page.getByRole("contentinfo").getByRole("link", { name: "Kushtet e përdorimit" }).click();
  const leaving = page.getByRole("alertdialog", { name: "Skedari ende po dërgohet" });
  await leaving.getByRole("button", { name: "Qëndro këtu" }).click();
  upload.release();
  await expect(badge(page, "Gati për aplikim")).toBeVisible({ timeout: 120_000 });
  await expect(tab(page, "Me gabime", 2)).toHaveAttribute("aria-selected", "true");
  await expect(tab(page, "Të reja", 6)).toBeVisible();
  await expect(page.getByText("Referenca A-5")).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  // The interpreted figures are shown before anything is published.
  await tab(page, "Të reja", 6).click();
  await expect(page.getByText("12.500 € 85.000 km 1 foto")).toHaveCount(6);
  await expectAccessible(page);
  await tab(page, "Me gabime", 2).click();

  // Another wrong value, then a valid one: the row then counts as new.
  const price = page.getByLabel("Vlera e re për cmimi, Rreshti 3");
  await expect(price).toHaveValue("abc");
  const row = page.locator("form").filter({ has: price });
  await price.fill("-5");
  await row.getByRole("button", { name: "Ruaje rreshtin" }).click();
  await expect(page.getByText("Rreshti 3 ka ende gabime.")).toBeVisible();
  await price.fill("11.900");
  await row.getByRole("button", { name: "Ruaje rreshtin" }).click();
  await expect(page.getByText("Rreshti 3 u rregullua.")).toBeVisible();
  await expect(tab(page, "Me gabime", 1)).toBeVisible();
  await expect(tab(page, "Të reja", 7)).toBeVisible();

  // Leaving the page does not stop the import.
  await apply(page).click();
  await expect(page.getByText("Mund ta mbyllni faqen; puna vazhdon edhe pa ju.")).toBeVisible();
  const address = page.url();
  await page.goto("/robots.txt");
  await page.goto(address);
  await expect(badge(page, "U aplikua")).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText("Stoku juaj u përditësua: 7 të reja, 0 të ndryshuara.")).toBeVisible();
  await expect(page.getByText("1 rresht me gabime u kapërcye.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Shiko veturat" }).click();
  await expect(page.locator("main").getByText("11.900 €").first()).toBeVisible();

  // The same file with one price higher and one car missing: nothing is archived unless chosen.
  await page.goto("/autosallon-dashboard/imports");
  await expect(page.getByRole("link", { name: /^Hape importimin/ })).toContainText("7 të reja");
  await choose(
    page,
    await stockOf(references(4), (reference) =>
      reference === "A-2" ? { cmimi: "11900" } : reference === "A-1" ? { cmimi: "12900" } : {},
    ),
  );
  await expect(badge(page, "Gati për aplikim")).toBeVisible({ timeout: 120_000 });
  await tab(page, "Të ndryshuara", 1).click();
  await expect(page.getByText("(ishte 12500)")).toBeVisible();
  await expect(tab(page, "Pa ndryshim", 3)).toBeVisible();
  await expect(tab(page, "Mungojnë", 3)).toBeVisible();
  await page.getByLabel("Arkivo 3 vetura që mungojnë në skedar").check();
  await apply(page).click();
  const question = page.getByRole("alertdialog", { name: "Po mungojnë shumë vetura" });
  await expect(question).toContainText("mungojnë 3 vetura");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Arkivoji dhe apliko" }).click();
  await expect(question.getByRole("alert")).toBeVisible();
  await question.getByLabel("Shkruani «arkivo» për të vazhduar").fill("Arkivo");
  await question.getByRole("button", { name: "Arkivoji dhe apliko" }).click();
  await expect(badge(page, "U aplikua")).toBeVisible({ timeout: 120_000 });
  const active = async () => {
    const cars: unknown = await (await page.request.get("/api/cars/my?limit=100")).json();
    return Array.isArray(cars) ? cars.length : -1;
  };
  expect(await active()).toBe(4);

  // Simulates the answer during the undo, which may take too short a time to be seen.
  const importAnswer = /\/api\/dealer\/imports\/[0-9a-f-]{36}$/;
  await page.route(importAnswer, async (route) => {
    const response = await route.fetch();
    const json: unknown = await response.json();
    const asked = { status: "applied", revertAskedAt: "2026-01-01T00:00:00.000Z" };
    await route.fulfill({ response, json: Object.assign({}, json, asked) });
  });
  await page.getByRole("button", { name: "Zhbëje importimin" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Zhbëje importimin" }).click();
  const undoing = page.getByRole("heading", { name: "Po e kthejmë stokun si ishte" });
  await expect(undoing).toBeVisible();
  await page.reload();
  await expect(undoing).toBeVisible();
  await expect(badge(page, "Po zhbëhet")).toBeVisible();
  await expectAccessible(page);
  // A handler that still waits for its answer is let finish.
  await page.unrouteAll({ behavior: "wait" });
  await expect(badge(page, "U zhbë")).toBeVisible({ timeout: 120_000 });
  expect(await active()).toBe(7);
});

test("an invalid file shows the reason, and another dealer's import is not found", async ({
  page,
  request,
}) => {
  await registerDealer(page, request);
  await page.goto("/autosallon-dashboard/imports");
  await choose(page, Buffer.from(""), "bosh.csv");
  await expect(badge(page, "Dështoi")).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText(/Skedari është i zbrazët/)).toBeVisible();
  await expectAccessible(page);
  const address = page.url();
  await registerDealer(page, request);
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "Ky importim nuk u gjet" })).toBeVisible();
});

test("a person who is not a dealer sees what a dealer gets", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/autosallon-dashboard/imports");
  await expect(page.getByRole("heading", { level: 1, name: "Bëhu Autosallon!" })).toBeVisible();
});

test("the import shows how a German Excel file was read, and errors are corrected under the file's own column names", async ({
  page,
  request,
}) => {
  await registerDealer(page, request);
  await page.goto("/autosallon-dashboard/imports");
  const lines = [
    "sep=;",
    "Marke;Modell;Baujahr;Kilometerstand;Preis;Kraftstoff;Getriebe;Karosserie;Ort;Beschreibung;Bilder",
    "VW;Golf;2018;85.000;12.500,00 €;Benzin;Schaltgetriebe;Kombi;Prishtina;Gepflegt;a.jpg",
    "Audi;A4;2019;90.000;16.900,00 €;Diesel;Automatic;Limousine;Prizren;;a.jpg",
    "BMW;X3;2017;150.000;abc;Diesel;Automatik;Geländewagen;Prizren;;a.jpg",
  ];
  const table = Buffer.from(`\ufeff${lines.join("\r\n")}\r\n`);
  await choose(page, await zipOf({ "stoku.csv": table, "a.jpg": await stockPicture(1, 640, 480) }));
  await expect(badge(page, "Gati për aplikim")).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText("Marke = marka", { exact: false })).toBeVisible();
  await tab(page, "Të reja", 2).click();
  await expect(page.getByText("12.500 € 85.000 km 1 foto")).toBeVisible();
  await expect(page.getByText("Karosserie: «Kombi» u lexua si «Karavan»")).toBeVisible();
  await expect(page.getByText("Getriebe: «Schaltgetriebe» u lexua si «Manual»")).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await tab(page, "Me gabime", 1).click();
  await page.getByLabel("Vlera e re për Preis, Rreshti 5").fill("21.900");
  await page.getByRole("button", { name: "Ruaje rreshtin" }).click();
  await expect(tab(page, "Të reja", 3)).toBeVisible();
});
