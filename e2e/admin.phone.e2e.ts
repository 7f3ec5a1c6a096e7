import { expect, sectionLink, shownSection, test } from "./admin.ts";
import { expectAccessible } from "./axe.ts";
import { expectNoTruncatedLabels } from "./truncated-labels.ts";

const tabs = [
  "Përmbledhje",
  /^Përdoruesit/,
  /^Raportimet/,
  /^Promovimi social/,
  /^Modelet/,
  "Regjistri",
  /^Gjendja e faqes/,
  /^Veturat/,
];

test("the admin section on a phone shows rows as cards, fits the screen and offers every action", async ({
  adminPage: page,
}) => {
  test.setTimeout(240_000);
  await page.goto("/admin");
  for (const tab of tabs) {
    await sectionLink(page, tab).tap();
    await expect(sectionLink(page, tab).and(shownSection(page))).toBeInViewport();
    await expect(page.locator("main .skeleton")).toHaveCount(0);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, String(tab)).toBeLessThanOrEqual(0);
  }
  // Opened with the last tab: it stays in view when the late counts widen the other tabs.
  await page.goto("/admin?tab=health");
  await expect(sectionLink(page, /^Përdoruesit \(\d/)).toBeAttached();
  await expect(shownSection(page)).toBeInViewport({ ratio: 0.95 });
  await sectionLink(page, /^Veturat/).tap();
  const rows = page.getByRole("list", { name: "Veturat" }).getByRole("listitem");
  await expect(rows).toHaveCount(20);
  const sorted = page.waitForResponse(/sort=price_desc/);
  await page.getByLabel("Rendit sipas").selectOption({ label: "Çmimi, zbritës" });
  await expect(page).toHaveURL(/sort=price_desc/);
  await sorted;
  await page.getByRole("checkbox", { name: "Zgjidh gjithë faqen" }).check();
  await expect(page.getByRole("button", { name: "Fshi të Zgjedhurat (20)" })).toBeVisible();
  await rows
    .first()
    .getByRole("button", { name: /^Edito/ })
    .tap();
  await expect(page.getByRole("dialog", { name: "Editoni Veturën" }).getByLabel("Çmimi (€)")).toBeVisible();
  await expectAccessible(page);
});

test("at 360 pixels with text at 200 % no admin section is wider than the screen or cuts a word", async ({
  adminPage: page,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const section of ["overview", "users", "cars", "reports", "payments", "invoices", "audit", "health"]) {
    await page.goto(`/admin?tab=${section}`);
    // The browser's font size preference.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await devtools.detach();
    await expect(page.locator("main .skeleton")).toHaveCount(0);
    await expectNoTruncatedLabels(page);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, section).toBeLessThanOrEqual(0);
  }
});
