import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { expectFitsWidth } from "./page-width.ts";
import { registerAccount } from "./people.ts";

test("the guest's phone menu searches, registers and signs in", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Kërko", exact: true }).click();
  const menu = page.getByRole("dialog", { name: "Menyja" });
  await expect(menu.getByRole("combobox")).toBeFocused();
  await expectAccessible(page);
  await menu.getByRole("link", { name: "Regjistrohu" }).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(menu).toBeHidden();

  await page.getByRole("button", { name: "Hap menynë" }).click();
  await menu.getByRole("combobox").fill("audi");
  await menu.getByRole("combobox").press("Enter");
  await expect(page).toHaveURL(/\/search\?q=audi$/);
  await expect(menu).toBeHidden();
});

test("the phone menu of a signed-in person has the account's pages and sign-out", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/my-publishings");
  await expect(page.getByRole("heading", { name: "Shitjet e Mia" })).toBeVisible();
  await page.getByRole("button", { name: "Hap menynë" }).click();
  const menu = page.getByRole("dialog", { name: "Menyja" });
  await expect(menu.getByText("Arta Krasniqi")).toBeVisible();
  await expect(menu.getByRole("link", { name: "Shto veturë" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Hap menynë" }).click();
  await menu.getByRole("button", { name: "Dil" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Dolët nga llogaria")).toBeVisible();
});

test("no page is wider than a phone's screen", async ({ page }) => {
  for (const path of ["/", "/search", "/login", "/register", "/nuk-ekziston"]) {
    await page.goto(path);
    await expectFitsWidth(page, path);
  }
});
