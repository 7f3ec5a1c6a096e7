import type { Page } from "@playwright/test";
import { waitForHydration, expect, test } from "./fixtures.ts";
import { newPerson } from "./people.ts";

test.use({ waitForScripts: false });

/** Opens a page and holds its scripts back; the returned function releases them and waits for hydration. */
async function withoutScripts(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  await expect(page.locator("footer")).toBeVisible();
  return async () => {
    release();
    await waitForHydration(page);
  };
}

test.describe("input before hydration", () => {
  test("the home page applies input to the search and the calculator from before hydration", async ({
    page,
  }) => {
    const hydrate = await withoutScripts(page, "/");
    const brand = page.getByLabel("Marka", { exact: true });
    const option = await brand.locator("option").nth(1).getAttribute("value");
    await brand.selectOption({ index: 1 });
    await page.getByLabel("Viti nga").selectOption("2015");
    await page.getByRole("slider").fill("12");
    await page.getByRole("switch").check();
    await page.getByRole("banner").getByRole("combobox").fill("golf 7");
    await hydrate();
    await expect(page.locator("main output", { hasText: "$25" })).toBeVisible();
    await expect(page.getByRole("slider")).toHaveValue("12");
    await expect(page.getByRole("banner").getByRole("combobox")).toHaveValue("golf 7");
    await page.locator("main form").getByRole("button").click();
    await expect(page).toHaveURL((url) => url.searchParams.get("brand") === option);
    await expect(page).toHaveURL((url) => url.searchParams.get("minYear") === "2015");
  });

  test("the home page opens the dealers' price tab that was pressed before hydration", async ({ page }) => {
    const hydrate = await withoutScripts(page, "/");
    await page.getByRole("tab", { name: "Autosallon" }).click();
    await hydrate();
    await expect(page.getByRole("tab", { name: "Autosallon" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tabpanel").getByText("$170")).toBeVisible();
  });

  test("the search page applies filters and a heart from before hydration", async ({ page }) => {
    const hydrate = await withoutScripts(page, "/search");
    await page.getByRole("checkbox", { name: /^Diesel/ }).check();
    await page.getByRole("checkbox", { name: /^Automatik/ }).check();
    await page.locator("[name=maxPrice]").fill("20000");
    await page.locator("[name=maxPrice]").press("Tab");
    // Filters replace the list; the heart's entry in localStorage stays.
    await page.locator("main article button[aria-pressed]").first().click();
    await hydrate();
    const hearts: unknown = await page.evaluate(() =>
      JSON.parse(localStorage.getItem("favoriteCars") ?? "[]"),
    );
    expect(hearts).toHaveLength(1);
    await expect(page).toHaveURL(/fuel=Diesel/);
    await expect(page).toHaveURL(/transmission=Automatik/);
    await expect(page).toHaveURL(/maxPrice=20000/);
    await expect(page.locator("[name=maxPrice]")).toHaveValue("20.000");
  });

  test("the search page applies a filter that was ticked during hydration", async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        observer.disconnect();
        document.querySelector<HTMLInputElement>("aside [name=fuel][value=Diesel]")?.click();
      }).observe(document, { subtree: true, attributeFilter: ["data-hydrated"] });
    });
    await page.goto("/search");
    await expect(page).toHaveURL(/fuel=Diesel/);
  });

  test("/register sends a form that was filled and sent before hydration", async ({ page }) => {
    const person = newPerson();
    const hydrate = await withoutScripts(page, "/register");
    const main = page.locator("main");
    await main.getByLabel("Emri", { exact: true }).fill(person.firstName);
    await main.getByLabel("Mbiemri").fill(person.lastName);
    await main.getByLabel("Email-i").fill(person.email);
    await main.getByLabel("Fjalëkalimi", { exact: true }).fill(person.password);
    await main.getByLabel("Përsërit fjalëkalimin").fill(person.password);
    await main.getByRole("button", { name: "Regjistrohu" }).click();
    await hydrate();
    await expect(page.getByText("Regjistrim i suksesshëm!")).toBeVisible();
  });

  for (const [address, label] of [
    ["/login", "Email-i"],
    ["/forgot-password", "Email-i"],
    ["/reset-password?token=x", "Përsërit fjalëkalimin"],
  ] as const) {
    test(`${address} keeps what was typed before hydration in the field and in the form`, async ({
      page,
    }) => {
      const hydrate = await withoutScripts(page, address);
      await page.locator("main").getByLabel(label).fill("pa shenjën et");
      await hydrate();
      await expect(page.locator("main").getByLabel(label)).toHaveValue("pa shenjën et");
      await page.locator("main form button[type=submit]").click();
      // The error is about the value typed, not about a missing one.
      await expect(
        page
          .locator("main form")
          .getByText(/detyrueshëm/)
          .filter({ hasText: label }),
      ).toHaveCount(0);
    });
  }
});
