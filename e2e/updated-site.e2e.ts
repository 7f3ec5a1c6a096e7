import type { Page } from "@playwright/test";
import routes from "#web/routes.ts";
import { shellMessages } from "#domain/messages/shell.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { vinPageMessages } from "#domain/messages/vin-page.ts";
import { type TestAccount, test } from "./admin.ts";
import { expect, waitForHydration } from "./fixtures.ts";
import { registerAccount } from "./people.ts";
import { newVin, publishCar } from "./published-car.ts";
import { signInToDemo } from "./state-setup.ts";

// A tab that was open during an update of the site: the scripts of its version are gone.

test.use({ expectedErrors: [/Failed to fetch dynamically imported module|React Router caught/] });

/** Until the next full page load, scripts that the page has not loaded yet are answered with 404. */
async function update(page: Page): Promise<{ wholePages: string[] }> {
  const wholePages: string[] = [];
  await page.route("**/assets/*.js", (route) =>
    wholePages.length === 0 ? route.fulfill({ status: 404, body: "" }) : route.fallback(),
  );
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      wholePages.push(new URL(request.url()).pathname);
  });
  return { wholePages };
}

async function someCar(page: Page): Promise<string> {
  await page.goto("/search");
  const address = await page.locator("main article h3 a").first().getAttribute("href");
  if (address === null) throw new Error("there is no car");
  return address;
}

/** The paths of all pages without ids, as a link may lead to them. */
const addresses = routes.flatMap(({ path, children }) => {
  if (path === undefined) return ["/"];
  if (/[.*]/.test(path) || /:[a-z]+$/.test(path)) return [];
  return [
    path,
    ...(children ?? []).flatMap((child) => (child.path === undefined ? [] : [`${path}/${child.path}`])),
  ].map((each) => `/${each.replace(/\/?:[a-z]+\?$/, "")}`);
});

test("a tab of the previous version can open every page, with one full page load", async ({ page }) => {
  test.setTimeout(240_000);
  await signInToDemo(page, "dealer");
  expect(addresses.length).toBeGreaterThan(35);
  for (const address of addresses) {
    await page.unrouteAll();
    // /terms and /privacy have one script.
    await page.goto(address === "/terms" || address === "/privacy" ? "/imprint" : "/terms");
    const { wholePages } = await update(page);
    // As a link does.
    await page.evaluate((to) => {
      const link = document.querySelector<HTMLAnchorElement>("header a[href='/']");
      if (link === null) throw new Error("there is no link home");
      link.href = to;
      link.click();
    }, address);
    await expect.poll(() => wholePages, `${address} is loaded whole`).toEqual([address]);
    await waitForHydration(page);
    await expect(page.getByRole("heading", { level: 1 }).first(), address).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 }).first()).not.toHaveText(uiMessages.loadFailed);
    expect(wholePages[0], "once").toBe(address);
  }
});

test("links of the pages people land on work after an update", async ({ page }) => {
  const car = await someCar(page);
  for (const [from, to] of [
    ["/", "/search"],
    ["/search", "/"],
    [car, "/"],
    [car, "/search"],
    ["/vlera", "/"],
    ["/login", "/"],
  ] as const) {
    await page.unrouteAll();
    await page.goto(from);
    const { wholePages } = await update(page);
    await page.locator(`a[href='${to}']`).first().click();
    await expect.poll(() => wholePages, `${from} to ${to}`).toEqual([to]);
    await waitForHydration(page);
    await expect(page).toHaveURL(new RegExp(`${to}$`));
  }
});

