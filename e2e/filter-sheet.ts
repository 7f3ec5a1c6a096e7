import { expect, type Locator, type Page } from "@playwright/test";

/** A phone's filters, opened. */
export async function openedSheet(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Filtrat/ }).click();
  const sheet = page.getByRole("dialog", { name: "Filtrat" });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** One filter of the sheet, by its name; folded unless something is chosen in it. */
export function sheetSection(sheet: Locator, name: string): Locator {
  return sheet.locator("details").filter({ has: sheet.page().locator("summary", { hasText: name }) });
}

/** Opens the section where it is folded. */
export async function unfold(sheet: Locator, name: string): Promise<void> {
  const section = sheetSection(sheet, name);
  if ((await section.getAttribute("open")) === null) await section.locator("summary").click();
  await expect(section).toHaveAttribute("open");
}
