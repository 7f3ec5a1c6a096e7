import { expect, type Page } from "@playwright/test";
import { z } from "zod";
import { adminPaymentMessages as payments } from "#domain/messages/admin-payments.ts";
import { adminTariffMessages as tariffs } from "#domain/messages/admin-tariffs.ts";
import { statisticsMessages as statistics } from "#domain/messages/statistics.ts";
import { shownSection } from "./admin.ts";
import { registerAccount } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";
import type { State } from "./states.ts";
import { signInToDemo, failApi, holdApi } from "./state-setup.ts";

const main = (page: Page) => page.locator("main");

const at = (query: string) => async (page: Page) => {
  await signInToDemo(page, "admin");
  await page.goto(`/admin${query}`);
  await expect(main(page).getByRole("status", { name: "Duke ngarkuar..." })).toHaveCount(0);
  await page.waitForLoadState("networkidle");
};

/** Opens the newest payment of the demo's dealer, who pays monthly by card. */
async function openPayment(page: Page): Promise<void> {
  await at("?tab=payments&q=autosallon@vetura.example")(page);
  await main(page).locator("[data-row]").first().getByRole("link").first().click();
  await expect(main(page).getByText(payments.details.story)).toBeVisible();
}

/** Opens the dialog for a payment by bank or cash, for a new account. */
async function enterPayment(page: Page): Promise<void> {
  await registerAccount(page);
  const { id } = z.object({ id: z.string() }).parse(await (await page.request.get("/api/me")).json());
  await at(`?tab=users&user=${id}`)(page);
  await main(page).getByRole("button", { name: payments.enter.button }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** Opens a draft of the active tariff with one amount changed. */
async function openDraft(page: Page): Promise<void> {
  await signInToDemo(page, "admin");
  const list = z
    .object({ tariffs: z.array(z.looseObject({ status: z.string(), lines: z.array(z.looseObject({})) })) })
    .parse(await (await page.request.get("/api/admin/tariffs")).json());
  const active = list.tariffs.find(({ status }) => status === "active");
  const lines = active?.lines.map((line) => (line["key"] === "road_fee" ? { ...line, amount: 45.5 } : line));
  const validFrom = `${new Date().getFullYear() + 1}-01-01`;
  const made = await page.request.post("/api/admin/tariffs", {
    data: { ...active, lines, validFrom, validTo: null },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  await at(`?tab=tariffs&tariff=${id}`)(page);
  await expect(main(page).getByRole("table").first()).toContainText("45,50 €");
}

async function withCoupons(page: Page): Promise<void> {
  await signInToDemo(page, "admin");
  const coupon = {
    code: `PANAIRI-${Date.now()}`,
    percent: 25,
    validUntil: "2031-12-31",
    maxUses: 50,
    note: "Panairi i veturave",
  };
  expect((await page.request.post("/api/admin/coupons", { data: coupon })).status()).toBe(201);
  await at("?tab=coupons")(page);
  await expect(main(page).getByText(coupon.code).first()).toBeVisible();
}

async function openBooks(page: Page): Promise<void> {
  await at("?tab=payments")(page);
  await main(page).getByText(payments.books.title).click();
  await main(page).getByRole("button", { name: payments.books.thisMonth }).click();
  await main(page).getByRole("button", { name: payments.books.check }).click();
  await expect(main(page).getByText(payments.books.equal)).toBeVisible();
}

async function typeSettings(page: Page, name: string, value: string): Promise<void> {
  await at("?tab=settings")(page);
  await main(page).getByLabel(name).fill(value);
}

async function asCarsSeller(page: Page): Promise<string> {
  const { id } = await registerAndPublishCar(page);
  return `/my-publishings/${id}/stats`;
}

/** The desk (payments, coupons, invoices, settings, tariffs), and the sellers' statistics of their cars. */
export const deskStates: readonly State[] = [
  { screen: "admin", state: "payments", open: at("?tab=payments") },
  { screen: "admin", state: "payments-none", open: at("?tab=payments&q=zzzzqqq") },
  { screen: "admin", state: "payments-books", open: openBooks },
  {
    screen: "admin",
    state: "payments-loading",
    open: async (page) => {
      await signInToDemo(page, "admin");
      await holdApi(page, "**/api/admin/payments**");
      await page.goto("/admin?tab=payments");
      await expect(shownSection(page)).toBeVisible();
    },
  },
  { screen: "admin", state: "payment", open: openPayment },
  {
    screen: "admin",
    state: "payment-unknown",
    open: at("?tab=payments&payment=01999999-0000-7000-8000-000000000000"),
  },
  {
    screen: "admin",
    state: "refund",
    overlay: true,
    open: async (page) => {
      await openPayment(page);
      await main(page).getByRole("button", { name: payments.refund.button }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  { screen: "admin", state: "enter-payment", overlay: true, open: enterPayment },
  {
    screen: "admin",
    state: "enter-months",
    overlay: true,
    open: async (page) => {
      await enterPayment(page);
      await page.getByRole("dialog").getByText(payments.enter.whats.dealer, { exact: true }).click();
      await expect(page.getByRole("dialog").getByLabel(payments.enter.months)).toBeVisible();
    },
  },
  { screen: "admin", state: "settings", open: at("?tab=settings") },
  {
    screen: "admin",
    state: "settings-changed",
    open: (page) => typeSettings(page, "Sponsorizimi në ditë ($)", "2"),
  },
  {
    screen: "admin",
    state: "settings-errors",
    open: async (page) => {
      await typeSettings(page, "Foto për veturë", "11");
      await main(page).getByRole("button", { name: "Ruaj Ndryshimet" }).click();
      await expect(main(page).getByText(/^Numri i fotove duhet/)).toBeVisible();
    },
  },
  { screen: "admin", state: "tariff-draft", open: openDraft },
  {
    screen: "admin",
    state: "tariff-activate",
    overlay: true,
    open: async (page) => {
      await openDraft(page);
      await main(page).getByRole("button", { name: tariffs.activate }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  { screen: "admin", state: "coupons-full", open: withCoupons },

  {
    screen: "car-stats",
    state: "new",
    open: async (page) => {
      await page.goto(await asCarsSeller(page));
      await expect(page.getByTestId("stat-views")).toBeVisible();
    },
  },
  {
    screen: "car-stats",
    state: "full",
    open: async (page) => {
      await signInToDemo(page, "dealer");
      const cars = z
        .array(z.object({ _id: z.string() }))
        .parse(await (await page.request.get("/api/cars/my")).json());
      await page.goto(`/my-publishings/${cars[0]?._id}/stats`);
      await expect(page.getByTestId("stat-views")).toBeVisible();
    },
  },
  {
    screen: "car-stats",
    state: "loading",
    open: async (page) => {
      const path = await asCarsSeller(page);
      await holdApi(page, "**/api/cars/*/stats**");
      await page.goto(path);
    },
  },
  {
    screen: "car-stats",
    state: "failed",
    open: async (page) => {
      const path = await asCarsSeller(page);
      await failApi(page, "**/api/cars/*/stats**");
      await page.goto(path);
      // The query is retried a few times first.
      await expect(main(page).getByRole("alert")).toBeVisible({ timeout: 45_000 });
    },
  },
  {
    screen: "car-stats",
    state: "not-found",
    open: async (page) => {
      await registerAccount(page);
      await page.goto("/my-publishings/01999999-0000-7000-8000-000000000000/stats");
      await expect(main(page).getByText(statistics.notFound)).toBeVisible();
    },
  },
  {
    screen: "stock-report",
    state: "full",
    open: async (page) => {
      await signInToDemo(page, "dealer");
      await page.goto("/autosallon-dashboard/report");
      await expect(page.getByTestId("report-active")).toBeVisible();
    },
  },
  {
    screen: "stock-report",
    state: "loading",
    open: async (page) => {
      await signInToDemo(page, "dealer");
      await holdApi(page, "**/api/dealer/report**");
      await page.goto("/autosallon-dashboard/report");
    },
  },
  {
    screen: "stock-report",
    state: "failed",
    open: async (page) => {
      await signInToDemo(page, "dealer");
      await failApi(page, "**/api/dealer/report**");
      await page.goto("/autosallon-dashboard/report");
      await expect(main(page).getByRole("alert")).toBeVisible({ timeout: 45_000 });
    },
  },
];
