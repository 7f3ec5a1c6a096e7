import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";
import { openPricing, waitForReturn, cards, waitForCardPage, payWith } from "./paying.ts";
import { registerAccount } from "./people.ts";

test("a person becomes a dealer, publishes for free, cancels the subscription and resumes it", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(360_000);
  await registerAccount(page);
  await page.goto("/autosallon-dashboard");
  await expect(page.getByRole("heading", { name: "Bëhu Autosallon!" })).toBeVisible();
  await expect(page.locator("main").getByText("$50").first()).toBeVisible();
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
  const failing = async (call: string, act: () => Promise<void>, told: string) => {
    await page.route(call, (route) => route.fulfill({ status: 409, json: {} }));
    await act();
    await expect(page.getByText(told).first()).toBeVisible();
    await page.unroute(call);
  };
  const pay = page.getByRole("button", { name: "Paguaj $50" });
  await failing("**/create-dealer-subscription", () => pay.click(), "Gabim në krijimin e abonimit");
  await pay.click();
  await waitForCardPage(page, baseURL);
  await payWith(page, cards.pays);

  await waitForReturn(page, "/autosallon/success");
  await expect(page.getByText(/^Abonimenti u aktivizua me sukses!/)).toBeVisible();
  const main = page.locator("main");
  await expect(main.getByRole("link", { name: "Shto veturë" })).toHaveAttribute("href", "/add-car");
  await expect(main.getByRole("link", { name: "Profili im" })).toHaveAttribute("href", "/profile");
  await main.getByRole("link", { name: "Paneli i autosallonit" }).click();

  const status = page.getByTestId("dealer-status");
  await expect(status).toHaveText("Aktiv");
  await expect(
    page.getByRole("region", { name: "Historiku i faturave" }).getByRole("listitem"),
  ).toContainText("$50");
  for (const card of ["Vetura gjithsej", "Aktive", "Të shitura", "Kursimet e vlerësuara"])
    await expect(main.getByText(card, { exact: true }).first()).toBeVisible();
  for (const part of ["Statistikat", "Historiku i faturave", "Veprime të shpejta", "Përfitimet tuaja"])
    await expect(main.getByRole("heading", { name: part })).toBeVisible();
  for (const [name, address] of [
    ["Shto veturë", "/add-car"],
    ["Shitjet e mia", "/my-publishings"],
    ["Profili", "/profile"],
  ] as const)
    await expect(main.getByRole("link", { name, exact: true })).toHaveAttribute("href", address);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  await openPricing(page);
  await expect(page.getByTestId("pricing-total")).toHaveText("$0");
  await page.getByRole("button", { name: "Publiko", exact: true }).click();
  await expect(page.getByText("Vetura u publikua me sukses!").first()).toBeVisible();
  // The car's page links its window sheet, too.
  await page.getByRole("button", { name: /^Më shumë/ }).click();
  await expect(page.getByRole("link", { name: "Printo fletën" })).toHaveAttribute("href", /\/sheet$/);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Auto Krasniqi" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Auto Krasniqi" })).toBeVisible();
  await expect(page.locator("main").getByRole("heading", { name: "Renault Clio" })).toBeVisible();

  await page.goto("/autosallon-dashboard");
  const confirm = page.getByRole("button", { name: "Konfirmo" });
  const press = (name: string) => page.getByRole("button", { name }).click();
  await failing(
    "**/customer-portal",
    () => press("Menaxho pagesat"),
    "Gabim në hapjen e portalit të menaxhimit",
  );
  await press("Anulo abonimin");
  await failing("**/cancel-subscription", () => confirm.click(), "Gabim në anulimin e abonimit");
  await page.getByRole("button", { name: "Anulo abonimin" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("veturat tuaja nuk shfaqen më në kërkim");
  await page.getByRole("button", { name: "Konfirmo" }).click();
  await expect(status).toHaveText("Aktiv (Do të Anullohet)");
  await press("Riaktivizo abonimin");
  await failing("**/reactivate-subscription", () => confirm.click(), "Gabim në riaktivizimin e abonimit");
  await page.getByRole("button", { name: "Riaktivizo abonimin" }).click();
  await page.getByRole("button", { name: "Konfirmo" }).click();
  await expect(status).toHaveText("Aktiv");
  await failing(
    "**/api/dealer/stats",
    async () => void (await page.reload()),
    "Gabim në ngarkimin e dashboard-it",
  );
  await press("Provo Përsëri");
  await expect(status).toHaveText("Aktiv");
  await page.goto("/autosallon-signup");
  await expect(page.getByText("Ju tashmë keni një abonim aktiv")).toBeVisible();
});

test("a dealer's page is complete without scripts, and other accounts have none", async ({ request }) => {
  const cars = await carsOf(request, "brand=BMW,Audi&limit=100");
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
