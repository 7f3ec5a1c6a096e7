import { expect, sectionLink, shownSection, test } from "./admin.ts";
import { expectAccessible } from "./axe.ts";
import { expectFitsWidth, setFontSize } from "./page-width.ts";
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

const sections = [
  "overview",
  "users",
  "cars",
  "reports",
  "review",
  "verifications",
  "social",
  "models",
  "payments",
  "invoices",
  "coupons",
  "tariffs",
  "audit",
  "health",
  "settings",
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
    await expectFitsWidth(page, String(tab));
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
  for (const section of sections) {
    await page.goto(`/admin?tab=${section}`);
    await setFontSize(page, 32);
    await expect(page.locator("main .\\@container > *").first()).toBeVisible();
    await expect(page.locator("main .skeleton")).toHaveCount(0);
    await expectNoTruncatedLabels(page, { mayWrap: true });
    await expectFitsWidth(page, section);
  }
});
