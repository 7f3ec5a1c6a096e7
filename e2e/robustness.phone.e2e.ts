import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { setFontSize } from "./page-width.ts";
import { registerAndPublishCar } from "./published-car.ts";

// Public pages with unusual input and bad networks.

const oneCar = /\/api\/cars\/[0-9a-f-]{36}$/;
const firstCard = (page: Page) => page.locator("main article h3 a").first();

/**
 * How far the page exceeds the screen's width, and which bars cover content, at a font size of `size` pixels.
 */
async function measureLayout(page: Page, size: number) {
  await setFontSize(page, size);
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const bars = [...document.querySelectorAll("body *")].filter(
      (element) =>
        ["fixed", "sticky"].includes(getComputedStyle(element).position) &&
        element.getBoundingClientRect().width > clientWidth / 2,
    );
    return { excess: scrollWidth - clientWidth, bars: bars.map(({ className }) => className) };
  });
}

test("no page is wider than a screen of 320 pixels with text at 200 %, and no bar covers it", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { id, word } = await registerAndPublishCar(page, {
    model: "W".repeat(60),
    sellerName: `${"Ngasësi".repeat(11)} مرحبا 🚗`,
    description: `${"x".repeat(200)} مرحبا بالعالم 🚗🚙 ${"shumë-e-gjatë-".repeat(15)}`,
    color: "e".repeat(30),
  });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    "/",
    "/search",
    `/search?brand=Dacia&q=${word}${"y".repeat(150)}`,
    `/car/${id}`,
    "/login",
    "/register",
    "/terms",
    "/favorites",
    "/payment/failed",
    "/nuk-ekziston",
    "/forgot-password",
    "/add-car",
    `/edit-car/${id}`,
    "/my-publishings",
    "/profile",
    "/autosallon-dashboard",
  ]) {
    await page.goto(path);
    // The dealers' prices are the widest part of the home page.
    if (path === "/") await page.getByRole("tab", { name: "Autosallon" }).click();
    // The button appears after the rest, and is as wide as its text.
    if (path.startsWith("/search?"))
      await expect(page.getByRole("button", { name: "Ruaj kërkimin" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (path === "/add-car")
      await expect(page.getByTestId("fee")).toHaveText("Publikimi i kësaj veture kushton $3.");
    // Content loaded after the page or on scrolling: account, cars, seller.
    await expect
      .poll(() =>
        page.locator("main .skeleton").evaluateAll((waiting) => {
          waiting[0]?.scrollIntoView();
          return waiting.length;
        }),
      )
      .toBe(0);
    expect((await measureLayout(page, 16)).excess, `${path} with text at 100 %`).toBeLessThanOrEqual(0);
    const large = await measureLayout(page, 32);
    expect(large.excess, `${path} with text at 200 %`).toBeLessThanOrEqual(0);
    expect(large.bars, `${path} with text at 200 %`).toEqual([]);
    await measureLayout(page, 16);
  }
});

test("a slow connection shows that the page and the results are loading", async ({ page }) => {
  await page.goto("/search");
  const hold = async (address: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  };
  const releaseResults = await hold(/\/api\/cars\?/);
  await page.getByLabel("Renditja").selectOption("price_asc");
  await expect(page.locator("main").getByRole("status").first()).toHaveText("Veturat po ngarkohen…");
  await expect(page.locator("main article").first()).toBeVisible();
  releaseResults();
  await expect(page.locator("main").getByRole("status").first()).toHaveText(/vetura$/);
  await page.unroute(/\/api\/cars\?/);

  await page.reload();
  const releaseCar = await hold(oneCar);
  const name = (await firstCard(page).textContent()) ?? "";
  await firstCard(page).click();
  await expect(page.getByText("Faqja po ngarkohet…")).toBeAttached();
  releaseCar();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("Faqja po ngarkohet…")).toHaveCount(0);
});

test.describe("when the connection fails", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("the car page reports a failed load and loads the car again", async ({ page }) => {
    await page.goto("/search");
    const name = (await firstCard(page).textContent()) ?? "";
    await page.route(oneCar, (route) => route.abort());
    await firstCard(page).click();
    await expect(page.getByText("Dështoi ngarkimi i veturës")).toBeVisible();
    await page.unroute(oneCar);
    await page.getByRole("button", { name: "Provo Përsëri" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module/] });

  test("a page that cannot be loaded offline says so, offers a retry and loads with the connection", async ({
    page,
    context,
  }) => {
    await page.goto("/");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Hap menynë" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gjeni veturën tuaj të radhës");
    await page.getByRole("contentinfo").getByRole("link", { name: "Kushtet e përdorimit" }).click();
    const failed = page.getByRole("heading", { level: 1, name: "Gabim në ngarkim" });
    await expect(failed).toBeVisible();
    await expect(page).toHaveURL(/\/terms$/);
    await page.getByRole("button", { name: "Rifresko Faqen" }).click();
    await expect(failed).toBeVisible();
    await page.getByRole("button", { name: "Provo Përsëri" }).click();
    await expect(failed).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gjeni veturën tuaj të radhës");
    await page.goForward();
    await expect(failed).toBeVisible();
    // The browser reports a connection, but the first request still fails.
    await page.route("**/healthz", (route) => route.abort(), { times: 1 });
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: "Kushtet e përdorimit" })).toBeVisible();
  });
});

test.describe("when rendering a page fails", () => {
  test.use({
    expectedErrors: [
      /not valid as a React child|Minified React error|Cannot convert object|is not a function/,
    ],
  });

  test("an error in a page's title or description shows the error view", async ({ page }) => {
    await page.goto("/search");
    await page.route(oneCar, async (route) => {
      const answer = await route.fetch();
      const car: unknown = await answer.json();
      // No real server sends this: it cannot be converted to a string.
      await route.fulfill({ json: Object.assign({}, car, { description: { toString: 1, valueOf: 1 } }) });
    });
    await firstCard(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "Diçka shkoi keq" })).toBeVisible();
    await expect(page).toHaveTitle(/^Diçka shkoi keq/);
    await page.goBack();
    await expect(firstCard(page)).toBeVisible();
    await expect(page).toHaveTitle(/Vetura në shitje/);
  });

  test("a failing page shows the error view, which loads the page again", async ({ page }) => {
    await page.goto("/search");
    await page.route(oneCar, async (route) => {
      const answer = await route.fetch();
      const car: unknown = await answer.json();
      // No real server sends this: it simulates a bug in the page.
      await route.fulfill({ json: Object.assign({}, car, { color: {} }) });
    });
    const name = (await firstCard(page).textContent()) ?? "";
    await firstCard(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "Diçka shkoi keq" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Provo Përsëri" })).toBeVisible();
    await page.unroute(oneCar);
    await page.getByRole("button", { name: "Rifresko Faqen" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });
});
