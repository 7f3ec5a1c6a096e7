import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf, facetsOf } from "./market.ts";

const carousel = "section[aria-roledescription=karusel]";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page can be read without scripts, and its search leads to the results", async ({
    page,
    request,
  }) => {
    // Other tests publish and sell cars meanwhile, so the newest car may change at any time.
    await expect(async () => {
      const [newest] = await carsOf(request, "sort=createdAt_desc&limit=1");
      await page.goto("/");
      const name = `${newest?.brand} ${newest?.model}`;
      await expect(page.locator(carousel).getByText(name).first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Volkswagen\s*[\d.]+ vetura/ }).first()).toHaveAttribute(
      "href",
      "/search?brand=Volkswagen",
    );
    await expect(page.getByRole("link", { name: "Publikoni veturën tuaj" })).toHaveAttribute(
      "href",
      "/add-car",
    );
    await expect(page.getByRole("region", { name: "Pse na besojnë" }).getByRole("listitem")).toHaveCount(4);
    const benefits = page.getByRole("region", { name: "Gjithçka për blerjen dhe shitjen e veturës" });
    await expect(benefits.getByRole("listitem")).toHaveCount(4);
    // Both price lists are shown, because tabs do not work here.
    await expect(page.getByText("Vetura e parë falas").first()).toBeVisible();
    // By its element: Playwright's search for texts leaves out what stands in <noscript>.
    await expect(page.locator("dd", { hasText: "$170" })).toBeVisible();

    await page.getByLabel("Çmimi deri në").selectOption("10000");
    await page.getByRole("button", { name: /^Shfaq .* vetura$/ }).click();
    await expect(page).toHaveURL(/\/search\?.*maxPrice=10000/);
    await expect(page.getByRole("link", { name: "Hiq: deri 10.000 €" })).toBeVisible();
  });
});

test("the home page's search button shows the number of cars that its results have", async ({
  page,
  request,
}) => {
  await page.goto("/");
  await page.getByLabel("Marka", { exact: true }).selectOption("BMW");
  const { total, model } = await facetsOf(request, "brand=BMW&maxPrice=20000");
  expect(total).toBeGreaterThan(0);
  await page.getByLabel("Çmimi deri në").selectOption("20000");
  await expect(page.getByLabel("Modeli").locator("option")).toHaveCount(
    1 + Object.values(model).filter((count) => count > 0).length,
  );
  await page.getByRole("button", { name: `Shfaq ${total} vetura` }).click();
  await expect(page).toHaveURL(/\/search\?brand=BMW&maxPrice=20000$/);
  await expect(page.getByRole("status").filter({ hasText: `${total} vetura` })).toBeVisible();
});

test("a body type and a brand of the home page lead to the number of cars they show", async ({
  page,
  request,
}) => {
  const { type } = await facetsOf(request);
  await page.goto("/");
  const shape = page
    .getByRole("region", { name: "Zgjidhni sipas llojit" })
    .getByRole("link", { name: /^Sedan/ });
  await expect(shape).toHaveAccessibleName(new RegExp(`^Sedan\\s*${type["Sedan"]} vetura$`));
  await shape.click();
  await expect(page).toHaveURL(/\/search\?type=Sedan$/);
  await expect(page.getByRole("status").filter({ hasText: `${type["Sedan"]} vetura` })).toBeVisible();
});

