import { expect, type Page } from "@playwright/test";
import { mileageHistory } from "#contract/vins.ts";
import { signalKinds } from "#domain/admin/review-signals.ts";
import { adminPageMessages as admin } from "#domain/messages/admin-pages.ts";
import { mileageHistoryMessages as history } from "#domain/messages/mileage-history.ts";
import { reviewMessages as review } from "#domain/messages/review.ts";
import { vinCheckMessages as check } from "#domain/messages/vin-check.ts";
import { vinPageMessages } from "#domain/messages/vin-page.ts";
import { shownSection } from "./admin.ts";
import { carsOf } from "./market.ts";
import { registerAccount } from "./people.ts";
import type { State } from "./states.ts";
import { signInToDemo, failApi, holdApi } from "./state-setup.ts";

const main = (page: Page) => page.locator("main");
const cases = (page: Page) => main(page).locator("[data-review]");

const at = (query: string) => async (page: Page) => {
  await signInToDemo(page, "admin");
  await page.goto(`/admin?tab=review${query}`);
  const none = [admin.table.nothingFiltered, review.emptyAsked, review.emptyDecided];
  const settled = none.reduce((found, title) => found.or(main(page).getByText(title)), cases(page));
  await expect(settled.first()).toBeVisible({ timeout: 45_000 });
  await page.waitForLoadState("networkidle");
};

/** Waits for the review job, which scans the cars within a minute of the start. */
const full = (query: string) => async (page: Page) => {
  await signInToDemo(page, "admin");
  await expect(async () => {
    await page.goto(`/admin?tab=review${query}`);
    await expect(cases(page).first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  await page.waitForLoadState("networkidle");
};

const dialog = (button: string) => async (page: Page) => {
  await full("")(page);
  await cases(page).first().getByRole("button", { name: button }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
};

/** Opens the demo's car with a public mileage history that rises or falls. */
const carWithHistory = (brand: "Volkswagen" | "Audi") => async (page: Page) => {
  const pages = await Promise.all(
    [1, 2, 3].map(async (number) => carsOf(page.request, `brand=${brand}&limit=100&page=${number}`)),
  );
  const withHistory: string[] = [];
  for (const { _id: id, vin } of pages.flat()) {
    if (vin === undefined || vin === null) continue;
    const answer = await page.request.get(`/api/cars/${id}/mileage-history`);
    if (mileageHistory.parse(await answer.json()).readings.length > 0) withHistory.push(id);
  }
  await page.goto(`/car/${withHistory[0]}`);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(page.getByRole("heading", { name: history.title })).toBeVisible();
  await expect(page.locator(".recharts-line").first()).toBeVisible();
};

async function openCheck(page: Page): Promise<void> {
  await registerAccount(page);
  await carWithHistory("Volkswagen")(page);
  await page.getByRole("button", { name: vinPageMessages.check }).click();
  await expect(page.getByLabel(check.field)).toBeVisible();
}

/** The review queue, and what cars' pages show of an identification number and its history. */
export const reviewStates: readonly State[] = [
  { screen: "review", state: "queue", open: full("") },
  ...signalKinds.map((kind): State => ({ screen: "review", state: kind, open: at(`&kind=${kind}`) })),
  { screen: "review", state: "asked-none", open: at("&state=asked") },
  { screen: "review", state: "decided-none", open: at("&state=decided") },
  { screen: "review", state: "hide", overlay: true, open: dialog(review.hide) },
  {
    screen: "review",
    state: "ask-errors",
    overlay: true,
    open: async (page) => {
      await dialog(review.ask)(page);
      await page.getByRole("dialog").getByRole("button", { name: review.ask }).click();
      await expect(page.getByRole("dialog")).toContainText(review.reasonRequired);
    },
  },
  {
    screen: "review",
    state: "loading",
    open: async (page) => {
      await signInToDemo(page, "admin");
      await holdApi(page, "**/api/admin/review**");
      await page.goto("/admin?tab=review");
      await expect(shownSection(page)).toBeVisible();
    },
  },
  {
    screen: "review",
    state: "failed",
    open: async (page) => {
      await signInToDemo(page, "admin");
      await failApi(page, "**/api/admin/review**");
      await page.goto("/admin?tab=review");
      await expect(main(page).getByRole("alert")).toBeVisible({ timeout: 45_000 });
    },
  },
  { screen: "car", state: "mileage-history", open: carWithHistory("Volkswagen") },
  { screen: "car", state: "mileage-lower", open: carWithHistory("Audi") },
  { screen: "car", state: "vin-check", overlay: true, open: openCheck },
  {
    screen: "car",
    state: "vin-check-differs",
    overlay: true,
    open: async (page) => {
      await openCheck(page);
      await page.getByLabel(check.field).fill("WVWZZZ1KZAW999999");
      await page.getByRole("button", { name: check.send, exact: true }).click();
      await expect(page.getByText(check.differs)).toBeVisible();
    },
  },
];
