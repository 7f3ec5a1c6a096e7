import type { Locator, Page } from "@playwright/test";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf, facetsOf } from "./market.ts";

const main = (page: Page) => page.locator("main");
const count = (page: Page) => main(page).getByRole("status").first();
const names = (page: Page) => main(page).locator("article h3");
const filters = (page: Page) => page.getByRole("complementary", { name: "Filtrat" });
const chip = (page: Page, label: string) => page.getByRole("link", { name: `Hiq: ${label}` });

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the filters work as a form without scripts and accept numbers as people write them", async ({
    page,
    request,
  }) => {
    await page.goto("/search");
    await filters(page).getByRole("checkbox", { name: /^BMW/ }).check();
    await filters(page).getByRole("checkbox", { name: /^Audi/ }).check();
    await filters(page).getByLabel("Çmimi (€): deri në").fill("20.000");
    await page.getByLabel("Renditja").selectOption("price_asc");
    await page.getByRole("button", { name: "Apliko filtrat" }).click();
    const { total } = await facetsOf(request, "brand=BMW,Audi&maxPrice=20000");
    await expect(count(page)).toHaveText(`${total} vetura`);
    for (const label of ["BMW", "Audi", "deri 20.000 €"]) await expect(chip(page, label)).toBeVisible();
  });

  test("a link opens the filters on a phone without scripts, and they are hidden before", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/search?fuel=Diesel");
    await expect(filters(page)).toBeHidden();
    await expect(page.locator("article").first()).toBeInViewport();
    await page.getByRole("link", { name: "Filtrat (1)" }).click();
    await expect(filters(page)).toBeInViewport();
    await filters(page)
      .getByRole("checkbox", { name: /^Automatik/ })
      .check();
    await page.getByRole("button", { name: "Apliko filtrat" }).click();
    await expect(chip(page, "Automatik")).toBeVisible();
    await expect(filters(page)).toBeHidden();
    await page.getByLabel("Renditja").selectOption("price_asc");
    await page.getByRole("button", { name: "Rendit" }).click();
    await expect(page).toHaveURL(
      /transmission=Automatik.*sort=price_asc|sort=price_asc.*transmission=Automatik/,
    );
  });

  test("further result pages are links without scripts, and every car is on exactly one page", async ({
    page,
    request,
  }) => {
    const { total } = await facetsOf(request, "brand=BMW");
    const seen: string[] = [];
    await page.goto("/search?brand=BMW");
    for (;;) {
      const links = await page
        .locator("article h3 a")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      for (const href of links) seen.push(href ?? "");
      const next = page.getByRole("link", { name: "Pas", exact: true });
      if ((await next.count()) === 0) break;
      const address = (await next.getAttribute("href")) ?? "";
      await next.click();
      await page.waitForURL((url) => url.pathname + url.search === address);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(total);
  });
});

test("choosing a filter narrows the results at once and changes the address", async ({ page, request }) => {
  await page.goto("/search");
  await filters(page).getByRole("checkbox", { name: /^BMW/ }).check();
  await expect(page).toHaveURL(/\/search\?brand=BMW$/);
  await filters(page)
    .getByRole("checkbox", { name: /^Diesel/ })
    .check();
  await filters(page).getByLabel("Viti: nga").fill("2012");
  await expect(page).toHaveURL(/\/search\?brand=BMW&fuel=Diesel&minYear=2012$/);
  const { total } = await facetsOf(request, "brand=BMW&fuel=Diesel&minYear=2012");
  await expect(count(page)).toHaveText(`${total} vetura`);
  for (const name of await names(page).allTextContents()) expect(name).toMatch(/^BMW /);

  // The address restores the search.
  await page.reload();
  await expect(count(page)).toHaveText(`${total} vetura`);
  await expect(filters(page).getByRole("checkbox", { name: /^BMW/ })).toBeChecked();
  await expect(filters(page).getByLabel("Viti: nga")).toHaveValue("2012");
});

