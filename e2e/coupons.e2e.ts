import type { APIRequestContext, Page } from "@playwright/test";
import { adminCoupon } from "#contract/admin-coupons.ts";
import { couponFieldMessages as field } from "#domain/messages/coupon-field.ts";
import { couponMessages as text } from "#domain/messages/coupons.ts";
import { expect, test } from "./admin.ts";
import { expectAccessible } from "./axe.ts";
import { openPricing, waitForCardPage } from "./paying.ts";
import { registerAccount } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";
import { signInToDemo } from "./state-setup.ts";

// Long tests, slow on a loaded machine.
test.describe.configure({ timeout: 240_000 });

const newCode = () => `KUPON-${process.pid}-${Date.now()}`;

async function accessibleAtAllWidths(page: Page): Promise<void> {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
}

/** Creates a coupon through the API, as the demo's admin in a session of its own. */
async function coupon(admin: APIRequestContext, data: Readonly<Record<string, unknown>>) {
  await signInToDemo({ request: admin }, "admin");
  const answer = await admin.post("/api/admin/coupons", { data: { code: newCode(), ...data } });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id, code } = adminCoupon.parse(await answer.json());
  return {
    code,
    end: async () => expect((await admin.delete(`/api/admin/coupons/${id}`)).status()).toBe(204),
  };
}

/** Opens the collapsed field and types a code. */
async function typeCoupon(page: Page, code: string): Promise<void> {
  await page.getByRole("button", { name: field.open }).click();
  await expect(page.getByLabel(field.label, { exact: true })).toBeFocused();
  await page.getByLabel(field.label, { exact: true }).fill(code);
}

/** Opens the dialog that creates a coupon in the administration. */
async function openDialog(page: Page) {
  await page.goto("/admin?tab=coupons");
  await page.getByRole("button", { name: text.add }).click();
  return page.getByRole("dialog");
}

