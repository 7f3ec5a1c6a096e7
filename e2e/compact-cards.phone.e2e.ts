import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, waitForHydration, test } from "./fixtures.ts";

// The reference phone of the UX goals; Playwright's Pixel 7 is as high and slightly wider.
const phone = { width: 390, height: 844 };
test.use({ viewport: phone });

const recommended = (page: Page) => page.getByRole("region", { name: "Të rekomanduara" });
const large = (page: Page) => page.getByRole("button", { name: "Të mëdha" });
const photoWidth = (page: Page) =>
  page
    .locator("main article .car-photo")
    .first()
    .evaluate((photo) => photo.getBoundingClientRect().width);

/** The number of cars whose photo, price and name are fully visible. */
async function carsInView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bar = document.querySelector("[data-bottom-bar]")?.getBoundingClientRect().top ?? innerHeight;
    return [...document.querySelectorAll("main article")].filter((card) =>
      [".car-photo", ".car-price", "h3"].every((part) => {
        const box = card.querySelector(part)?.getBoundingClientRect();
        return (
          box !== undefined && box.height > 0 && box.bottom <= bar && box.left >= 0 && box.right <= innerWidth
        );
      }),
    ).length;
  });
}

const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((tell) => {
        const observer = new PerformanceObserver(() => undefined);
        observer.observe({ type: "layout-shift", buffered: true });
        const entries: unknown[] = observer.takeRecords();
        tell(
          entries.reduce<number>(
            (sum, entry) =>
              sum +
              (typeof entry === "object" && entry !== null && "value" in entry ? Number(entry.value) : 0),
            0,
          ),
        );
      }),
  );

async function choose(button: Locator): Promise<void> {
  await button.tap();
  await expect(button).toHaveAttribute("aria-pressed", "true");
}

test("a phone's first screen of /search shows at least three cars, recommended ones included", async ({
  page,
}) => {
  for (const [path, hasRecommended] of [
    ["/search", true],
    ["/search?sort=price_asc", true],
    ["/search?brand=Volkswagen&fuel=Diesel", false],
  ] as const) {
    await page.goto(path);
    if (hasRecommended) await expect(recommended(page)).toBeVisible();
    await expect.poll(() => page.locator("main article").count(), path).toBeGreaterThanOrEqual(20);
    expect(await carsInView(page), path).toBeGreaterThanOrEqual(3);
    await expectAccessible(page);
  }
});

test("a switch sets the size of the cards, and the device stores it", async ({ page }) => {
  await page.goto("/search");
  expect(await photoWidth(page)).toBeLessThan(phone.width / 2);
  await choose(large(page));
  expect(await photoWidth(page)).toBeGreaterThan(phone.width * 0.8);
  await expectAccessible(page);

  await page.reload();
  await expect(large(page)).toHaveAttribute("aria-pressed", "true");
  expect(await photoWidth(page)).toBeGreaterThan(phone.width * 0.8);
  expect(await shifts(page)).toBeLessThan(0.01);

  await choose(page.getByRole("button", { name: "Kompakte" }));
  expect(await photoWidth(page)).toBeLessThan(phone.width / 2);
});

test.describe("before the scripts", () => {
  test.use({ waitForScripts: false });

  test("large cards are large in the first frame, and the page hydrates without an error", async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem("largeCards", "1"));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/search", { waitUntil: "commit" });
    await expect(page.locator("main article").first()).toBeVisible();
    expect(await photoWidth(page)).toBeGreaterThan(phone.width * 0.8);
    release();
    await waitForHydration(page);
    await expect(large(page)).toHaveAttribute("aria-pressed", "true");
    expect(await shifts(page)).toBeLessThan(0.01);
  });
});

test("in a chosen sort order the recommended cars are one row to swipe, also by keyboard", async ({
  page,
}) => {
  const lines = () =>
    recommended(page)
      .getByRole("article")
      .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().top)).size);
  await page.goto("/search");
  expect(await lines()).toBeGreaterThan(1);
  await page.getByLabel("Renditja").selectOption("price_asc");
  await expect(page).toHaveURL(/sort=price_asc/);
  await expect.poll(lines).toBe(1);
  const cards = recommended(page).getByRole("link");
  expect(await cards.count()).toBeGreaterThan(1);
  await expect(cards.last()).not.toBeInViewport();
  // The row is rendered again when the sorted cars arrive; the focus is lost with the old card.
  await expect(async () => {
    await cards.last().focus();
    await expect(cards.last()).toBeInViewport({ timeout: 2_000 });
  }).toPass();
  await choose(large(page));
  expect(await lines()).toBe(1);
  await expectAccessible(page);
});

test("the chosen sort order is not truncated at 360 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/search?brand=Volkswagen,BMW,Audi,Ford,Opel,Fiat,Toyota,Renault,Peugeot,Kia,Honda");
  const sort = page.getByLabel("Renditja");
  const values = await sort
    .locator("option")
    .evaluateAll((options) => options.map((option) => option.getAttribute("value")));
  expect(values.length).toBeGreaterThan(5);
  const words = page.locator(".sort-select > span[aria-hidden]");
  for (const value of values) {
    await sort.selectOption(value);
    const chosen = await sort.locator("option:checked").textContent();
    await expect(words).toHaveText(new RegExp(chosen?.split(": ").at(-1) ?? ""));
    await expect(words).toBeVisible();
    expect(
      await words.evaluate(
        (box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight,
      ),
      chosen ?? "",
    ).toBe(true);
  }
});
