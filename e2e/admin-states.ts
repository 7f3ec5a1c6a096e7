import { expect, type Page } from "@playwright/test";
import { adminAccessMessages } from "#domain/messages/admin-access.ts";
import { adminPageMessages as text } from "#domain/messages/admin-pages.ts";
import { adminTariffMessages as tariffText } from "#domain/messages/admin-tariffs.ts";
import { carPageMessages } from "#domain/messages/car-page.ts";
import { rowOf, shownSection } from "./admin.ts";
import { carsOf } from "./market.ts";
import { countUnknownCodes, sendMobileStock } from "./mobile-stock.ts";
import { registerAccount } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";
import type { State } from "./states.ts";
import { signInToDemo, failApi, holdApi } from "./state-setup.ts";

const main = (page: Page) => page.locator("main");

const at = (query: string) => async (page: Page) => {
  await signInToDemo(page, "admin");
  await page.goto(`/admin${query}`);
  await page.waitForLoadState("networkidle");
  // The dashboard's code loads after its page.
  await expect(main(page).getByText(text.loading, { exact: true })).toHaveCount(0);
};

/** Presses the first button in a row whose name matches. */
const withRow = (query: string, button: RegExp) => async (page: Page) => {
  await at(query)(page);
  await main(page).getByRole("button", { name: button, disabled: false }).first().click();
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
};

async function reported(page: Page): Promise<string> {
  const { id } = await registerAndPublishCar(page);
  const report = { reason: "fraud", text: "Kërkon kapar para se ta shihni veturën.", email: "a@example.com" };
  expect((await page.request.post(`/api/cars/${id}/report`, { data: report })).status()).toBe(204);
  return id;
}

async function suggested(page: Page): Promise<void> {
  await registerAccount(page);
  const data = { brand: "Dacia", model: `Duster ${Date.now()}` };
  expect((await page.request.post("/api/car-models/models", { data })).status()).toBe(201);
}

/** The demo's dealer uploads a file with two unknown codes and a known one. */
async function unknownCodes(page: Page): Promise<void> {
  await signInToDemo(page, "dealer");
  const codes = { kategorie: "Car.Limousine", kraftstoffart: "2", getriebeart: "3" };
  await countUnknownCodes(page.request, await sendMobileStock(page.request, codes));
  await signInToDemo(page, "admin");
  const data = { column: "getriebeart", code: "1", value: "Manual" };
  expect((await page.request.put("/api/admin/stock-codes", { data })).status()).toBe(200);
}

/** Opens the form of a user that no other test changes, as an admin; returns the user's id. */
async function editNewcomer(page: Page): Promise<string> {
  const { email } = await registerAccount(page);
  const me: unknown = await (await page.request.get("/api/me")).json();
  const id = typeof me === "object" && me !== null && "id" in me ? String(me.id) : "";
  await at(`?tab=users&q=${encodeURIComponent(email)}`)(page);
  await rowOf(page, id)
    .getByRole("button", { name: /^Edito/ })
    .click();
  return id;
}

/** The same form after somebody else changed the user: a conflict. */
async function conflict(page: Page): Promise<void> {
  const id = await editNewcomer(page);
  await page.getByLabel(text.users.edit.firstName, { exact: true }).fill("Vonuar");
  await page.request.put(`/api/admin/users/${id}`, { data: { lastName: "Tjetri" } });
  await page.getByRole("button", { name: text.actions.save }).click();
  await expect(page.getByText(text.conflict.title)).toBeVisible();
}

/** The form's question before a right is given to an account with an unverified address. */
async function unproven(page: Page): Promise<void> {
  await editNewcomer(page);
  await page.getByLabel(text.users.edit.adminHint).check();
  await page.getByRole("button", { name: text.actions.save }).click();
  await expect(page.getByRole("alertdialog", { name: text.users.edit.unprovenTitle })).toBeVisible();
}

