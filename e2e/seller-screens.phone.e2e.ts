import { z } from "zod";
import { dayOf } from "#domain/format/day-of.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { findStrandedSeparators } from "./separators.ts";
import { signInToDemo } from "./state-setup.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("a car in the owner's list is at most 170 px tall on a phone, with at most three controls", async ({
  page,
}) => {
  await signInToDemo(page, "dealer");
  await page.goto("/my-publishings?tab=active");
  const cards = page.locator("main [data-car]");
  await expect(cards.first()).toBeVisible();
  const found = await cards.evaluateAll((elements) =>
    elements.map((element) => ({
      height: element.getBoundingClientRect().height,
      controls: [...element.querySelectorAll("button, a, input")].filter(
        (control) => control.checkVisibility({ checkOpacity: true }) && !control.matches("a[href^='/car/']"),
      ).length,
    })),
  );
  expect(Math.max(...found.map(({ height }) => height))).toBeLessThanOrEqual(170);
  expect(Math.max(...found.map(({ controls }) => controls))).toBeLessThanOrEqual(3);

  await page.setViewportSize({ width: 1440, height: 900 });
  const tallest = await cards.evaluateAll((elements) =>
    Math.max(...elements.map((element) => element.getBoundingClientRect().height)),
  );
  expect(tallest).toBeLessThanOrEqual(400);
});

test("a row of the owner's list shows the most urgent notice in one line", async ({ page }) => {
  await signInToDemo(page, "dealer");
  const confirmedAt = new Date().toISOString();
  // Calendar days in Kosovo: one of the 39 may have 23 or 25 hours.
  const stale = new Date(Date.parse(`${dayOf(new Date())}T12:00Z`) - 39 * 86_400_000).toISOString();
  const dear = { contactsThisWeek: 0, priceBand: "above", aboveSimilar: 1600, confirmedAt };
  const figures = [
    { ...dear, confirmedAt: stale, contactsThisWeek: 2 },
    { ...dear, contactsThisWeek: 3 },
    { ...dear, contactsThisWeek: 1 },
    dear,
    { contactsThisWeek: 0, priceBand: "fair", aboveSimilar: undefined, confirmedAt },
  ];
  await page.route("**/api/cars/my?**", async (route) => {
    const [car] = z.array(z.looseObject({})).parse(await (await route.fetch()).json());
    const json = figures.map((of, at) => Object.assign({}, car, of, { sold: false, _id: `car-${at}` }));
    await route.fulfill({ json });
  });
  await page.goto("/my-publishings?tab=active");
  const cards = page.locator("main [data-car]");
  for (const [at, line] of [
    "Pa u konfirmuar prej 39 ditësh",
    "3 kontakte këtë javë",
    "1 kontakt këtë javë",
    "Mbi treg: 1.600 € më shtrenjtë se të ngjashmet",
    "Konfirmuar sot",
  ].entries()) {
    const told = cards.nth(at).getByText(line, { exact: true });
    await expect(told).toBeVisible();
    expect(await told.evaluate((element) => element.scrollWidth - element.clientWidth), line).toBe(0);
  }
  // A badge does not repeat what the row's line says.
  await expect(cards.nth(3).getByText("Mbi treg", { exact: true })).toHaveCount(0);
  await expect(cards.nth(1).getByText("Mbi treg", { exact: true })).toBeVisible();
  const heights = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(170);
  await expectAccessible(page);
});

test("dashboard and profile stay short on a phone, and the navigation marks the current page", async ({
  page,
}) => {
  await signInToDemo(page, "dealer");
  for (const { path, area, current, max } of [
    { path: "/autosallon-dashboard", area: "Pjesët e autosallonit", current: "Paneli", max: 3300 },
    { path: "/profile", area: "Pjesët e profilit", current: "Të dhënat", max: 3000 },
  ]) {
    await page.goto(path);
    const nav = page.getByRole("navigation", { name: area });
    await expect(nav.locator("[aria-current=page]")).toHaveText(current);
    await expect(page.locator("main .skeleton")).toHaveCount(0);
    await expect(page.locator("footer")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(max);
  }
  await page.goto("/autosallon-dashboard/subscription");
  const nav = page.getByRole("navigation", { name: "Pjesët e autosallonit" });
  await expect(nav.getByRole("link", { name: "Abonimi" })).toBeInViewport();
  await nav.getByRole("link", { name: "Stoku" }).click();
  await expect(page).toHaveURL(/\/my-publishings$/);
  await expect(nav.locator("[aria-current=page]")).toHaveText("Stoku");
  // Pages of one's own cars are within the area, too.
  const id = await page.locator("main [data-car]").first().getAttribute("data-car");
  for (const path of [`${id}/stats`, `${id}/sheet`, "sheets"]) {
    await page.goto(`/my-publishings/${path}`);
    await expect(nav.locator("[aria-current=page]"), path).toHaveText("Stoku");
  }
});

test("a long list of the owner's cars is searched, sorted and paged, all in the address", async ({
  page,
}) => {
  await signInToDemo(page, "dealer");
  // Simulates a large dealer's stock by repeating one car.
  await page.route("**/api/cars/my?**", async (route) => {
    const [car] = z.array(z.looseObject({})).parse(await (await route.fetch()).json());
    const cars = Array.from({ length: 200 }, (_, index) => ({
      ...car,
      _id: `01980000-0000-7000-8000-${String(index).padStart(12, "0")}`,
      number: 5000 + index,
      price: 1000 + index,
    }));
    await route.fulfill({ json: cars });
  });
  await page.goto("/my-publishings?tab=active");
  const cards = page.locator("main [data-car]");
  await expect(cards).toHaveCount(24);
  await page.getByRole("link", { name: "Faqja 2" }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByLabel("Renditja").selectOption("Më të shtrenjtat");
  await expect(page).toHaveURL(/order=price-down/);
  await expect(cards.first()).toContainText("1.199 €");
  const search = page.getByLabel("Kërko te veturat tuaja");
  await search.fill("5007");
  await expect(cards).toHaveCount(1);
  await expect(page).toHaveURL(/q=5007/);
  await search.fill("xyz");
  await expect(page.getByText("Asnjë veturë nuk përputhet me «xyz»")).toBeVisible();
  await expect(search).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Shfaq të gjitha" }).click();
  await expect(cards).toHaveCount(24);
});

test("no line of a seller's screens begins or ends with a separator", async ({ page }) => {
  await signInToDemo(page, "dealer");
  for (const path of [
    "/my-publishings",
    "/profile/security",
    "/profile/notifications",
    "/autosallon-dashboard",
    "/autosallon-dashboard/report",
    "/autosallon-dashboard/keys",
  ]) {
    await page.goto(path);
    await expect(page.locator("main h1")).toBeVisible();
    await expect(page.locator("main .skeleton")).toHaveCount(0);
    for (const width of [320, 360, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await findStrandedSeparators(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

test("links to a section that has moved from /profile lead to it", async ({ page }) => {
  await signInToDemo(page, "seller");
  await page.goto("/profile#saved-searches");
  await expect(page).toHaveURL(/\/profile\/notifications#saved-searches$/);
});
