import { expandSection } from "./filter-sheet.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";

test("Back closes the filter sheet and keeps the filters chosen in it", async ({ page }) => {
  await page.goto("/");
  await page.goto("/search");
  const sheet = page.getByRole("dialog", { name: "Filtrat" });
  for (const close of ["back", "button"] as const) {
    await page.getByRole("button", { name: /^Filtrat/ }).click();
    await expandSection(sheet, close === "back" ? "Karburanti" : "Transmisioni");
    await sheet.getByRole("checkbox", { name: close === "back" ? /^Diesel/ : /^Automatik/ }).check();
    await expect(page).toHaveURL(close === "back" ? /fuel=Diesel/ : /transmission=Automatik/);
    if (close === "back") await page.evaluate(() => history.back());
    else await sheet.getByRole("button", { name: / vetura$/ }).click();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/search\?fuel=Diesel/);
    const chosen = close === "back" ? 1 : 2;
    await expect(page.getByRole("button", { name: `Filtrat (${chosen})` })).toBeVisible();
  }
  await expect(page).toHaveURL(/fuel=Diesel&transmission=Automatik/);
  // One step back leaves the page, one forward returns to it, and a further one does not reopen the sheet.
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await page.goForward();
  await expect(page).toHaveURL(/fuel=Diesel&transmission=Automatik/);
  await page.goForward();
  await expect(page).toHaveURL(/fuel=Diesel&transmission=Automatik/);
  await expect(sheet).toBeHidden();
  // Both steps reloaded the page, and a step counts only after hydration.
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/$/);
});

test("reloading the page with the filter sheet open keeps the filters and adds no history entry", async ({
  page,
}) => {
  await page.goto("/");
  await page.goto("/search");
  await page.getByRole("button", { name: /^Filtrat/ }).click();
  const sheet = page.getByRole("dialog", { name: "Filtrat" });
  await expandSection(sheet, "Karburanti");
  await sheet.getByRole("checkbox", { name: /^Diesel/ }).check();
  await expect(page).toHaveURL(/fuel=Diesel/);
  await page.reload();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/fuel=Diesel/);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/$/);
});

test("Back from a car returns to the results of the filters chosen in the sheet", async ({ page }) => {
  await page.goto("/");
  await page.goto("/search");
  await page.getByRole("button", { name: /^Filtrat/ }).click();
  const sheet = page.getByRole("dialog", { name: "Filtrat" });
  await expandSection(sheet, "Karburanti");
  await sheet.getByRole("checkbox", { name: /^Diesel/ }).check();
  await sheet.getByRole("button", { name: / vetura$/ }).dblclick();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/search\?fuel=Diesel$/);
  await page.locator("article a[href^='/car/']").first().click();
  await expect(page).toHaveURL(/\/car\//);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/search\?fuel=Diesel$/);
  await expect(page.getByRole("button", { name: "Filtrat (1)" })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/$/);
});

test("Back closes the photo viewer, the report dialog and the menu before it leaves a car", async ({
  page,
  request,
}) => {
  const [car] = await carsOf(request, "limit=1");
  await page.goto("/search");
  await page.goto(`/car/${car?._id}`);
  const viewer = page.locator(".yarl__root");
  const dialog = page.getByRole("dialog").and(page.locator("dialog"));
  for (const [open, layer] of [
    [page.getByLabel(/^Hap fotot/).first(), viewer],
    [page.getByRole("button", { name: "Raporto" }), dialog],
    [page.getByRole("button", { name: "Hap menynë" }), dialog],
  ] as const) {
    await open.click();
    await expect(layer).toBeVisible();
    await expect.poll(() => page.evaluate(() => Object.keys(history.state ?? {}))).toContain("guard");
    await page.evaluate(() => history.back());
    await expect(layer).toBeHidden();
    await expect(page).toHaveURL(/\/car\//);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/search$/);
});

test("after a link in the menu, one step back returns to the page under the menu", async ({ page }) => {
  await page.goto("/search");
  await page.getByRole("button", { name: "Hap menynë" }).click();
  const menu = page.getByRole("dialog", { name: "Menyja" });
  await menu.getByRole("link", { name: "Hyr" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(menu).toBeHidden();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/search$/);
  await expect(page.getByRole("heading", { level: 1, name: "Vetura në shitje në Kosovë" })).toBeVisible();
});

test("pressing Back before the next page renders shows the page that was left", async ({ page }) => {
  await page.goto("/");
  await page.goto("/search");
  // As on a slow phone: the address has changed, and Back comes before React renders.
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...entry) => {
      push(...entry);
      history.pushState = push;
      history.back();
      const blocked = performance.now() + 500;
      while (performance.now() < blocked);
      document.documentElement.dataset["steppedBack"] = "";
    };
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "Privatësia" }).click();
  // The address alone proves nothing: it was the search's before the step, too.
  await expect(page.locator("html[data-stepped-back]")).toBeAttached();
  await expect(page).toHaveURL(/\/search$/);
  await expect(page.getByRole("heading", { level: 1, name: "Vetura në shitje në Kosovë" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});