test("each filter option leads to the number of cars it shows", async ({ page }) => {
  await page.goto("/search?brand=Volkswagen");
  const option = filters(page).getByRole("checkbox", { name: /^Benzinë/ });
  const promised = await option.evaluate(
    (input) => input.closest("label")?.querySelector("small")?.textContent,
  );
  await option.check();
  await expect(count(page)).toHaveText(`${promised} vetura`);
});

test("several values of one filter widen the results, and another brand resets the model", async ({
  page,
  request,
}) => {
  await page.goto("/search?brand=Volkswagen&model=Golf");
  await expect(chip(page, "Golf")).toBeVisible();
  await filters(page).getByRole("checkbox", { name: /^Audi/ }).check();
  await expect(page).toHaveURL(/\/search\?brand=Volkswagen,Audi$/);
  await expect(chip(page, "Golf")).toHaveCount(0);
  const { total } = await facetsOf(request, "brand=Volkswagen,Audi");
  await expect(count(page)).toHaveText(`${total} vetura`);
});

test("a chip removes its filter, and one button removes all", async ({ page }) => {
  await page.goto("/search?brand=BMW,Audi&maxPrice=30000&sort=price_asc");
  await chip(page, "Audi").click();
  await expect(page).toHaveURL(/\/search\?brand=BMW&maxPrice=30000&sort=price_asc$/);
  await expect(filters(page).getByRole("checkbox", { name: /^Audi/ })).not.toBeChecked();
  await main(page).getByRole("link", { name: "Pastro filtrat" }).click();
  await expect(page).toHaveURL(/\/search\?sort=price_asc$/);
});

test("choosing the order by price sorts the results by ascending price", async ({ page, request }) => {
  await page.goto("/search?brand=BMW");
  await page.getByLabel("Renditja").selectOption("price_asc");
  await expect(page).toHaveURL(/sort=price_asc/);
  const expected = await carsOf(request, "brand=BMW&sort=price_asc&limit=1");
  const all = page.getByRole("region", { name: "Të gjitha veturat" });
  await expect(all.locator("article")).not.toHaveCount(0);
  await expect(async () => {
    const prices = await all.locator(".car-price").allTextContents();
    const numbers = prices.map((price) => Number(price.replaceAll(/\D/g, "")));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers[0]).toBeGreaterThanOrEqual(expected[0]?.price ?? 0);
  }).toPass();
});