test.describe("the carousel of the newest cars", () => {
  test.describe("with a stopped clock", () => {
    test.use({ waitForScripts: false });

    test("the carousel moves every two seconds, pauses under the pointer and stops on request", async ({
      page,
    }) => {
      await page.clock.install();
      // Paused before the page loads; on a busy machine two seconds would pass before the first check.
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.goto("/");
      const place = page.locator(carousel);
      const position = (index: number) => expect(place.getByText(`${index} / 15`)).toBeVisible();
      await expect(async () => {
        await page.clock.runFor(50);
        await expect(page.locator("html")).toHaveAttribute("data-hydrated", "", { timeout: 100 });
        // Its slides are measured shortly after.
        await expect(place.locator("li[inert]").first()).toBeAttached({ timeout: 100 });
      }).toPass();
      await expect(place.getByRole("button", { name: "Ndalo lëvizjen" })).toBeVisible();
      await position(1);
      await page.clock.runFor(2_000);
      await position(2);

      await place.hover();
      await page.clock.runFor(10_000);
      await position(2);

      await place.getByRole("button", { name: "Ndalo lëvizjen" }).click();
      await page.mouse.move(0, 0);
      await page.getByLabel("Marka", { exact: true }).focus();
      await page.clock.runFor(10_000);
      await position(2);

      await place.getByRole("button", { name: "Vetura e radhës" }).click();
      await page.clock.runFor(1_000);
      await position(3);
    });
  });

  test("the carousel does not move by itself with prefers-reduced-motion, and its arrows work", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.install();
    await page.goto("/");
    const place = page.locator(carousel);
    await expect(place.getByRole("button", { name: "Vazhdo lëvizjen" })).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(place.getByText("1 / 15")).toBeVisible();
    await place.getByRole("button", { name: "Vetura e mëparshme" }).click();
    await page.clock.runFor(1_000);
    await expect(place.getByText("15 / 15")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await page.clock.runFor(1_000);
    await expect(place.getByText("14 / 15")).toBeVisible();
  });

  test.describe("when the cars cannot be loaded", () => {
    test.use({ expectedErrors: [/status of 503/] });

    test("the carousel reports cars that cannot be loaded and tries again", async ({ page }) => {
      await page.goto("/search");
      const { promise: held, resolve: answer } = Promise.withResolvers<void>();
      await page.route(/\/api\/cars\?sort=createdAt_desc/, async (route) => {
        await held;
        await route.fulfill({ status: 503, json: {} });
      });
      await page.getByRole("link", { name: /ballina/ }).click();
      await expect(page.getByText("Veturat po ngarkohen…")).toBeAttached();
      answer();
      await expect(page.getByText("Gabim në ngarkimin e veturave")).toBeVisible();
      await page.unroute(/\/api\/cars\?sort=createdAt_desc/);
      await page.getByRole("button", { name: "Provo Përsëri" }).click();
      await expect(page.locator(carousel).getByText("1 / 15")).toBeVisible();
    });
  });
});

test("the calculator adds the listing fee, a dollar a day and ten for the social promotion", async ({
  page,
}) => {
  await page.goto("/");
  const total = page.locator("dl output");
  const days = page.getByRole("slider", { name: "Ditë sponsorizimi" });
  await expect(total).toHaveText("$10");
  await expect(days).toHaveAttribute("min", "0");
  await expect(days).toHaveAttribute("max", "30");
  const steps = page.getByRole("tabpanel").getByRole("listitem");
  await expect(steps).toHaveCount(3);
  await days.fill("30");
  await page.getByRole("switch", { name: /Promovim në rrjete sociale/ }).check();
  await expect(total).toHaveText("$43");
  await days.press("Home");
  await expect(total).toHaveText("$13");
});

test("the dealers' price tab shows the example of $170", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("tab", { name: "Individual" }).press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Autosallon" })).toBeFocused();
  const panel = page.getByRole("tabpanel");
  await expect(panel.getByText("$170")).toBeVisible();
  await expect(panel.getByRole("listitem"), "four benefits").toHaveCount(4);
  for (const heading of ["Plani bazë", "Shtesa sipas dëshirës", "Shembull: 10 vetura në muaj"])
    await expect(panel.getByRole("heading", { name: heading })).toBeVisible();
  await expect(panel.getByRole("table", { name: "Krahasimi i planeve" })).toBeVisible();
  await expect(panel.getByRole("link", { name: "Bëhu autosallon" })).toHaveAttribute(
    "href",
    "/autosallon-signup",
  );
});

test("the home page explains its badge, its guarantee and its counters", async ({ page }) => {
  await page.goto("/");
  const trust = page.getByRole("region", { name: "Pse na besojnë" });
  await expect(trust.getByRole("listitem").filter({ hasText: "30 ditë garanci" })).toContainText(
    "jua kthejmë tarifën e publikimit brenda 30 ditësh",
  );
  await expect(trust).toContainText("vetëm pasi ta kemi konfirmuar biznesin, me numër fiskal ose dokument");
  await page.getByRole("tab", { name: "Autosallon" }).click();
  await expect(page.getByRole("tabpanel")).toContainText("«Autosallon» që ditën e parë");
  await expect(page.getByText("vetura të publikuara ndër vite")).toBeVisible();
  await expect(page.getByText("jo sa vetura janë sot në shitje")).toBeVisible();
});

test("the counters of the home page end at their figures", async ({ page }) => {
  await page.goto("/");
  const figures = page.locator("dd > [aria-hidden]");
  await figures.first().scrollIntoViewIfNeeded();
  await expect(figures).toHaveText(["5.234", "12.847", "100%"]);
});

for (const width of widths) {
  test(`axe finds no violation on the home page at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Autosallon" }).click();
    await expectAccessible(page);
  });
}
