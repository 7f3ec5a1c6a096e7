import { uiMessages } from "#domain/messages/ui.ts";
import { callsOf, expect, sectionLink, shownSection, test } from "./admin.ts";
import { expectAccessible } from "./axe.ts";
import { signInToDemo } from "./state-setup.ts";

test("the admin's sections are listed in three groups beside the content, and the address has the current one", async ({
  adminPage: page,
}) => {
  await page.goto("/admin");
  const sections = page.getByRole("navigation", { name: "Pjesët e panelit" });
  for (const group of ["Tregu", "Paratë", "Faqja"])
    await expect(sections.getByRole("list", { name: group })).toBeVisible();
  await expect(sections.getByRole("link").first()).toHaveText("Përmbledhje");
  await expect(sections.getByRole("link").nth(1)).toHaveText(/^Përdoruesit \([\d.]+\)$/);
  await expect(sections.getByRole("link").nth(2)).toHaveText(/^Veturat \([\d.]+\)$/);
  // All are visible beside the page.
  for (const link of await sections.getByRole("link").all()) await expect(link).toBeInViewport({ ratio: 1 });
  await sectionLink(page, "Kuponat").click();
  await expect(page).toHaveURL(/\/admin\?tab=coupons$/);
  await expect(shownSection(page)).toHaveText("Kuponat");
  await page.goBack();
  await expect(shownSection(page)).toHaveText("Përmbledhje");
  // Unknown and former section names lead to the overview.
  await page.goto("/admin?tab=askund");
  await expect(shownSection(page)).toHaveText("Përmbledhje");
});

test("the overview begins with open work, linked, and with its count beside its section", async ({
  adminPage: page,
}) => {
  await page.route("**/api/admin/stats", async (route) => {
    const answer = await route.fetch();
    const stats: unknown = await answer.json();
    const waiting = {
      reports: 2,
      reviews: 0,
      models: 0,
      posts: 1,
      postsOverdue: 1,
      verifications: 1,
      codes: 0,
      unfulfilled: 1,
      refundsDue: 3,
      disputes: 1,
      invoices: 1,
      failedJobs: 4,
    };
    await route.fulfill({ response: answer, json: { ...Object(stats), waiting } });
  });
  await page.goto("/admin");
  const waiting = page.getByRole("region", { name: "Në pritje" });
  await expect(waiting.getByRole("link")).toHaveText([
    "2 raportime të hapura",
    "1 promovim për t'u postuar, 1 me vonesë",
    "1 pagesë e kundërshtuar",
    "1 pagesë e pakryer",
    "4 punë të dështuara",
    "1 autosallon për verifikim",
    "3 kthime parash në pritje",
    "1 faturë e palëshuar",
  ]);
  await expect(sectionLink(page, /^Pagesat/)).toHaveText("Pagesat5");
  await expect(sectionLink(page, /^Modelet/)).toHaveText("Modelet");
  const [first, cards] = await Promise.all([
    waiting.boundingBox(),
    page.getByRole("region", { name: "Shifrat e faqes" }).boundingBox(),
  ]);
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThanOrEqual(cards?.y ?? 0);
  await expectAccessible(page);

  await waiting.getByRole("link", { name: "1 pagesë e kundërshtuar" }).click();
  await expect(shownSection(page)).toHaveText("Pagesat5");
  await expect(page.getByLabel("Statusi")).toHaveValue("disputed");
  await page.goBack();
  await waiting.getByRole("link", { name: "4 punë të dështuara" }).click();
  await expect(page).toHaveURL(/tab=health/);
  // Waits for running route handlers before the page closes.
  await page.unrouteAll({ behavior: "wait" });
});

test("the overview shows accounts, cars and income of twelve weeks, as bars and as a table", async ({
  adminPage: page,
}) => {
  const calls = callsOf(page, "/api/admin/weeks");
  await page.goto("/admin");
  for (const name of ["Llogari të reja", "Vetura të publikuara", "Të ardhura"])
    await expect(
      page.getByRole("img", { name: new RegExp(`^${name} sipas javëve: gjithsej`) }),
    ).toBeVisible();
  await expect(page.locator("svg .recharts-bar-rectangle").first()).toBeVisible();
  expect(calls).toHaveLength(1);
  const table = page.getByRole("region", { name: "Shifrat si tabelë" });
  await expect(table).toBeHidden();
  await page.getByText("Shifrat si tabelë").click();
  await expect(table.getByRole("row")).toHaveCount(13);
  await expect(table.getByRole("columnheader")).toHaveText([
    "Java",
    "Llogari të reja",
    "Vetura të publikuara",
    "Të ardhura",
  ]);
  // Newest first.
  const names = await table.getByRole("row").locator("td:first-child").allTextContents();
  expect(names[0]).toMatch(/^\d\d\.\d\d\. – \d\d\.\d\d\.$/);
  await expectAccessible(page);
});