test("at most six recommended cars are at the top, and none of them is repeated below", async ({ page }) => {
  await page.goto("/search");
  const links = (name: string) =>
    page
      .getByRole("region", { name })
      .locator("article h3 a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const recommended = await links("Të rekomanduara");
  expect(recommended).toHaveLength(6);
  const below = await links("Të gjitha veturat");
  expect(below.filter((href) => recommended.includes(href))).toEqual([]);
});

test("scrolling loads more cars without duplicates, and Back restores position and filters", async ({
  page,
}) => {
  await page.goto("/search?fuel=Diesel");
  const cards = main(page).locator("article");
  await expect(cards).toHaveCount(20);
  await expect(async () => {
    await page.mouse.wheel(0, 5_000);
    expect(await cards.count()).toBeGreaterThan(40);
  }).toPass();
  const hrefs = await cards
    .locator("h3 a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(new Set(hrefs).size).toBe(hrefs.length);

  const chosen = cards.nth(38).locator("h3 a");
  await chosen.scrollIntoViewIfNeeded();
  const name = await chosen.textContent();
  // Scrolling may continue for a moment, so the position at the click counts.
  await page.evaluate(() => {
    addEventListener("click", () => Reflect.set(window, "leftAt", scrollY), { capture: true, once: true });
  });
  await chosen.click();
  await expect(page.getByRole("heading", { level: 1, name: name ?? "" })).toBeVisible();
  await page.getByRole("link", { name: "Kthehu te kërkimi" }).click();
  await expect(page).toHaveURL(/\/search\?fuel=Diesel$/);
  await expect(filters(page).getByRole("checkbox", { name: /^Diesel/ })).toBeChecked();
  const away = () => page.evaluate(() => Math.abs(scrollY - Number(Reflect.get(window, "leftAt"))));
  await expect.poll(away).toBeLessThan(50);
});

test("a filter replaces the history entry, so that Back leaves the search", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Më shumë filtra" }).click();
  await filters(page).getByRole("checkbox", { name: /^BMW/ }).check();
  await filters(page)
    .getByRole("checkbox", { name: /^Diesel/ })
    .check();
  await expect(page).toHaveURL(/brand=BMW&fuel=Diesel/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test.describe("when the search fails", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("the search page reports a failed search and tries again", async ({ page, request }) => {
    await page.goto("/search");
    await page.route(/\/api\/cars\?/, (route) =>
      route.fulfill({ status: 503, json: { message: "x", code: "overloaded" } }),
    );
    await filters(page).getByRole("checkbox", { name: /^BMW/ }).check();
    await expect(page.getByText("Gabim në kërkimin e veturave")).toBeVisible();
    await page.unroute(/\/api\/cars\?/);
    await page.getByRole("button", { name: "Provo Përsëri" }).click();
    const { total } = await facetsOf(request, "brand=BMW");
    await expect(count(page)).toHaveText(`${total} vetura`);
  });
});

test("a search without results says so and offers to clear all filters", async ({ page }) => {
  await page.goto("/search?brand=BMW&maxPrice=1000&minYear=2026");
  await expect(page.getByRole("heading", { name: "Nuk u gjetën vetura" })).toBeVisible();
  await page.getByRole("link", { name: "Pastro të gjithë filtrat" }).click();
  await expect(page).toHaveURL(/\/search$/);
  await expect(main(page).locator("article").first()).toBeVisible();
});

test("a search without results offers a relaxed search that finds the number of cars it shows", async ({
  page,
}) => {
  await page.goto("/search?q=Golf+xyzxyz");
  const offer = page.getByRole("link", { name: /^Pa «xyzxyz» ka/ });
  const promised = /ka ([\d.]+) vetura/.exec((await offer.textContent()) ?? "")?.[1];
  const some = page.getByRole("region", { name: "Disa prej tyre" }).locator("article");
  await expect(some).toHaveCount(6);
  await expect(some.first()).toContainText("Golf");
  await offer.click();
  await expect(page).toHaveURL(/\/search\?q=Golf$/);
  await expect(count(page)).toHaveText(`${promised} vetura`);
});

test("an order in the query sorts the results, has a chip and can be removed", async ({ page }) => {
  await page.goto("/search?q=vetura+te+lira");
  const others = page.getByRole("region", { name: "Të gjitha veturat" }).locator("article");
  const prices = async () =>
    (await others.allTextContents()).map((card) => Number(/([\d.]+) €/.exec(card)?.[1]?.replace(".", "")));
  await expect(others.nth(5)).toBeVisible();
  const cheapest = await prices();
  expect(cheapest).toEqual(cheapest.toSorted((a, b) => a - b));
  await chip(page, "më të lirat më parë").click();
  await expect(page).toHaveURL(/\/search\?q=vetura$/);
  await expect.poll(prices).not.toEqual(cheapest);
});

test("a collapsed filter section is only its name; expanded, it loads exact counts in a request of its own", async ({
  page,
  request,
}) => {
  await page.goto("/search?brand=Audi");
  const section = filters(page).locator("details").filter({ hasText: "Lloji" });
  await expect(section.getByRole("checkbox")).toHaveCount(0);
  const counted = page.waitForRequest(/\/api\/cars\/facets\?/);
  await section.locator("summary").click();
  expect(new URL((await counted).url()).searchParams.get("fields")).toBe("type");
  const { type } = await facetsOf(request, "brand=Audi");
  await expect(section.getByRole("checkbox", { name: new RegExp(`^Sedan ${type["Sedan"]}$`) })).toBeVisible();
  // It stays open, and its counts follow every change of the search.
  await filters(page)
    .getByRole("checkbox", { name: /^Diesel/ })
    .check();
  const diesel = await facetsOf(request, "brand=Audi&fuel=Diesel");
  await expect(
    section.getByRole("checkbox", { name: new RegExp(`^Sedan ${diesel.type["Sedan"]}$`) }),
  ).toBeVisible();
});

test("the long list of brands opens and has a search", async ({ page, request }) => {
  await page.goto("/search");
  const { brand } = await facetsOf(request);
  const group = filters(page).getByRole("group", { name: "Marka" });
  await group.getByRole("button", { name: /^Shfaq edhe/ }).click();
  await expect(group.getByRole("checkbox")).toHaveCount(
    Object.values(brand).filter((each) => each > 0).length,
  );

  await group.getByRole("searchbox", { name: "Kërko te lista: Marka" }).fill("benz");
  await expect(group.getByRole("checkbox")).toHaveCount(1);
  await expect(group.getByRole("checkbox", { name: /^Mercedes-Benz/ })).toBeVisible();

  await page.getByRole("combobox", { name: "Kërko vetura" }).fill("  golf ");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=golf$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rezultatet për «golf»");
});

test("a favourite is stored in the browser", async ({ page }) => {
  await page.goto("/search?brand=BMW");
  const heart = main(page).locator("article button").first();
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/\/search\?brand=BMW$/);
  await page.reload();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
});

/** Presses Tab until the target has the focus, at most 150 times. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reaches ${target.toString()}`);
}

test("the keyboard alone suffices to filter, sort, save, open a car, view photos and ask for the number", async ({
  page,
}) => {
  // Hundreds of key presses, each of which is awaited.
  test.slow();
  await page.goto("/search");
  await tabTo(page, filters(page).getByRole("checkbox", { name: /^Volkswagen/ }));
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/\?brand=Volkswagen$/);
  await tabTo(page, filters(page).getByRole("checkbox", { name: /^Diesel/ }));
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/\?brand=Volkswagen&fuel=Diesel$/);
  await tabTo(page, page.getByLabel("Renditja"));
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/&sort=price_asc$/);
  await tabTo(page, chip(page, "Diesel"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?brand=Volkswagen&sort=price_asc$/);

  const card = page.getByRole("region", { name: "Të gjitha veturat" }).locator("article").first();
  await expect(main(page).locator("[aria-busy=true]")).toHaveCount(0);
  const heart = card.getByRole("button", { name: /preferuarat:/ });
  await tabTo(page, heart);
  await page.keyboard.press("Space");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  const name = (await card.locator("h3").textContent()) ?? "";
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  const photo = page.getByRole("link", { name: /^Hap fotot/ }).first();
  await tabTo(page, photo);
  await page.keyboard.press("Enter");
  const viewer = page.locator(".yarl__root");
  await expect(viewer).toBeVisible();
  await expect(viewer.locator(":focus")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(photo).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Shfaq numrin e telefonit" }));
  await page.keyboard.press("Enter");
  await expect(page.locator("main").getByRole("link", { name: /^\+\d/ })).toBeVisible();
});

test.describe("when storage is forbidden", () => {
  // React Router's own script logs this and continues.
  test.use({ expectedErrors: [/SecurityError: forbidden/] });

  test("everything but favourites works when storage is forbidden", async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException("forbidden", "SecurityError");
          },
        });
      }
    });
    await page.goto("/");
    await page.getByRole("link", { name: "Më shumë filtra" }).click();
    const heart = main(page).locator("article button").first();
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await main(page).locator("article h3 a").first().click();
    await expect(page.getByRole("button", { name: "Shfaq numrin e telefonit" })).toBeVisible();
    await page.getByRole("link", { name: "Kthehu te kërkimi" }).click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
  });
});

for (const width of widths) {
  test(`axe finds no violation on the search page at ${width} pixels, with and without results`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const query of ["", "?brand=BMW&maxPrice=30000", "?q=xyzxyz"]) {
      await page.goto(`/search${query}`);
      await expectAccessible(page);
    }
  });
}
