import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";
import { atPricing, backOnSite, cards, onCardPage, payWith } from "./paying.ts";
import { signedIn } from "./people.ts";

test("a person becomes a dealer, publishes for nothing, cancels and takes it back", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000);
  await signedIn(page);
  await page.goto("/autosallon-dashboard");
  await expect(page.getByRole("heading", { name: "Bëhu Autosallon!" })).toBeVisible();
  await page.locator("main").getByRole("link", { name: "Bëhu Autosallon" }).click();

  const next = page.getByRole("button", { name: "Vazhdo te pagesa" });
  await next.click();
  const form = page.locator("main form");
  await expect(form.getByText("Emri i biznesit është i detyrueshëm")).toBeVisible();
  await expect(form.getByText("Adresa e biznesit është e detyrueshme")).toBeVisible();
  await page.getByLabel("Emri i biznesit").fill("Auto Krasniqi");
  await page.getByLabel("Adresa e biznesit").fill("Rr. Nëna Terezë 12, Prizren");
  await next.click();
  await expect(page.getByText("Pastaj $50 çdo muaj")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Kthehu", exact: true }).click();
  await expect(page.getByLabel("Emri i biznesit")).toHaveValue("Auto Krasniqi");
  await next.click();
  await page.getByRole("button", { name: "Paguaj $50" }).click();
  await onCardPage(page, baseURL);
  await payWith(page, cards.pays);

  await backOnSite(page, "/autosallon/success");
  await expect(page.getByText(/^Abonimenti u aktivizua me sukses!/)).toBeVisible();
  await page.locator("main").getByRole("link", { name: "Paneli i autosallonit" }).click();

  const status = page.getByTestId("dealer-status");
  await expect(status).toHaveText("Aktiv");
  await expect(page.getByRole("row", { name: /Paguar/ })).toContainText("$50");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  await atPricing(page);
  await expect(page.getByTestId("pricing-total")).toHaveText("$0");
  await page.getByRole("button", { name: "Publiko", exact: true }).click();
  await expect(page.getByText("Vetura u publikua me sukses!").first()).toBeVisible();
  await page.getByRole("link", { name: "Auto Krasniqi" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Auto Krasniqi" })).toBeVisible();
  await expect(page.locator("main").getByRole("heading", { name: "Renault Clio" })).toBeVisible();

  await page.goto("/autosallon-dashboard");
  await page.getByRole("button", { name: "Anulo abonimin" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("veturat tuaja fshihen nga kërkimi");
  await page.getByRole("button", { name: "Konfirmo" }).click();
  await expect(status).toHaveText("Aktiv (Do të Anullohet)");
  await page.getByRole("button", { name: "Riaktivizo abonimin" }).click();
  await page.getByRole("button", { name: "Konfirmo" }).click();
  await expect(status).toHaveText("Aktiv");
  await page.goto("/autosallon-signup");
  await expect(page.getByText("Ju tashmë keni një abonim aktiv")).toBeVisible();
});

test("a dealer's page is whole without scripts, and nobody else has one", async ({ request }) => {
  const cars = await carsOf(request, "limit=100");
  const dealer = cars.find((car) => car.seller.isDealer);
  const other = cars.find((car) => !car.seller.isDealer);
  const answer = await request.get(`/dealers/${dealer?.seller.id}`);
  expect(answer.status()).toBe(200);
  const page = await answer.text();
  expect(page).toContain('"@type":"AutoDealer"');
  expect(page).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/dealers/${dealer?.seller.id}"`));
  expect(page).toMatch(new RegExp(`<a [^>]*href="/car/${dealer?._id}"`));
  expect(page).not.toMatch(/\+383\d{8}/);
  expect((await request.get(`/dealers/${other?.seller.id}`)).status()).toBe(404);
  expect((await request.get("/dealers/x")).status()).toBe(404);
});
