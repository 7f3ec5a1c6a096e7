import { join } from "node:path";
import type { Page } from "@playwright/test";

const sizes = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;

/** Takes screenshots at three widths, light and dark, if PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder === undefined) return;
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const path = join(folder, `${name}-${width}${colorScheme === "dark" ? "-dark" : ""}.png`);
      await page.screenshot({ path, fullPage: true, animations: "disabled" });
    }
  }
}