test.describe("when the charts' script is missing", () => {
  test.use({ expectedErrors: [/Failed to fetch dynamically imported module|React Router caught/] });

  test("the overview and its table stay, and the charts offer a page reload", async ({ page }) => {
    await page.route("**/assets/bar-chart-*.js", (route) => route.fulfill({ status: 404, body: "" }));
    await signInToDemo(page, "admin");
    await page.goto("/admin");
    await expect(page.getByRole("alert").filter({ hasText: uiMessages.partFailed }).first()).toBeVisible();
    await expect(page.getByTestId("total-users")).toHaveText(/^[\d.]+$/);
    await page.getByText("Shifrat si tabelë").click();
    await expect(page.getByRole("region", { name: "Shifrat si tabelë" }).getByRole("row")).toHaveCount(13);
  });
});

test.describe("when a call fails", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("after a failed call the overview stays and offers to retry the weeks", async ({
    adminPage: page,
  }) => {
    await page.route("**/api/admin/weeks", (route) =>
      route.fulfill({ status: 503, json: { error: { code: "database_away", message: "Provoni pas pak." } } }),
    );
    await page.goto("/admin");
    const weeks = page.getByRole("region", { name: "Dymbëdhjetë javët e fundit" });
    await expect(weeks.getByText("Gabim në ngarkim")).toBeVisible();
    await expect(page.getByTestId("total-users")).toHaveText(/^[\d.]+$/);
    await page.unroute("**/api/admin/weeks");
    await weeks.getByRole("button").click();
    await expect(weeks.getByRole("img").first()).toBeVisible();
  });
});

test("an admin's table that overflows keeps its first and last column visible", async ({
  adminPage: page,
}) => {
  for (const [section, list] of [
    ["users", "Përdoruesit"],
    ["cars", "Veturat"],
    ["payments", "Pagesat"],
    ["audit", "Regjistri"],
  ] as const) {
    await page.setViewportSize({ width: 1024, height: 900 });
    await page.goto(`/admin?tab=${section}`);
    await expect(page.locator("[data-row]").first()).toBeVisible();
    const frame = page.locator("main section:has(> table)").first();
    // All tables here fit a tablet, unless the reader enlarges the text or a name is long.
    await frame.evaluate((one) => {
      for (const cell of one.querySelectorAll<HTMLElement>("td:nth-child(3)")) cell.style.minWidth = "40rem";
    });
    const places = () =>
      frame.evaluate((one) => {
        const box = one.getBoundingClientRect();
        const cells = [...one.querySelectorAll("tbody tr:first-child > td, tr:first-child > td")].filter(
          (cell) => cell.checkVisibility(),
        );
        const last = cells.at(-1)?.getBoundingClientRect();
        return {
          wider: one.scrollWidth - one.clientWidth,
          first: Math.round((cells[0]?.getBoundingClientRect().left ?? 0) - box.left),
          last: Math.round(box.right - (last?.right ?? 0)),
          start: Object.hasOwn(one.dataset, "start"),
          end: Object.hasOwn(one.dataset, "end"),
        };
      });
    await expect.poll(async () => (await places()).end, list).toBe(true);
    const before = await places();
    expect(before.wider, list).toBeGreaterThan(100);
    await frame.evaluate((one) => one.scrollTo({ left: one.scrollWidth }));
    await expect.poll(async () => (await places()).end, list).toBe(false);
    const after = await places();
    expect([after.first, after.last, after.start], list).toEqual([before.first, before.last, true]);
    // Opaque, so that cells scrolled below it do not show through.
    const colour = await frame
      .locator("td")
      .first()
      .evaluate((cell) => getComputedStyle(cell).backgroundColor);
    expect(colour, list).toMatch(/^(?!rgba).*/);
    await expectAccessible(page);
  }
});
