import { expect, test } from "./fixtures.ts";
import { holdRequests } from "./held-requests.ts";

test("a tap on the phone menu shows at once that it is loading, and several taps open it once", async ({
  page,
}) => {
  await page.goto("/login");
  const code = await holdRequests(page, /\/phone-menu-[^/]*\.js$/);
  const button = page.getByRole("button", { name: "Hap menynë" });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await button.click();
  code.release();
  const menu = page.getByRole("dialog", { name: "Menyja" });
  await expect(menu.getByRole("link", { name: "Regjistrohu" })).toBeVisible();
  await expect(button).not.toHaveAttribute("aria-busy");
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
});