test("an admin creates a coupon, sees errors at their fields, and ends it", async ({ adminPage: page }) => {
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
  // Only the server can find this error.
  await expect(dialog.getByLabel(text.forEmail)).toHaveAccessibleDescription(text.emailUnknown);
  await dialog.getByLabel(text.forEmail).fill("");
  await dialog.getByRole("button", { name: text.submit }).click();
  await expect(page.getByText(text.made(code))).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const row = page.locator("[data-row]", { hasText: code });
  for (const shown of ["$2,50", text.targets.cars, text.everybody, "31.12.2031", "0 nga 5", "Panairi"])
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

test("an admin's coupon of 100 % publishes a second car without a payment, and is used up for that seller", async ({
  adminPage: page,
}) => {
  const code = newCode();
  const dialog = await openDialog(page);
  await dialog.getByLabel(text.code).fill(code);
  await dialog.getByRole("textbox", { name: text.percent }).fill("100");
  await dialog.getByRole("button", { name: text.submit }).click();
  await expect(page.getByText(text.made(code))).toBeVisible();

  await registerAndPublishCar(page);
  await openPricing(page);
  await expect(page.getByTestId("pricing-total")).toHaveText("$3");
  await typeCoupon(page, "NUK-EKZISTON");
  await page.getByRole("button", { name: field.apply }).click();
  const input = page.getByLabel(field.label, { exact: true });
  await expect(input).toHaveAccessibleDescription("Ky kupon nuk ekziston. Kontrolloni shkronjat.");
  await accessibleAtAllWidths(page);
  await input.fill(code.toLowerCase());
  await input.press("Enter");
  await expect(page.getByText(field.applied(code, "$3"))).toBeVisible();
  await expect(page.getByTestId("pricing-total")).toHaveText("$0");
  await accessibleAtAllWidths(page);
  await page.getByRole("button", { name: "Publiko", exact: true }).click();
  await expect(page).toHaveURL(/\/my-publishings/);
  await expect(page.locator("article[data-car]")).toHaveCount(2);

  await openPricing(page);
  await typeCoupon(page, code);
  await page.getByRole("button", { name: field.apply }).click();
  await expect(input).toHaveAccessibleDescription("Ky kupon është përdorur ose ka skaduar");
  await expect(page.getByTestId("pricing-total")).toHaveText("$3");
});

test("a coupon that ends while the form is open is refused at the field, and nothing is published", async ({
  page,
  request,
}) => {
  const whole = await coupon(request, { percent: 100, target: "cars" });
  await registerAndPublishCar(page);
  await openPricing(page);
  await typeCoupon(page, whole.code);
  await page.getByRole("button", { name: field.apply }).click();
  await expect(page.getByTestId("pricing-total")).toHaveText("$0");
  await whole.end();
  await page.getByRole("button", { name: "Publiko", exact: true }).click();
  await expect(page.getByLabel(field.label, { exact: true })).toHaveAccessibleDescription(
    "Ky kupon është përdorur ose ka skaduar",
  );
  await expect(page.getByTestId("pricing-total")).toHaveText("$3");
});

test("a typed coupon applies without its own button, and /checkout asks again if it has ended", async ({
  page,
  request,
  baseURL,
}) => {
  const half = await coupon(request, { percent: 50, target: "cars" });
  await registerAndPublishCar(page);
  await openPricing(page);
  await typeCoupon(page, half.code);
  await page.getByRole("button", { name: "Vazhdo te pagesa · $3" }).click();
  // First the page shows the remaining price, then it asks for confirmation.
  await expect(page.getByTestId("pricing-total")).toHaveText("$1,50");
  await half.end();
  await page.getByRole("button", { name: "Vazhdo te pagesa · $1,50" }).click();
  await expect(page.getByRole("alert")).toContainText("Ky kupon është përdorur ose ka skaduar");
  await expect(page.getByText(`${field.discount} ${half.code}`)).toBeVisible();
  await accessibleAtAllWidths(page);
  await page.getByRole("button", { name: field.remove }).click();
  await expect(page.getByText("Ishte $1,50, tani është $3.")).toBeVisible();
  await page.getByRole("button", { name: "Vazhdo te pagesa · $3" }).click();
  await waitForCardPage(page, baseURL);
});

test("a coupon lowers the price of extras, and one of 100 % is refused", async ({
  page,
  request,
  baseURL,
}) => {
  const whole = await coupon(request, { percent: 100 });
  const dollar = await coupon(request, { amount: 1, target: "cars" });
  await registerAndPublishCar(page);
  await page.goto("/my-publishings");
  await page.getByRole("button", { name: /^Më shumë/ }).click();
  await page.getByRole("button", { name: "Sponsorizo" }).click();
  await page.getByLabel("Sponsorizimi").fill("3");
  const pay = page.getByRole("dialog").getByRole("button", { name: /^Vazhdo te pagesa|^Paguaj/ });
  await typeCoupon(page, whole.code);
  await page.getByRole("button", { name: field.apply }).click();
  await expect(page.getByRole("alert")).toContainText("vlen vetëm kur publikoni një veturë");
  await expect(pay).toBeDisabled();
  await accessibleAtAllWidths(page);
  await page.getByRole("button", { name: field.remove }).click();
  await page.getByLabel(field.label, { exact: true }).fill(dollar.code);
  await page.getByRole("button", { name: field.apply }).click();
  await expect(page.getByTestId("extras-total")).toHaveText("$2");
  await pay.click();
  await waitForCardPage(page, baseURL);
  await expect(page.getByText("$2").first()).toBeVisible();
});

test("a coupon lowers each month of a dealer's subscription", async ({ page, request, baseURL }) => {
  const { code } = await coupon(request, { amount: 20, target: "dealers" });
  await registerAccount(page);
  await page.goto("/autosallon-signup");
  await page.getByLabel("Emri i biznesit").fill("Auto Kupon");
  await page.getByLabel("Adresa e biznesit").fill("Rr. Nëna Terezë 12, Prizren");
  await page.getByRole("button", { name: "Vazhdo te pagesa" }).click();
  await typeCoupon(page, code);
  await page.getByRole("button", { name: field.apply }).click();
  await expect(page.getByText("Pastaj $30 çdo muaj")).toBeVisible();
  await expect(page.getByText(field.everyMonth)).toBeVisible();
  await accessibleAtAllWidths(page);
  await page.getByRole("button", { name: "Paguaj $30" }).click();
  await waitForCardPage(page, baseURL);
  await expect(page.getByText("$30").first()).toBeVisible();
});
