import { expect, type Locator, type Page } from "@playwright/test";

/** Opens a phone's filter sheet. */
export async function openFilterSheet(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Filtrat/ }).click();
  const sheet = page.getByRole("dialog", { name: "Filtrat" });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** A section of the sheet by name; collapsed unless it has a chosen filter. */
export function sheetSection(sheet: Locator, name: string): Locator {
  return sheet.locator("details").filter({ has: sheet.page().locator("summary", { hasText: name }) });
}

/** Expands the section if it is collapsed. */
export async function expandSection(sheet: Locator, name: string): Promise<void> {
  const section = sheetSection(sheet, name);
  if ((await section.getAttribute("open")) === null) await section.locator("summary").click();
  await expect(section).toHaveAttribute("open");
}