/** The administration's screens and states, and the public form to report a car. */
export const adminStates: readonly State[] = [
  {
    screen: "car",
    state: "report",
    overlay: true,
    open: async (page) => {
      const [car] = await carsOf(page.request, "limit=1");
      await page.goto(`/car/${car?._id}`);
      await main(page).getByRole("button", { name: carPageMessages.report }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    screen: "admin",
    state: "denied",
    open: async (page) => {
      await registerAccount(page);
      await page.goto("/admin");
      await expect(page.getByText(adminAccessMessages.denied)).toBeVisible();
    },
  },
  { screen: "admin", state: "overview", open: at("") },
  {
    screen: "admin",
    state: "loading",
    open: async (page) => {
      await signInToDemo(page, "admin");
      await holdApi(page, "**/api/admin/**");
      await page.goto("/admin?tab=users");
      await expect(shownSection(page)).toBeVisible();
    },
  },
  {
    screen: "admin",
    state: "failed",
    open: async (page) => {
      await signInToDemo(page, "admin");
      await failApi(page, "**/api/admin/**");
      await page.goto("/admin?tab=users");
      // The query is retried a few times first.
      await expect(main(page).getByText(text.loadFailed)).toBeVisible({ timeout: 45_000 });
    },
  },
  { screen: "admin", state: "coupons", open: at("?tab=coupons") },
  { screen: "admin", state: "coupon-new", overlay: true, open: withRow("?tab=coupons", /^Kupon i ri/) },
  { screen: "admin", state: "invoices", open: at("?tab=invoices") },
  { screen: "admin", state: "invoices-none", open: at("?tab=invoices&q=zzzzqqq") },
  { screen: "admin", state: "users", open: at("?tab=users&page=3&sort=name_asc") },
  { screen: "admin", state: "users-one", open: at("?tab=users&role=admin&q=admin@vetura.example") },
  { screen: "admin", state: "users-none", open: at("?tab=users&q=zzzzqqq") },
  { screen: "admin", state: "users-beyond-the-end", open: at("?tab=users&page=900") },
  {
    screen: "admin",
    state: "users-selected",
    open: async (page) => {
      await at("?tab=users")(page);
      await page.getByLabel(text.table.selectAll).check();
    },
  },
  {
    screen: "admin",
    state: "users-bulk-question",
    overlay: true,
    open: async (page) => {
      await at("?tab=users")(page);
      await page.getByLabel(text.table.selectAll).check();
      await main(page)
        .getByRole("button", { name: /^Fshi të Zgjedhurit/ })
        .click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  { screen: "admin", state: "tariffs", open: at("?tab=tariffs") },
  {
    screen: "admin",
    state: "tariff",
    open: async (page) => {
      await at("?tab=tariffs")(page);
      await main(page).getByRole("listitem").getByRole("link").last().click();
      await expect(main(page).getByRole("heading", { name: tariffText.lines })).toBeVisible();
    },
  },
  { screen: "admin", state: "user-details", overlay: true, open: withRow("?tab=users", /^Shiko/) },
  { screen: "admin", state: "user-edit", overlay: true, open: withRow("?tab=users", /^Edito/) },
  {
    screen: "admin",
    state: "user-delete",
    overlay: true,
    open: withRow("?tab=users", /^Fshi përgjithmonë: /),
  },
  { screen: "admin", state: "user-conflict", overlay: true, open: conflict },
  { screen: "admin", state: "user-unproven", overlay: true, open: unproven },
  { screen: "admin", state: "cars", open: at("?tab=cars&sort=price_desc") },
  { screen: "admin", state: "cars-none", open: at("?tab=cars&q=zzzzqqq") },
  { screen: "admin", state: "car-details", overlay: true, open: withRow("?tab=cars", /^Shiko/) },
  { screen: "admin", state: "car-edit", overlay: true, open: withRow("?tab=cars", /^Edito/) },
  {
    screen: "admin",
    state: "reports",
    open: async (page) => {
      const id = await reported(page);
      await at("?tab=reports")(page);
      await expect(main(page).locator(`a[href="/car/${id}"]`)).toBeVisible();
    },
  },
  {
    screen: "admin",
    state: "verifications",
    open: async (page) => {
      await at("?tab=verifications")(page);
      await expect(main(page).locator("[data-verification]").first()).toBeVisible();
    },
  },
  {
    screen: "admin",
    state: "account-suspended",
    open: async (page) => {
      await at("?tab=users&role=suspended")(page);
      await main(page)
        .getByRole("button", { name: /^Shiko / })
        .first()
        .click();
      await page.getByRole("dialog").getByRole("link", { name: text.users.details.account }).click();
      await expect(main(page).getByRole("button", { name: text.account.lift })).toBeVisible();
    },
  },
  { screen: "admin", state: "social", open: at("?tab=social") },
  {
    screen: "admin",
    state: "models",
    open: async (page) => {
      await suggested(page);
      await at("?tab=models")(page);
    },
  },
  {
    screen: "admin",
    state: "model-merge",
    overlay: true,
    open: async (page) => {
      await suggested(page);
      await withRow("?tab=models", /^Bashko/)(page);
    },
  },
  {
    screen: "admin",
    state: "stock-codes",
    open: async (page) => {
      await unknownCodes(page);
      await at("?tab=models&view=codes")(page);
    },
  },
  {
    screen: "admin",
    state: "stock-codes-none",
    open: at("?tab=models&view=codes&page=900"),
  },
  {
    screen: "admin",
    state: "stock-code",
    overlay: true,
    open: async (page) => {
      await unknownCodes(page);
      await withRow("?tab=models&view=codes", /^Plotëso /)(page);
    },
  },
  { screen: "admin", state: "audit", open: at("?tab=audit") },
  { screen: "admin", state: "health", open: at("?tab=health") },
];
