import { expect, type Page } from "@playwright/test";
import { carPageMessages as carText } from "#domain/messages/car-page.ts";
import { ownPageMessages as ownPageText } from "#domain/messages/dealer-page.ts";
import { dealerPageMessages as dealerText } from "#domain/messages/dealer-pages.ts";
import { homeMessages as homeText } from "#domain/messages/home.ts";
import { myCarsMessages as myText } from "#domain/messages/my-cars.ts";
import { searchPageMessages as searchText } from "#domain/messages/search-page.ts";
import { sellMessages as sellText } from "#domain/messages/sell.ts";
import { shellMessages as shellText } from "#domain/messages/shell.ts";
import { paymentHistoryMessages as historyText } from "#domain/messages/payment-history.ts";
import { profileMessages as profileText } from "#domain/messages/profile.ts";
import { adminStates } from "./admin-states.ts";
import { deskStates } from "./desk-states.ts";
import { carsOf } from "./market.ts";
import { openPricing, waitForReturn, cards, payWith } from "./paying.ts";
import { registerAccount } from "./people.ts";
import { publishCar, registerAndPublishCar } from "./published-car.ts";
import { priceStates } from "./price-states.ts";
import { reviewStates } from "./review-states.ts";
import { savedStates } from "./saved-states.ts";
import { addPhotos, fillCar } from "./selling.ts";
import { stockStates } from "./stock-states.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { verifyStates } from "./verify-states.ts";
import { signInToDemo, failApi, holdApi } from "./state-setup.ts";

/** A screen in one of its states, and how a new browser's page gets there, from the demo data. */
export interface State {
  readonly screen: string;
  readonly state: string;
  readonly open: (page: Page) => Promise<unknown>;
  /** The widths that have this state; all by default. */
  readonly widths?: readonly number[];
  /** A layer covers the page: the screenshot shows the viewport instead of the whole page. */
  readonly overlay?: boolean;
}

const phone = [390];
const narrow = [390, 768];
const wide = [1440];

const at = (path: string) => (page: Page) => page.goto(path);
const asSeller = (path: string) => async (page: Page) => {
  await signInToDemo(page, "seller");
  await page.goto(path);
};
const asDealer = (path: string) => async (page: Page) => {
  await signInToDemo(page, "dealer");
  await page.goto(path);
};
const inDealersArea = (part: string) => async (page: Page) => {
  await asDealer(`/autosallon-dashboard${part}`)(page);
  await expect(page.locator("main h1")).toBeVisible();
  await expect(page.locator("main .skeleton")).toHaveCount(0);
};
const asNewcomer = (path: string) => async (page: Page) => {
  await registerAccount(page);
  await page.goto(path);
};

const main = (page: Page) => page.locator("main");
const press = (page: Page, name: string) => main(page).getByRole("button", { name }).first().click();

/** Continues from /pricing to the payment while `trouble` delays or fails the API. */
async function checkout(page: Page, trouble: typeof holdApi): Promise<void> {
  await registerAndPublishCar(page);
  await openPricing(page);
  await trouble(page, "**/api/payment/**");
  await main(page)
    .getByRole("button", { name: /^Vazhdo te pagesa/ })
    .click();
  await expect(page.getByTestId("checkout-total")).toBeVisible();
}

/** Pays a second car with extras on the provider's page; ends at the receipt. */
async function payForCar(page: Page): Promise<void> {
  await registerAndPublishCar(page);
  await openPricing(page);
  await page.getByLabel(sellText.pricingSponsorship).fill("5");
  await page.getByLabel(sellText.pricingSocial).check();
  await main(page)
    .getByRole("button", { name: /^Vazhdo te pagesa/ })
    .click();
  await payWith(page, cards.pays);
  await waitForReturn(page, "/payment/success");
  await expect(page.getByTestId("paid-amount")).toBeVisible();
}

/** Pays a subscription on the provider's page; ends at the welcome page. */
async function becomeDealer(page: Page): Promise<void> {
  await registerAccount(page);
  await page.goto("/autosallon-signup");
  await main(page).getByLabel(dealerText.signup.businessName).fill("Auto Krasniqi");
  await main(page).getByLabel(dealerText.signup.businessAddress).fill("Rr. Nëna Terezë 12, Prizren");
  await press(page, dealerText.signup.next);
  await press(page, "Paguaj $50");
  await payWith(page, cards.pays);
  await waitForReturn(page, "/autosallon/success");
  await expect(page.getByText(dealerText.success.activated)).toBeVisible();
}

