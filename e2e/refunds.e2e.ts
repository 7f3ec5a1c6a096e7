import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { openPricing, waitForReturn, cards, waitForCardPage, payWith } from "./paying.ts";
import { registerAndPublishCar } from "./published-car.ts";

const sandboxAccess = z.object({ url: z.string(), secretKey: z.string() });

/** Calls the provider's API as the operator's dashboard does; returns the answer. */
async function atProvider(path: string, form?: Record<string, string>): Promise<unknown> {
  const folder = process.env.E2E_DATA_DIR ?? "";
  const file = await readFile(join(folder, "sandbox", "access.json"), "utf8");
  const { url, secretKey } = sandboxAccess.parse(JSON.parse(file));
  const answer = await fetch(`${url}${path}`, {
    headers: { Authorization: `Bearer ${secretKey}` },
    ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Checks accessibility at both widths; takes screenshots if PICTURES names a folder. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
}

/** Pays a second car with this card up to the success page; returns the checkout session's id. */
async function payCar(page: Page, baseURL: string | undefined, card: string): Promise<string> {
  await registerAndPublishCar(page);
  await openPricing(page);
  await page.getByLabel("Sponsorizimi").fill("2");
  await page.getByRole("button", { name: /^Vazhdo te pagesa/ }).click();
  await waitForCardPage(page, baseURL);
  await payWith(page, card);
  await waitForReturn(page, "/payment/success");
  return new URL(page.url()).searchParams.get("session_id") ?? "";
}

test("a refunded car is archived, shows the reason and is listed again once it is paid", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const sessionId = await payCar(page, baseURL, cards.pays);
  await expect(page.getByTestId("paid-amount")).toHaveText("$5");
  const session = await atProvider(`/v1/checkout/sessions/${sessionId}`);
  const { payment_intent: intent } = z.object({ payment_intent: z.string() }).parse(session);
  await atProvider("/v1/refunds", { payment_intent: intent });
  // The provider's webhooks arrive a moment later.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "Kjo pagesë është kthyer" })).toBeVisible({
      timeout: 3000,
    });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByTestId("refunded-amount")).toHaveText("$5");
  await expect(page.getByText("e sponsorizuar për")).toHaveCount(0);
  await look(page, "success-refunded");

  await page.locator("main").getByRole("link", { name: "Shitjet e mia" }).click();
  await page.getByRole("tab", { name: "Arkivi" }).click();
  await expect(page.getByText("Kjo veturë kaloi në arkiv sepse pagesa e publikimit u kthye.")).toBeVisible();
  await look(page, "archive-refunded");
  await page.getByRole("button", { name: "Rikthe" }).click();
  await page.getByRole("button", { name: "Konfirmo" }).click();
  await waitForCardPage(page, baseURL);
  await expect(page.getByText("$3").first()).toBeVisible();
  await payWith(page, cards.pays);
  await waitForReturn(page, "/payment/success");
  await expect(page.getByTestId("paid-amount")).toHaveText("$3");
  await page.locator("main").getByRole("link", { name: "Shitjet e mia" }).click();
  await expect(page.getByTestId("stat-active")).toContainText("2");
  await expect(page.getByTestId("stat-archived")).toContainText("0");
});

test("a car in dispute is suspended, and every page about it informs its seller", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  // This card pays, and its charge is disputed at once.
  await payCar(page, baseURL, "4000 0000 0000 0259");
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "Kjo pagesë është kundërshtuar" })).toBeVisible({
      timeout: 3000,
    });
  }).toPass({ timeout: 60_000 });
  await look(page, "success-disputed");
  await page.locator("main").getByRole("link", { name: "Shitjet e mia" }).click();
  await expect(page.getByText("pagesa e saj është kundërshtuar në bankë")).toBeVisible();
  await look(page, "my-publishings-disputed");
});
