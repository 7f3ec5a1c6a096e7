import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { carStats } from "#contract/statistics.ts";
import { carPageMessages } from "#domain/messages/car-page.ts";
import { statisticsMessages as text } from "#domain/messages/statistics.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { registerAndPublishCar } from "./published-car.ts";
import { signInToDemo } from "./state-setup.ts";

async function accessibleEverywhere(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
}

test("a seller sees views, impressions and leads of a car", async ({ page, browser }) => {
  const { id, word } = await registerAndPublishCar(page);
  const totals = async () =>
    carStats.parse(await (await page.request.get(`/api/cars/${id}/stats`)).json()).totals;

  const visitor = await browser.newContext();
  const other = await visitor.newPage();
  await other.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  await expect
    .poll(async () => {
      await other.goto(`/search?q=${word}`);
      return other.locator(`main a[href^="/car/${id}"]`).count();
    })
    .toBeGreaterThan(0);
  await other.locator(`main a[href^="/car/${id}"]`).first().click();
  await expect(other.getByRole("heading", { level: 1 })).toContainText("Duster");
  await expect.poll(async () => (await totals()).views).toBe(1);
  await other.reload();
  await expect.poll(async () => (await totals()).views).toBe(2);
  const sent = other.waitForRequest(`**/api/cars/${id}/events`);
  await other
    .getByRole("main")
    .getByRole("button", { name: carPageMessages.contact.whatsapp, exact: true })
    .first()
    .click();
  expect((await sent).postDataJSON()).toEqual({ kind: "whatsapp" });
  await expect.poll(totals).toMatchObject({ views: 2, leads: 1, phone: 1, whatsapp: 1 });
  expect((await totals()).impressions).toBeGreaterThan(0);
  await other.goto(`/car/${id}?nga=fleta`);
  await expect.poll(totals).toMatchObject({ views: 3, sheetScans: 1 });
  await visitor.close();

  // A view by the seller does not count.
  await page.goto(`/car/${id}`);
  await page.goto("/my-publishings");
  const card = page.locator(`[data-car="${id}"]`);
  await card.hover();
  await card.getByRole("link", { name: text.link }).click();
  await expect(page.getByRole("heading", { level: 1, name: text.title })).toBeVisible();
  await expect(page.getByTestId("stat-views")).toHaveText("3");
  await expect(page.getByText(text.sheetScans(1))).toBeVisible();
  await expect(page.getByTestId("stat-leads")).toHaveText("1");
  await page.getByText(text.chart.table).click();
  await expect(page.getByRole("region", { name: text.chart.table }).locator("tbody tr")).toHaveCount(30);
  await page.getByRole("link", { name: text.lastDays(7) }).click();
  await expect(page.getByRole("region", { name: text.chart.table }).locator("tbody tr")).toHaveCount(7);
  await expect(page).toHaveURL(/days=7/);
  await accessibleEverywhere(page);
});

test("the statistics of another owner's car are not shown", async ({ page, browser }) => {
  const { id } = await registerAndPublishCar(page);
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await registerAndPublishCar(other);
  await other.goto(`/my-publishings/${id}/stats`);
  await expect(other.getByText(text.notFound)).toBeVisible();
  await stranger.close();
});

test("a dealer sees which cars are long on sale, expensive or sold, and downloads the report", async ({
  page,
}) => {
  await signInToDemo(page, "dealer");
  await page.goto("/autosallon-dashboard");
  await page.getByRole("main").getByRole("link", { name: "Raporti", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: text.report.title })).toBeVisible();
  const active = Number(await page.getByTestId("report-active").textContent());
  expect(active).toBeGreaterThan(3);
  const rows = page.locator(`section[aria-label="${text.report.carsTable}"] tbody tr`);
  const all = await rows.count();
  await page.getByRole("button", { name: text.report.filters.sold }).click();
  await expect.poll(() => rows.count()).toBe(all - active);
  await page.getByRole("button", { name: text.report.filters.all }).click();
  await accessibleEverywhere(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: text.report.csv }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.trimEnd().split("\r\n")).toHaveLength(all + 1);
  await rows.first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: text.title })).toBeVisible();
});