async function openDealersDashboard(page: Page): Promise<void> {
  await becomeDealer(page);
  await publishCar(page);
  await page.goto("/autosallon-dashboard");
  await expect(page.getByTestId("dealer-status")).toBeVisible();
  const { paid } = dealerText.dashboard.billing.statuses;
  await expect(page.getByText(paid, { exact: true }).filter({ visible: true }).first()).toBeVisible();
}

/** Opens /favorites with hearts that were stored on this device before. */
async function openFavorites(page: Page): Promise<void> {
  const sold = await registerAndPublishCar(page);
  expect((await page.request.put(`/api/cars/${sold.id}/sold`)).status()).toBe(200);
  await page.context().clearCookies();
  const cars = await carsOf(page.request, "limit=5");
  const gone = "01980000-0000-7000-8000-000000000000";
  await page.goto("/robots.txt");
  await page.evaluate(
    (ids) => localStorage.setItem("favoriteCars", JSON.stringify(ids)),
    [...cars.map((car) => car._id), sold.id, gone],
  );
}

async function openCar(page: Page): Promise<void> {
  const [car] = await carsOf(page.request, "limit=1");
  await page.goto(`/car/${car?._id}`);
}

async function openOwnCar(page: Page): Promise<string> {
  const { id } = await registerAndPublishCar(page);
  await page.goto(`/car/${id}`);
  await expect(page.getByText(carText.owner.heading)).toBeVisible();
  return id;
}

async function openHomeFromElsewhere(page: Page): Promise<void> {
  await page.goto("/login");
  await page.locator("header a[href='/']").click();
}

async function changeOrder(page: Page): Promise<void> {
  await page.getByLabel(searchText.sort).selectOption("price_desc");
}

async function toPricing(page: Page): Promise<void> {
  await page.goto("/add-car");
  await fillCar(page, { price: "8500" });
  await addPhotos(page, 2);
  await press(page, sellText.next);
  await expect(page).toHaveURL(/\/pricing/);
  await expect(page.getByTestId("pricing-total")).toBeVisible();
}

/**
 * Every screen in every state. Add a new page's states here; `npm run screenshots` and `npm run test:full`
 * use them.
 */
