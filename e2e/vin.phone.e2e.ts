import type { Page } from "@playwright/test";
import { mileageHistoryMessages as history } from "#domain/messages/mileage-history.ts";
import { reviewQuestionMessages as question } from "#domain/messages/review-question.ts";
import { vinCheckMessages as check } from "#domain/messages/vin-check.ts";
import { vinPageMessages } from "#domain/messages/vin-page.ts";
import { test } from "./admin.ts";
import { expectAccessible } from "./axe.ts";
import { expect } from "./fixtures.ts";
import { expectFitsWidth } from "./page-width.ts";
import { registerAccount } from "./people.ts";
import { newVin, publishCar } from "./published-car.ts";
import { signInToDemo } from "./state-setup.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** The topmost dialog fits the viewport, is not clipped, and has buttons large enough for touch. */
async function expectFits(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog").last();
  const box = await dialog.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await expectFitsWidth(page);
  const heights = await dialog
    .getByRole("button")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await expectAccessible(page, "dialog");
}

test("on a phone a buyer compares the number, and the owner explains a lower mileage", async ({
  page,
  somebody,
}) => {
  const vin = newVin();
  await publishCar(await somebody(), { vin, mileage: 190_000 });
  const owner = await somebody();
  const { id } = await publishCar(owner, { vin, mileage: 84_000 });

  await registerAccount(page);
  await page.goto(`/car/${id}`);
  await page.getByRole("button", { name: vinPageMessages.check }).click();
  await page.getByLabel(check.field).fill(`${vin.slice(0, 9)} ${vin.slice(9)}`);
  await expectFits(page);
  await page.getByRole("button", { name: check.send, exact: true }).click();
  await expect(page.getByText(check.matches)).toBeVisible();
  await expectFits(page);

  await page.context().addCookies((await owner.request.storageState()).cookies);
  await page.goto("/my-publishings");
  const card = page.locator(`[data-car="${id}"]`);
  await card.getByRole("button", { name: /Më shumë/ }).click();
  await page.getByRole("button", { name: history.write }).click();
  await page.getByRole("textbox", { name: history.field }).fill("Matësi është ndërruar në servis.");
  // The menu has closed: one Back closes the note, and the list is there.
  await expect(page.locator("dialog[open]")).toHaveCount(1);
  await expectFits(page);
  await page.getByRole("button", { name: history.save, exact: true }).click();
  await expect(page.getByText(history.saved)).toBeVisible();
  await expect(page.locator("dialog[open]")).toHaveCount(0);
  await expect(card.getByRole("button", { name: /Më shumë/ })).toBeFocused();

  await page.goto(`/car/${id}`);
  await expect(page.getByText("Matësi është ndërruar në servis.")).toBeVisible();
  await expect(page.getByRole("cell", { name: "84.000 km" })).toBeVisible();
  await expectFitsWidth(page);
});

test("on a phone an owner answers an admin's question, and the admin reads the answer in the queue", async ({
  page,
  somebody,
  browser,
}) => {
  // A job scans the cars every minute.
  test.setTimeout(240_000);
  const owner = await somebody();
  const { id } = await publishCar(owner, {
    sellerPhone: `+38345${String(Date.now()).slice(-6)}`,
    description: "Dërgoni 200 € kapar para se ta shihni veturën.",
  });
  const admin = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signInToDemo(admin, "admin");
  await expect(async () => {
    const asked = await admin.request.post(`/api/admin/review/${id}`, {
      data: { decision: "ask", reason: "Pse kërkoni kapar para shikimit?" },
    });
    expect(asked.status()).toBe(200);
  }).toPass({ timeout: 120_000, intervals: [3_000] });

  await page.context().addCookies((await owner.request.storageState()).cookies);
  await page.goto("/my-publishings");
  const asked = page.locator(`[data-question="${id}"]`);
  await expect(asked).toContainText("Pse kërkoni kapar para shikimit?");
  await asked.getByRole("button", { name: question.answer }).click();
  await page.getByRole("dialog").getByLabel(question.label).fill("E heqim nga përshkrimi.");
  await expectFits(page);
  await page.getByRole("dialog").getByRole("button", { name: question.send }).click();
  await expect(page.getByText(question.sent)).toBeVisible();

  await admin.goto("/admin?tab=review&kind=asks_for_money_ahead");
  const card = admin.locator(`[data-review="${id}"]`);
  await expect(card).toContainText("E heqim nga përshkrimi.");
  await expectFitsWidth(admin);
  await card.getByRole("button", { name: "Në rregull" }).click();
  await expect(card).toBeHidden();
});
