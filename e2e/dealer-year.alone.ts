import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { expect, test } from "./fixtures.ts";
import { waitForReturn, cards, waitForCardPage, payWith } from "./paying.ts";
import { registerAccount } from "./people.ts";
import { picture } from "./pictures.ts";
import { publishCar } from "./published-car.ts";

// A card that is accepted first and declined at each renewal.
const declineAfterAttachCard = "4000 0000 0000 0341";
const day = 86_400;

const sandboxAccess = z.object({ url: z.string(), secretKey: z.string() });

/** Moves the provider's clock: periods end, renewals are charged, late payments are given up. */
async function pass(days: number): Promise<void> {
  const folder = process.env.E2E_DATA_DIR ?? "";
  const file = await readFile(join(folder, "sandbox", "access.json"), "utf8");
  const { url, secretKey } = sandboxAccess.parse(JSON.parse(file));
  const answer = await fetch(`${url}/_sandbox/clock`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secretKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ advance: days * day + 7200 }),
  });
  expect(answer.status).toBe(200);
}

async function subscribe(page: Page, baseURL: string | undefined, card: string): Promise<void> {
  await page.goto("/autosallon-signup");
  await page.getByLabel("Emri i biznesit").fill("Auto Krasniqi");
  await page.getByLabel("Adresa e biznesit").fill("Rr. Nëna Terezë 12, Prizren");
  await page.getByRole("button", { name: "Vazhdo te pagesa" }).click();
  await page.getByRole("button", { name: "Paguaj $50" }).click();
  await waitForCardPage(page, baseURL);
  await payWith(page, card);
  await waitForReturn(page, "/autosallon/success");
  await expect(page.getByText(/^Abonimenti u aktivizua me sukses!/)).toBeVisible();
}

async function expectStatus(page: Page, status: string): Promise<void> {
  // The provider's webhooks arrive a moment later.
  await expect(async () => {
    await page.goto("/autosallon-dashboard");
    await expect(page.getByTestId("dealer-status")).toHaveText(status, { timeout: 3000 });
  }).toPass({ timeout: 60_000 });
}

async function expectCarStatus(page: Page, id: string, status: number): Promise<void> {
  await expect
    .poll(async () => (await page.request.get(`/api/cars/${id}`)).status(), { timeout: 30_000 })
    .toBe(status);
}

async function openPortal(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Menaxho pagesat" }).click();
  const portal = await opening;
  await expect(portal.getByRole("heading", { name: "Abonimi dhe faturat" })).toBeVisible();
  return portal;
}

test("a dealer's cars survive a late payment and a new card, disappear at the end and return with a renewal", async ({
  page,
  baseURL,
  browser,
}) => {
  test.setTimeout(600_000);
  await registerAccount(page);
  await subscribe(page, baseURL, declineAfterAttachCard);
  await picture(page, "dealer-success");
  const { id } = await publishCar(page);
  const stranger = await browser.newPage();

  // A month later the card is declined; the dealer keeps the rights.
  await pass(31);
  await expectStatus(page, "I Vonuar");
  await expect(page.getByText(/^Pagesa e fundit nuk kaloi/)).toBeVisible();
  await expectCarStatus(stranger, id, 200);
  await picture(page, "dashboard-late");

  // In the portal: a new card, and the open invoice is paid with it.
  let portal = await openPortal(page);
  await expect(portal.getByText("Pagesa e fundit dështoi")).toBeVisible();
  await picture(portal, "portal-late");
  await payWith(portal, "4242 4242 4242 4241");
  await expect(portal.getByRole("alert")).toBeVisible();
  await payWith(portal, cards.pays);
  await expect(portal.getByRole("status")).toHaveText("Kartela e re u ruajt.");
  await picture(portal, "portal-card-saved");
  await portal.getByRole("link", { name: "Shiko" }).first().click();
  await picture(portal, "invoice");
  await payWith(portal, cards.pays);
  await expect(portal.getByText("E paguar").first()).toBeVisible();
  const href = await portal.getByRole("link", { name: "Shkarko si PDF" }).getAttribute("href");
  const pdf = await portal.request.get(new URL(href ?? "", portal.url()).href);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  await portal.close();
  await expectStatus(page, "Aktiv");
  await expect(page.getByRole("row", { name: /Paguar/ })).toHaveCount(2);

  // The site learns of a cancellation and a resumption in the portal.
  portal = await openPortal(page);
  await portal.getByRole("button", { name: "Anulo abonimin" }).click();
  await expect(portal.getByRole("status")).toContainText("Abonimi u anulua");
  await expectStatus(page, "Aktiv (Do të Anullohet)");
  await picture(page, "dashboard-ending");
  await picture(portal, "portal-ending");
  await portal.getByRole("button", { name: "Vazhdo abonimin" }).click();
  await expectStatus(page, "Aktiv");
  await portal.getByRole("button", { name: "Anulo abonimin" }).click();
  await expectStatus(page, "Aktiv (Do të Anullohet)");
  await portal.close();
  await expectCarStatus(stranger, id, 200);

  // The period ends: listings, badge and dealer page disappear, and the next car has a fee.
  await pass(31);
  await expectStatus(page, "I Anulluar");
  await picture(page, "dashboard-lapsed");
  await expectCarStatus(stranger, id, 404);
  const dealerId = z.object({ id: z.string() }).parse(await (await page.request.get("/api/me")).json()).id;
  expect((await stranger.request.get(`/dealers/${dealerId}`)).status()).toBe(404);

  // After a renewal all is back.
  await page.locator("main").getByRole("link", { name: "Rinovo abonimin" }).click();
  await expect(page).toHaveURL(/\/autosallon-signup/);
  // The business data is still there.
  await expect(page.getByLabel("Emri i biznesit")).toHaveValue("Auto Krasniqi");
  await expect(page.getByLabel("Adresa e biznesit")).toHaveValue("Rr. Nëna Terezë 12, Prizren");
  await picture(page, "signup-again");
  await subscribe(page, baseURL, cards.pays);
  await expectStatus(page, "Aktiv");
  await expectCarStatus(stranger, id, 200);
  expect((await stranger.request.get(`/dealers/${dealerId}`)).status()).toBe(200);
  await stranger.goto(`/dealers/${dealerId}`);
  await picture(stranger, "dealer-public");
});