test("if the scripts stay missing, the page remains readable and does not reload in a loop", async ({
  page,
}) => {
  await page.goto("/terms");
  await page.route("**/assets/value-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  let whole = 0;
  page.on("request", (request) => (whole += Number(request.isNavigationRequest())));
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Sa vlen vetura ime?" }).click();
  await expect.poll(() => whole).toBe(1);
  // The server-rendered page stays readable, and nothing is requested again.
  await expect(page.getByRole("heading", { level: 1, name: "Sa vlen vetura ime?" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(whole).toBe(1);
});

/** The page of a car with an identification number that an earlier listing had, too. */
async function carWithHistory(somebody: () => Promise<TestAccount>): Promise<string> {
  const vin = newVin();
  await publishCar(await somebody(), { vin, mileage: 120_000 });
  const { id } = await publishCar(await somebody(), { vin, mileage: 125_000 });
  return `/car/${id}`;
}

test("a control whose script is missing shows a message and offers a reload", async ({ page, somebody }) => {
  await registerAccount(page);
  const car = await someCar(page);
  const numbered = await carWithHistory(somebody);
  // A part of the page below may miss its script, too, and offers the same in its place.
  const toasts = page.getByRole("region", { name: /^Njoftimet/ });
  const offered = toasts.getByRole("button", { name: shellMessages.reloadPage });
  for (const [address, press] of [
    [car, (at: Page) => at.getByRole("button", { name: "Raporto" }).click()],
    [car, (at: Page) => at.locator(".cursor-zoom-in").first().click()],
    [numbered, (at: Page) => at.getByRole("button", { name: vinPageMessages.check }).click()],
    ["/search?brand=Audi", (at: Page) => at.getByRole("button", { name: "Ruaj kërkimin" }).click()],
  ] as const) {
    await page.unrouteAll();
    await page.goto(address);
    // The toaster's script stays available, as if a toast had been shown before.
    await page.route("**/assets/*.js", (route) =>
      /\/toaster-/.test(route.request().url()) ? route.fallback() : route.fulfill({ status: 404, body: "" }),
    );
    await press(page);
    await expect(toasts.getByText(uiMessages.partFailed)).toBeVisible();
    await expect(offered).toBeVisible();
    await page.unrouteAll();
    await Promise.all([page.waitForEvent("load"), offered.click()]);
    await waitForHydration(page);
    await press(page);
    await expect(page.getByRole("dialog")).toBeVisible();
  }
});

test("if not even toasts can load, the browser's confirm dialog offers the reload", async ({ page }) => {
  const car = await someCar(page);
  await page.goto(car);
  const { wholePages } = await update(page);
  const asked = page.waitForEvent("dialog");
  await page.getByRole("button", { name: "Raporto" }).click();
  const question = await asked;
  expect(question.message()).toContain(uiMessages.partFailed);
  await question.accept();
  await expect.poll(() => wholePages).toEqual([car]);
});

test("a form whose checks are missing says so once, not at every key, and keeps what was typed", async ({
  page,
}) => {
  await registerAccount(page);
  await page.goto("/profile");
  const name = page.locator("main").getByLabel("Emri", { exact: true });
  await expect(name).toHaveValue(/./);
  await page.route("**/assets/*.js", (route) =>
    /\/toaster-/.test(route.request().url()) ? route.fallback() : route.fulfill({ status: 404, body: "" }),
  );
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().endsWith("/healthz"))));
  await name.fill("Vjosa");
  await page.getByRole("button", { name: "Ruaj ndryshimet" }).click();
  const said = page.getByRole("region", { name: /^Njoftimet/ }).getByText(uiMessages.partFailed);
  await expect(said).toHaveCount(1);
  await name.press("End");
  await name.pressSequentially("ana");
  await page.waitForLoadState("networkidle");
  expect(asked).toBe(1);
  await expect(said).toHaveCount(1);
  await expect(name).toHaveValue("Vjosaana");
});

test("a mileage history whose script is missing leaves the rest of the car's page", async ({
  page,
  somebody,
}) => {
  const car = await carWithHistory(somebody);
  await page.goto("/terms");
  await page.route("**/assets/mileage-figure-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(car);
  await expect(page.getByRole("alert").filter({ hasText: uiMessages.partFailed })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(uiMessages.loadFailed);
});

test("a chart whose script is missing leaves the rest of its page", async ({ page }) => {
  await signInToDemo(page, "dealer");
  await page.goto("/terms");
  await page.route("**/assets/bar-chart-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/autosallon-dashboard");
  await expect(page.getByRole("alert").filter({ hasText: uiMessages.partFailed })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(uiMessages.loadFailed);
  await page.unrouteAll();
  await page.getByRole("button", { name: shellMessages.reloadPage }).click();
  await expect(page.getByText(uiMessages.partFailed)).toBeHidden();
});
