import { stockCodeMessages as text } from "#domain/messages/stock-codes.ts";
import { expect, test } from "./admin.ts";
import { expectAccessible, widths } from "./axe.ts";
import { registerDealer } from "./dealers.ts";
import { countUnknownCodes, sendMobileStock } from "./mobile-stock.ts";
import { signInToDemo } from "./state-setup.ts";

// Long tests, slow on a loaded machine.
test.describe.configure({ timeout: 300_000 });

test("an admin completes an unknown code of mobile.de, and the dealer's waiting file is corrected automatically", async ({
  adminPage: page,
  playwright,
  baseURL,
}) => {
  const dealer = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  const other = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  await registerDealer({ request: dealer }, other);
  const code = `E2E-${process.pid}-${Date.now()}`;
  const waiting = await sendMobileStock(dealer, {
    kategorie: "Sedan",
    kraftstoffart: code,
    getriebeart: "Manual",
  });
  expect(await countUnknownCodes(dealer, waiting)).toBe(1);

  await page.goto("/admin");
  await page.getByRole("link", { name: /(kod i panjohur|kode të panjohura) (i|të) mobile\.de/ }).click();
  await expect(page.getByRole("button", { name: text.views.codes })).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel(text.column).selectOption("kraftstoffart");
  const row = page.locator(`[data-row="kraftstoffart:${code}"]`);
  await expect(row).toContainText(text.unknown);
  await expect(row).toContainText(text.metIn("1", "1"));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  await row.getByRole("button", { name: text.completeOf(code) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: text.save }).click();
  await expect(dialog.getByText(text.valueUnknown)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel(text.value).selectOption("Diesel");
  await dialog.getByRole("button", { name: text.save }).click();
  await expect(page.getByText(text.saved(code))).toBeVisible();
  await expect(row).toContainText("Diesel");
  await expect.poll(() => countUnknownCodes(dealer, waiting), { timeout: 120_000 }).toBe(0);

  await row.getByRole("button", { name: text.removeOf(code) }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: text.removeIt }).click();
  await expect(page.getByText(text.removed)).toBeVisible();
  // The waiting file was corrected, so no file has the code any more.
  await expect(row).toHaveCount(0);
  await Promise.all([dealer.dispose(), other.dispose()]);
});

test("an admin adds a code that no file had yet", async ({ page }) => {
  await signInToDemo(page, "admin");
  await page.goto("/admin?tab=models&view=codes");
  const code = `Car.E2E.${process.pid}.${Date.now()}`;
  await page.getByRole("button", { name: text.add }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(text.column).selectOption("kategorie");
  await dialog.getByLabel(text.code, { exact: true }).fill(code);
  await dialog.getByLabel(text.value).selectOption("Karavan");
  await dialog.getByRole("button", { name: text.save }).click();
  await expect(dialog).toBeHidden();
  await page.getByLabel(text.column).selectOption("kategorie");
  await expect(page.locator(`[data-row="kategorie:${code}"]`)).toContainText("Karavan");
});