export const states: readonly State[] = [
  { screen: "home", state: "full", open: at("/") },
  {
    screen: "home",
    state: "dealer-prices",
    open: async (page) => {
      await page.goto("/");
      await main(page).getByRole("tab").last().click();
    },
  },
  {
    screen: "home",
    state: "loading",
    open: async (page) => {
      await page.goto("/login");
      await holdApi(page);
      await page.locator("header a[href='/']").click();
      await expect(page.getByRole("heading", { name: homeText.hero.headline })).toBeVisible();
    },
  },
  {
    screen: "home",
    state: "failed",
    open: async (page) => {
      await page.goto("/login");
      await failApi(page);
      await page.locator("header a[href='/']").click();
      await expect(page.getByRole("heading", { name: homeText.hero.headline })).toBeVisible();
    },
  },

  { screen: "dogana", state: "empty", open: at("/dogana") },
  {
    screen: "dogana",
    state: "answer",
    open: at(`/dogana?price=10000&year=${new Date().getFullYear() - 5}&fuel=Diesel&engineCc=1968`),
  },
  { screen: "dogana", state: "wrong", open: at("/dogana?price=falas&year=2021&fuel=Diesel") },
  { screen: "dogana", state: "too-old", open: at("/dogana?price=5000&year=2001&fuel=Diesel&engineCc=1968") },

  { screen: "search", state: "full", open: at("/search") },
  {
    screen: "search",
    state: "chosen",
    open: at("/search?brand=Volkswagen,Audi&fuel=Diesel&minYear=2010&maxPrice=30000"),
  },
  { screen: "search", state: "words", open: at("/search?q=golf") },
  { screen: "search", state: "empty", open: at("/search?q=zzzzqqq") },
  {
    screen: "search",
    state: "empty-in-a-town",
    open: at("/search?brand=BMW&location=Kllokot"),
  },
  { screen: "search", state: "few", open: at("/search?brand=BMW&fuel=Diesel&location=Ferizaj") },
  { screen: "search", state: "beyond-the-end", open: at("/search?page=900") },
  {
    screen: "search",
    state: "filters",
    widths: narrow,
    overlay: true,
    open: async (page) => {
      await page.goto("/search?brand=BMW");
      await press(page, searchText.openFiltersActive(1));
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    screen: "search",
    state: "loading",
    open: async (page) => {
      await openHomeFromElsewhere(page);
      await holdApi(page);
      await main(page).getByRole("link", { name: homeText.hero.moreFilters }).click();
      await expect(page).toHaveURL(/\/search/);
    },
  },
  {
    screen: "search",
    state: "loading-again",
    open: async (page) => {
      await page.goto("/search");
      await holdApi(page);
      await changeOrder(page);
      await expect(page).toHaveURL(/price_desc/);
    },
  },
  {
    screen: "search",
    state: "failed",
    open: async (page) => {
      await page.goto("/search");
      await failApi(page);
      await changeOrder(page);
      await expect(main(page).getByText(searchText.failed)).toBeVisible();
    },
  },

  { screen: "car", state: "full", open: openCar },
  {
    screen: "car",
    state: "number-shown",
    open: async (page) => {
      await openCar(page);
      const reveal = main(page).getByRole("button", { name: carText.contact.reveal });
      await reveal
        .or(main(page).getByRole("button", { name: carText.contact.call }))
        .first()
        .click();
      await expect(main(page).locator("a[href^='tel:']").first()).toBeAttached();
    },
  },
  {
    screen: "car",
    state: "photos-large",
    overlay: true,
    open: async (page) => {
      await openCar(page);
      await main(page)
        .getByLabel(new RegExp(`^${carText.gallery.open}`))
        .first()
        .click();
      await expect(page.locator(".yarl__root, dialog[open]")).toBeVisible();
    },
  },
  { screen: "car", state: "own", open: openOwnCar },
  {
    screen: "car",
    state: "own-delete",
    overlay: true,
    open: async (page) => {
      await openOwnCar(page);
      await press(page, carText.owner.remove);
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    screen: "car",
    state: "own-mark-sold",
    overlay: true,
    open: async (page) => {
      await openOwnCar(page);
      await press(page, carText.owner.sold);
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    screen: "car",
    state: "sold",
    open: async (page) => {
      const { id } = await registerAndPublishCar(page);
      expect((await page.request.put(`/api/cars/${id}/sold`)).status()).toBe(200);
      await page.context().clearCookies();
      await page.goto(`/car/${id}`);
      await expect(page.getByText(carText.sold).first()).toBeVisible();
    },
  },
  {
    screen: "car",
    state: "own-archived",
    open: async (page) => {
      const { id } = await registerAndPublishCar(page);
      expect((await page.request.delete(`/api/cars/${id}`)).status()).toBe(204);
      await page.goto(`/car/${id}`);
      await expect(page.getByText(carText.archivedHint)).toBeVisible();
    },
  },
  { screen: "car", state: "unknown", open: at("/car/01890000-0000-7000-8000-000000000001") },
  {
    screen: "dealer",
    state: "full",
    open: async (page) => {
      const cars = await carsOf(page.request, "limit=100");
      const seller = cars.find((car) => car.seller.isDealer)?.seller.id;
      await page.goto(`/dealers/${seller}`);
    },
  },
  {
    screen: "dealer",
    state: "hours",
    open: async (page) => {
      const cars = await carsOf(page.request, "limit=100");
      const dealers = new Set(cars.flatMap(({ seller }) => (seller.isDealer ? [seller.id] : [])));
      for (const id of dealers) {
        await page.goto(`/dealers/${id}`);
        const hours = main(page).getByText(/^(?:Hapur|Mbyllur) tani/);
        if ((await hours.count()) === 0) continue;
        await hours.click();
        await expect(main(page).getByRole("table")).toBeVisible();
        return;
      }
      throw new Error("the demo's dealers have hours");
    },
  },

  {
    screen: "seller",
    state: "full",
    open: async (page) => {
      const cars = await carsOf(page.request, "brand=BMW&limit=100");
      const seller = cars.find((car) => !car.seller.isDealer)?.seller.id;
      await page.goto(`/sellers/${seller}`);
      await expect(main(page).getByRole("article").first()).toBeVisible();
    },
  },
  { screen: "offline", state: "empty", open: at("/offline") },

  { screen: "login", state: "empty", open: at("/login") },
  {
    screen: "login",
    state: "refused",
    open: async (page) => {
      await page.goto("/login");
      await page.getByLabel("Email-i").fill("askush@example.com");
      await page.getByLabel("Fjalëkalimi", { exact: true }).fill("gabim-123");
      await press(page, "Hyr");
      await expect(page.getByText("Email ose fjalëkalim i gabuar").first()).toBeVisible();
    },
  },
  {
    screen: "login",
    state: "code asked",
    open: async (page) => {
      // The demo's accounts have no second factor.
      await page.route("**/api/login", (route) =>
        route.fulfill({ status: 401, json: { code: "code_needed", message: "" } }),
      );
      await page.goto("/login");
      await page.getByLabel("Email-i").fill("admin@vetura.example");
      await page.getByLabel("Fjalëkalimi", { exact: true }).fill("fjalëkalimi");
      await press(page, "Hyr");
      await expect(page.getByLabel("Kodi nga aplikacioni")).toBeVisible();
    },
  },
  { screen: "register", state: "empty", open: at("/register") },
  {
    screen: "register",
    state: "errors",
    open: async (page) => {
      await page.goto("/register");
      await press(page, "Regjistrohu");
      await expect(page.getByText("Emri është i detyrueshëm!").first()).toBeVisible();
    },
  },
  { screen: "forgot-password", state: "empty", open: at("/forgot-password") },
  {
    screen: "forgot-password",
    state: "sent",
    open: async (page) => {
      await page.goto("/forgot-password");
      await page.getByLabel("Email-i").fill("askush@example.com");
      await press(page, "Dërgo lidhjen");
      await expect(page.getByRole("heading", { name: "Shikoni email-in" })).toBeVisible();
    },
  },
  { screen: "reset-password", state: "empty", open: at("/reset-password?token=abc") },
  { screen: "reset-password", state: "no-token", open: at("/reset-password") },
  {
    screen: "reset-password",
    state: "errors",
    open: async (page) => {
      await page.goto("/reset-password?token=abc");
      await main(page).locator("button[type=submit]").click();
      await expect(main(page).getByRole("alert").first()).toBeVisible();
    },
  },
  ...verifyStates,
  {
    screen: "login",
    state: "errors",
    open: async (page) => {
      await page.goto("/login");
      await press(page, "Hyr");
      await expect(main(page).getByText("Email-i është i detyrueshëm!")).toBeVisible();
    },
  },

  {
    screen: "profile",
    state: "full",
    open: async (page) => {
      await asSeller("/profile")(page);
      await expect(page.getByTestId("stat-total")).toBeVisible();
    },
  },
  {
    screen: "profile",
    state: "dealer",
    open: async (page) => {
      await asDealer("/profile")(page);
      await expect(page.getByTestId("stat-total")).toBeVisible();
    },
  },
  {
    screen: "profile",
    state: "errors",
    open: async (page) => {
      await asNewcomer("/profile")(page);
      await main(page).getByLabel(profileText.form.firstName, { exact: true }).fill("");
      await main(page).getByText(profileText.form.passwordHeading).click();
      await main(page)
        .getByLabel(/^Fjalëkalimi i ri/)
        .fill("1234567");
      await press(page, profileText.form.save);
      await expect(main(page).getByText("Emri është i detyrueshëm!")).toBeVisible();
    },
  },
  {
    screen: "profile",
    state: "security",
    open: async (page) => {
      await asSeller("/profile/security")(page);
      await expect(main(page).getByText(profileText.sessions.current)).toBeVisible();
    },
  },
  {
    screen: "profile",
    state: "notifications",
    open: async (page) => {
      await asSeller("/profile/notifications")(page);
      await expect(main(page).locator("#followed-cars")).toBeVisible();
      await expect(main(page).locator(".skeleton")).toHaveCount(0);
    },
  },
  { screen: "profile", state: "privacy", open: asSeller("/profile/privacy") },
  {
    screen: "profile",
    state: "second factor",
    open: async (page) => {
      await signInToDemo(page, "admin");
      await page.goto("/profile/security");
      await press(page, profileText.totp.begin);
      await main(page)
        .getByLabel(profileText.totp.password)
        .fill(process.env.DEMO_PASSWORD ?? "vetura-e2e");
      await press(page, profileText.totp.next);
      await expect(main(page).getByRole("img", { name: profileText.totp.qr })).toBeVisible();
    },
  },
  {
    screen: "profile",
    state: "recovery codes",
    open: async (page) => {
      await signInToDemo(page, "admin");
      await page.goto("/profile/security");
      // The demo's admin stays without a second factor, because the first code is never sent.
      const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-pqr${index}`);
      await page.route("**/api/me/totp/confirm", (route) => route.fulfill({ json: { recoveryCodes } }));
      await press(page, profileText.totp.begin);
      await main(page)
        .getByLabel(profileText.totp.password)
        .fill(process.env.DEMO_PASSWORD ?? "vetura-e2e");
      await press(page, profileText.totp.next);
      await main(page).getByLabel(profileText.totp.code).fill("123456");
      await press(page, profileText.totp.confirm);
      await expect(main(page).getByText(profileText.totp.codesHeading)).toBeVisible();
    },
  },
  {
    screen: "profile",
    state: "loading",
    open: async (page) => {
      await registerAccount(page);
      await holdApi(page, "**/api/me/status");
      await page.goto("/profile");
    },
  },
  {
    screen: "profile",
    state: "failed",
    open: async (page) => {
      await registerAccount(page);
      await page.route("**/api/me/status", (route) => route.fulfill({ status: 404, json: {} }));
      await page.goto("/profile");
      await expect(main(page).getByText(profileText.loadFailed)).toBeVisible();
    },
  },
  {
    screen: "profile",
    state: "delete",
    overlay: true,
    open: async (page) => {
      await asNewcomer("/profile/privacy")(page);
      await press(page, profileText.privacy.remove);
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    screen: "payments",
    state: "full",
    open: async (page) => {
      await payForCar(page);
      await page.goto("/payments");
      await expect(page.getByTestId("payment-count")).toBeVisible();
    },
  },
  {
    screen: "payments",
    state: "empty",
    open: async (page) => {
      await asNewcomer("/payments")(page);
      await expect(main(page).getByText(historyText.emptyTitle)).toBeVisible();
    },
  },
  {
    screen: "payments",
    state: "loading",
    open: async (page) => {
      await registerAccount(page);
      await holdApi(page, "**/api/payment/history*");
      await page.goto("/payments");
    },
  },
  {
    screen: "payments",
    state: "failed",
    open: async (page) => {
      await registerAccount(page);
      await page.route("**/api/payment/history*", (route) => route.fulfill({ status: 404, json: {} }));
      await page.goto("/payments");
      await expect(main(page).getByText(historyText.loadFailed)).toBeVisible();
    },
  },
  { screen: "favorites", state: "empty", open: at("/favorites") },
  {
    screen: "favorites",
    state: "full",
    open: async (page) => {
      await openFavorites(page);
      await page.goto("/favorites");
      await expect(main(page).locator("[data-unavailable]")).toHaveCount(2);
    },
  },
  {
    screen: "favorites",
    state: "failed",
    open: async (page) => {
      await openFavorites(page);
      await page.route("**/api/cars/*", (route) => route.fulfill({ status: 429, json: {} }));
      await page.goto("/favorites");
      await expect(main(page).getByRole("alert")).toBeVisible();
    },
  },
  { screen: "terms", state: "full", open: at("/terms") },
  { screen: "privacy", state: "full", open: at("/privacy") },
  { screen: "imprint", state: "full", open: at("/imprint") },

  {
    screen: "add-car",
    state: "empty",
    open: async (page) => {
      await asNewcomer("/add-car")(page);
      await expect(main(page).getByRole("button", { name: sellText.photosAdd })).toBeVisible();
    },
  },
  {
    screen: "add-car",
    state: "errors",
    open: async (page) => {
      await registerAccount(page);
      await page.goto("/add-car");
      await press(page, sellText.next);
      await expect(main(page).getByText("Marka është e detyrueshme")).toBeVisible();
    },
  },
  {
    screen: "add-car",
    state: "choosing-brand",
    overlay: true,
    open: async (page) => {
      await registerAccount(page);
      await page.goto("/add-car");
      await page.getByRole("combobox", { name: "Marka", exact: true }).click();
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  {
    screen: "add-car",
    state: "filled",
    open: async (page) => {
      await registerAccount(page);
      await page.goto("/add-car");
      await fillCar(page, { price: "8500", description: "Veturë e mbajtur mirë, me libër servisi." });
      await addPhotos(page, 4);
    },
  },
  {
    screen: "add-car",
    state: "lists-failed",
    open: async (page) => {
      await registerAccount(page);
      await page.route("**/api/car-models/**", (route) => route.fulfill({ status: 500, body: "" }));
      await page.goto("/add-car");
      await expect(main(page).getByText(sellText.brandsFailed)).toBeVisible();
    },
  },
  {
    screen: "edit-car",
    state: "full",
    open: async (page) => {
      const { id } = await registerAndPublishCar(page);
      await page.goto(`/edit-car/${id}`);
      await expect(page.getByRole("button", { name: sellText.save })).toBeVisible();
    },
  },
  {
    screen: "edit-car",
    state: "unknown",
    open: async (page) => {
      await asNewcomer("/edit-car/01890000-0000-7000-8000-000000000001")(page);
      await expect(main(page).getByRole("heading", { name: "Vetura nuk u gjet" })).toBeVisible();
    },
  },
  {
    screen: "pricing",
    state: "free",
    open: async (page) => {
      await registerAccount(page);
      await toPricing(page);
    },
  },
  {
    screen: "pricing",
    state: "to-pay",
    open: async (page) => {
      await registerAndPublishCar(page);
      await toPricing(page);
    },
  },

  {
    screen: "window-sheets",
    state: "stock",
    open: async (page) => {
      await asDealer("/my-publishings/sheets")(page);
      await expect(main(page).locator("[data-car]").first()).toBeVisible();
    },
  },
  {
    screen: "window-sheets",
    state: "not-found",
    open: asSeller("/my-publishings/01999999-0000-7000-8000-000000000000/sheet"),
  },

  {
    screen: "my-publishings",
    state: "full",
    open: async (page) => {
      await asSeller("/my-publishings")(page);
      await expect(main(page).getByText(myText.badgeActive, { exact: true }).first()).toBeVisible();
    },
  },
  {
    screen: "my-publishings",
    state: "stock",
    open: async (page) => {
      await asDealer("/my-publishings")(page);
      await expect(main(page).getByRole("search")).toBeVisible();
    },
  },
  {
    screen: "my-publishings",
    state: "more",
    overlay: true,
    open: async (page) => {
      await asSeller("/my-publishings?tab=active")(page);
      await main(page)
        .getByRole("button", { name: /^Më shumë/ })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    screen: "my-publishings",
    state: "empty",
    open: async (page) => {
      await asNewcomer("/my-publishings")(page);
      await expect(main(page).getByText(myText.emptyAll)).toBeVisible();
    },
  },
  {
    screen: "my-publishings",
    state: "empty-archive",
    open: async (page) => {
      await registerAccount(page);
      await page.goto("/my-publishings");
      await main(page).getByRole("tab", { name: myText.tabArchived }).click();
      await expect(main(page).getByText(myText.emptyArchived)).toBeVisible();
    },
  },
  {
    screen: "my-publishings",
    state: "archive",
    overlay: true,
    open: async (page) => {
      await registerAndPublishCar(page);
      await page.goto("/my-publishings");
      await press(page, uiMessages.moreOf("Dacia Duster"));
      await press(page, myText.archive);
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    screen: "my-publishings",
    state: "loading",
    open: async (page) => {
      await registerAccount(page);
      await holdApi(page, "**/api/cars/**");
      await page.goto("/my-publishings");
    },
  },
  {
    screen: "my-publishings",
    state: "failed",
    open: async (page) => {
      await registerAccount(page);
      await failApi(page, "**/api/cars/**");
      await page.goto("/my-publishings");
      // The query is retried a few times first.
      await expect(main(page).getByText(myText.loadFailed)).toBeVisible({ timeout: 45_000 });
    },
  },

  {
    screen: "my-publishings",
    state: "promote",
    overlay: true,
    open: async (page) => {
      await registerAndPublishCar(page);
      await page.goto("/my-publishings");
      await press(page, uiMessages.moreOf("Dacia Duster"));
      await press(page, myText.promote);
      await expect(page.getByTestId("extras-total")).toBeVisible();
    },
  },
  { screen: "checkout", state: "opening", open: (page) => checkout(page, holdApi) },
  { screen: "checkout", state: "failed", open: (page) => checkout(page, failApi) },
  {
    screen: "checkout",
    state: "price-changed",
    open: async (page) => {
      await registerAccount(page);
      await openPricing(page);
      await page.getByLabel(sellText.pricingSocial).check();
      await expect(page.getByTestId("pricing-total")).toHaveText("$10");
      await publishCar(page);
      await main(page)
        .getByRole("button", { name: /^Vazhdo te pagesa/ })
        .click();
      await expect(page.getByRole("heading", { name: "Çmimi ka ndryshuar" })).toBeVisible();
    },
  },
  { screen: "payment-success", state: "paid", open: payForCar },
  { screen: "payment-success", state: "no-session", open: at("/payment/success") },
  { screen: "payment-success", state: "unknown", open: at("/payment/success?session_id=cs_unknown") },
  { screen: "payment-failed", state: "plain", open: at("/payment/failed") },
  { screen: "payment-failed", state: "given-up", open: at("/payment/failed?reason=canceled") },
  { screen: "autosallon-signup", state: "first-step", open: asNewcomer("/autosallon-signup") },
  {
    screen: "autosallon-signup",
    state: "second-step",
    open: async (page) => {
      await asNewcomer("/autosallon-signup")(page);
      await main(page).getByLabel(dealerText.signup.businessName).fill("Auto Krasniqi");
      await main(page).getByLabel(dealerText.signup.businessAddress).fill("Rr. Nëna Terezë 12, Prizren");
      await press(page, dealerText.signup.next);
      await expect(main(page).getByText(dealerText.signup.paymentHeading)).toBeVisible();
    },
  },
  { screen: "autosallon-success", state: "paid", open: becomeDealer },
  { screen: "autosallon-dashboard", state: "subscribed", open: openDealersDashboard },
  {
    screen: "autosallon-dashboard",
    state: "failed",
    open: async (page) => {
      await signInToDemo(page, "dealer");
      await page.route("**/api/dealer/stats", (route) => route.fulfill({ status: 409, json: {} }));
      await page.goto("/autosallon-dashboard");
      await expect(main(page).getByText(dealerText.dashboard.loadFailed)).toBeVisible();
    },
  },
  { screen: "autosallon-success", state: "no-session", open: at("/autosallon/success") },
  { screen: "autosallon-dashboard", state: "not-a-dealer", open: asNewcomer("/autosallon-dashboard") },
  {
    screen: "autosallon-dashboard",
    state: "dealer",
    open: async (page) => {
      await asDealer("/autosallon-dashboard")(page);
      await expect(page.getByTestId("dealer-status")).toBeVisible();
    },
  },
  { screen: "autosallon-dashboard", state: "own-page", open: inDealersArea("/page") },
  { screen: "autosallon-dashboard", state: "keys", open: inDealersArea("/keys") },
  {
    screen: "autosallon-dashboard",
    state: "subscription",
    open: inDealersArea("/subscription"),
  },
  {
    screen: "autosallon-dashboard",
    state: "page-form",
    open: async (page) => {
      await asDealer("/autosallon-dashboard/page")(page);
      await press(page, ownPageText.form.edit);
      await expect(main(page).getByLabel(ownPageText.form.address)).toBeVisible();
    },
  },

  ...adminStates,
  ...deskStates,
  ...reviewStates,
  ...priceStates,
  ...savedStates,
  ...stockStates,

  { screen: "not-found", state: "plain", open: at("/nuk-ekziston") },
  {
    screen: "fall-back",
    state: "offline",
    open: async (page) => {
      await page.goto("/");
      await page.context().setOffline(true);
      await page.getByRole("contentinfo").getByRole("link", { name: "Kushtet e përdorimit" }).click();
      await expect(page.getByRole("button", { name: shellText.reloadPage })).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    screen: "menu",
    state: "guest",
    widths: phone,
    overlay: true,
    open: async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: shellText.openMenu }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    screen: "menu",
    state: "signed-in",
    widths: phone,
    overlay: true,
    open: async (page) => {
      await registerAccount(page);
      await page.goto("/");
      await page.getByRole("button", { name: shellText.openMenu }).click();
      await expect(page.getByRole("dialog").getByRole("button", { name: shellText.logout })).toBeVisible();
    },
  },
  {
    screen: "menu",
    state: "account",
    widths: wide,
    overlay: true,
    open: async (page) => {
      await registerAccount(page);
      await page.goto("/");
      await page.locator("header").getByRole("button", { name: "Arta" }).click();
    },
  },
];

/** Finds a state by its name, "screen state". Throws for an unknown name. */
export function stateNamed(name: string): State {
  const found = states.find(({ screen, state }) => `${screen} ${state}` === name);
  if (found === undefined) throw new Error(`There is no state "${name}".`);
  return found;
}
