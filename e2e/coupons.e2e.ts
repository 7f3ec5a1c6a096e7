import type { Page } from "@playwright/test";
import { couponMessages as text } from "#domain/messages/coupons.ts";
import { expect, test } from "./admin.ts";
import { expectAccessible } from "./axe.ts";

// Each goes a long way; a loaded machine takes its time.
test.describe.configure({ timeout: 240_000 });

const newCode = () => `KUPON-${process.pid}-${Date.now()}`;

async function accessibleAtAllWidths(page: Page): Promise<void> {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
}

/** Opens the administration's coupons, at the dialog that makes one. */
async function openDialog(page: Page) {
  await page.goto("/admin?tab=coupons");
  await page.getByRole("button", { name: text.add }).click();
  return page.getByRole("dialog");
}

test("an admin makes a coupon, is told at the field what is wrong with it, and ends it", async ({
  adminPage: page,
}) => {
  const code = newCode();
  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: text.submit }).click();
  await expect(dialog.getByLabel(text.code)).toHaveAccessibleDescription(text.codeInvalid);
  await expect(dialog.getByLabel(text.code)).toBeFocused();
  const percent = dialog.getByRole("textbox", { name: text.percent });
  await expect(percent).toHaveAccessibleDescription(text.percentInvalid);
  await accessibleAtAllWidths(page);

  await dialog.getByLabel(text.code).fill(code.toLowerCase());
  await dialog.getByRole("button", { name: text.amount }).click();
  await dialog.getByRole("textbox", { name: text.amount }).fill("2,50");
  await dialog.getByLabel(text.target).selectOption(text.targets.cars);
  await dialog.getByLabel(text.forEmail).fill("askush@example.com");
  await dialog.getByLabel(text.validUntil).fill("2031-12-31");
  await dialog.getByLabel(text.maxUses).fill("5");
  await dialog.getByLabel(text.note).fill("Panairi i veturave");
  await dialog.getByRole("button", { name: text.submit }).click();
  // Only the server knows this one.
  await expect(dialog.getByLabel(text.forEmail)).toHaveAccessibleDescription(text.emailUnknown);
  await dialog.getByLabel(text.forEmail).fill("");
  await dialog.getByRole("button", { name: text.submit }).click();
  await expect(page.getByText(text.made(code))).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const row = page.locator("[data-row]", { hasText: code });
  for (const shown of ["$2.50", text.targets.cars, text.everybody, "31.12.2031", "0 nga 5", "Panairi"])
    await expect(row).toContainText(shown);
  await accessibleAtAllWidths(page);

  const again = await openDialog(page);
  await again.getByLabel(text.code).fill(code);
  await again.getByRole("textbox", { name: text.percent }).fill("10");
  await again.getByRole("button", { name: text.submit }).click();
  await expect(again.getByLabel(text.code)).toHaveAccessibleDescription(text.codeTaken);
  await page.keyboard.press("Escape");

  await row.getByRole("button", { name: `${text.end} ${code}` }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(text.endText(code));
  await question.getByRole("button", { name: text.endIt }).click();
  await expect(page.getByText(text.endedNow)).toBeVisible();
  await expect(row).toContainText(text.ended);
  await expect(row.getByRole("button")).toHaveCount(0);
});
