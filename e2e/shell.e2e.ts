import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf, facetsOf } from "./market.ts";
import { registerAccount, signIn } from "./people.ts";

const shellOf = (html: string) => html.match(/<header[^]*?<\/header>|<footer[^]*?<\/footer>/g);

// The browser logs CSP violations to the console, which the fixture checks.
for (const path of [
  "/",
  "/search",
  "/login",
  "/register",
  "/forgot-password",
  "/add-car",
  "/my-publishings",
]) {
  test(`${path} contains nothing that its content security policy forbids`, async ({ page, request }) => {
    const answer = await request.get(path);
    const policy = answer.headers()["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}=')+;/);
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain("unsafe");
    const html = await answer.text();
    expect(html).not.toMatch(/<[^>]+\sstyle=/);
    expect(html).not.toMatch(/<style/);
    expect(html).toContain('<html lang="sq"');
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  });
}

test("the server renders the same shell for guests and signed-in people", async ({
  page,
  playwright,
  baseURL,
}) => {
  await registerAccount(page);
  const guest = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  for (const path of ["/", "/login"]) {
    const mine = await page.request.get(path);
    const theirs = await guest.get(path);
    expect(mine.headers()["cache-control"]).toBe(theirs.headers()["cache-control"]);
    expect(shellOf(await mine.text())).toEqual(shellOf(await theirs.text()));
  }
  await guest.dispose();
});

test("the search box suggests brands, models and towns with counts, for keyboard and touch", async ({
  page,
  request,
}) => {
  await page.goto("/login");
  const box = page.getByRole("combobox", { name: "Kërko vetura" });
  const list = page.getByRole("listbox", { name: "Sugjerime" });
  const options = list.getByRole("option");
  await box.pressSequentially("golf");
  await expect(box).toHaveAttribute("aria-expanded", "true");
  const golf = options.filter({ hasText: "Volkswagen Golf" }).first();
  const { total } = await facetsOf(request, "brand=Volkswagen&model=Golf");
  await expect(golf).toContainText(String(total));
  await expectAccessible(page, "header");

  // Down goes to the first option; up goes over the typed words to the last; none if the list is closed.
  await box.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute(
    "aria-activedescendant",
    (await options.first().getAttribute("id")) ?? "",
  );
  await box.press("ArrowUp");
  await expect(list.getByRole("option", { selected: true })).toHaveCount(0);
  await box.press("Escape");
  await expect(list).toBeHidden();
  await expect(box).toHaveValue("golf");

  await box.press("Backspace");
  await expect(list).toBeVisible();
  await box.press("ArrowDown");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/search\?brand=Volkswagen&model=Golf$/);
  await expect(list).toBeHidden();

  await box.fill("prish");
  await options.filter({ hasText: "Prishtinë" }).click();
  await expect(page).toHaveURL(/\/search\?location=Prishtin/);
});

test("the search box suggests between two words: «golf di» offers Diesel, «golf x» what «golf» finds", async ({
  page,
}) => {
  await page.goto("/login");
  const box = page.getByRole("combobox", { name: "Kërko vetura" });
  const options = page.getByRole("listbox", { name: "Sugjerime" }).getByRole("option");
  await box.fill("golf x");
  await expect(options.first()).toContainText("golf");
  await box.fill("golf di");
  await options.filter({ hasText: "Diesel" }).click();
  await expect(page).toHaveURL(/fuel=Diesel/);
});

test("the header's search leads to the results of the trimmed query", async ({ page }) => {
  await page.goto("/login");
  // The header's search, which is above every page; the search page has another one among its filters.
  const box = page.getByRole("combobox", { name: "Kërko vetura" });
  await box.fill("  golf 7 ");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=golf\+7$/);
  await box.fill("   ");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search$/);
});

test("the keyboard alone reaches the content and the account menu", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/my-publishings");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Kalo te përmbajtja" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();

  const menu = page.getByRole("button", { name: "Arta" });
  await menu.focus();
  await page.keyboard.press("Enter");
  const own = page.getByRole("navigation").getByRole("link", { name: "Shitjet e mia" });
  await expect(own).toBeVisible();
  // Skips the entries before it in the menu.
  for (let entry = 0; entry < 4; entry += 1) {
    await page.keyboard.press("Tab");
    if (await own.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(own).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(page.getByRole("button", { name: "Dil" })).toBeHidden();
});

test("a session with a cookie alone is recognised on public pages", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/login?next=%2F");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("button", { name: "Arta" })).toBeVisible();
});

test("signing in by the header returns to the page where it was pressed", async ({ page }) => {
  const person = await registerAccount(page);
  await page.request.post("/api/logout");
  await page.goto("/search?fuel=Diesel");
  await page.getByRole("banner").getByRole("link", { name: "Hyr" }).click();
  await signIn(page, person);
  await expect(page).toHaveURL(/\/search\?fuel=Diesel$/);
  await expect(page.getByRole("button", { name: "Arta" })).toBeVisible();
});

test("a session that ended elsewhere leads to /login and back", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/my-publishings");
  await expect(page.getByRole("heading", { name: "Shitjet e Mia" })).toBeVisible();
  await page.request.post("/api/logout");
  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=%2Fmy-publishings$/);
  await expect(page.getByRole("link", { name: "Hyr", exact: true }).first()).toBeVisible();
});

declare global {
  /** Layout shifts without recent input. */
  var shifts: { by: number; what: string[] }[];
}

for (const [width, height] of [
  [390, 900],
  [768, 1024],
  [1440, 900],
  [1920, 1080],
] as const) {
  test(`the layout shift of public pages is 0 at ${width} pixels`, async ({ page, request }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.addInitScript(() => {
      globalThis.shifts = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const by = "value" in entry ? Number(entry.value) : 0;
          const sources: unknown[] = "sources" in entry && Array.isArray(entry.sources) ? entry.sources : [];
          const what = sources.map((source) => {
            const node =
              typeof source === "object" && source !== null && "node" in source ? source.node : null;
            return node instanceof Element ? node.outerHTML.slice(0, 120) : String(node);
          });
          if (by > 0) globalThis.shifts.push({ by, what });
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    const [car] = await carsOf(request, "brand=BMW&limit=1");
    for (const path of ["/", "/search", "/search?brand=BMW&maxPrice=30000", `/car/${car?._id}`]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => document.fonts.ready);
      const shifts = await page.evaluate(() => globalThis.shifts);
      // Browsers show three decimals. Smaller shifts come from a word that wraps differently once Inter has
      // loaded.
      const total = shifts.reduce((sum, { by }) => sum + by, 0);
      expect(total, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(0.000_5);
    }
  });
}

test("content below the fold is laid out soon, and a reload restores the scroll position", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/search?brand=BMW");
  await expect(page.locator("[data-skip-below-fold], [data-below-fold]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const heading = page.locator("main article h3").nth(12);
  await heading.scrollIntoViewIfNeeded();
  const seenAt = async () => Math.round((await heading.boundingBox())?.y ?? Number.NaN);
  const before = await seenAt();
  await page.reload();
  await expect.poll(seenAt).toBe(before);
});

for (const path of ["/login", "/nuk-ekziston"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds no violation on ${path} in the ${colorScheme} colour scheme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto(path);
      await expectAccessible(page);
    });
  }
}
