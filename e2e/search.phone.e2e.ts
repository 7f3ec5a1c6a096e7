import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { facetsOf } from "./market.ts";

test("the filter sheet fills the phone's screen, shows the number of cars and leads to them", async ({
  page,
  request,
}) => {
  await page.goto("/search");
  await page.getByRole("button", { name: "Filtrat" }).click();
  const sheet = page.getByRole("dialog", { name: "Filtrat" });
  await sheet.getByRole("checkbox", { name: /^Audi/ }).check();
  const { total } = await facetsOf(request, "brand=Audi");
  const show = sheet.getByRole("button", { name: `Shfaq ${total} vetura` });
  await expect(show).toBeInViewport();
  await expectAccessible(page);
  await show.click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/search\?brand=Audi$/);
  await expect(page.getByRole("button", { name: "Filtrat (1)" })).toBeInViewport();
  await expect(page.getByLabel("Renditja")).toBeInViewport();
});

test("the search page is not wider than a phone's screen", async ({ page }) => {
  for (const path of [
    "/",
    "/search",
    "/search?brand=Volkswagen,Mercedes-Benz,BMW,Audi&minPrice=1000&maxPrice=90000",
  ]) {
    await page.goto(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test("the filter sheet opens what most choose by and what is chosen, and keeps the rest closed", async ({
  page,
}) => {
  await page.goto("/search?transmission=Manual");
  await page.getByRole("button", { name: "Filtrat (1)" }).click();
  const sheet = page.getByRole("dialog", { name: "Filtrat" });
  const section = (name: string) =>
    sheet.locator("details").filter({ has: page.getByText(name, { exact: true }) });
  for (const name of ["Marka", "Çmimi (€)", "Viti", "Karburanti", "Lokacioni", "Transmisioni"])
    await expect(section(name), name).toHaveAttribute("open");
  await expect(section("Ngjyra")).not.toHaveAttribute("open");

  await section("Ngjyra").getByText("Ngjyra", { exact: true }).click();
  await section("Ngjyra").getByRole("checkbox").first().check();
  await expect(page.locator("button", { hasText: "Filtrat (2)" })).toBeAttached();
  await section("Ngjyra").getByRole("checkbox").first().uncheck();
  await expect(section("Ngjyra")).toHaveAttribute("open");
});
