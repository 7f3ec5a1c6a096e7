import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { waitForRequestEnd, holdRequests, waitUntilHandled } from "./held-requests.ts";
import { openPricing } from "./paying.ts";
import { registerAccount } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";

// Slow connections: answers that come after the page was left, or never, and repeated presses.

/** Opens a car from the search, so that Back leads to the search. */
async function openCar(page: Page): Promise<void> {
  await page.goto("/search");
  await page.locator("main article h3 a").first().click();
  await expect(page).toHaveURL(/\/car\//);
  await expect(page.getByRole("heading", { name: "Të dhënat teknike" })).toBeVisible();
}

/** Goes back to the search and waits until it has replaced the car's page. */
async function backToSearch(page: Page): Promise<void> {
  await page.goBack();
  await expect(page).toHaveURL(/\/search$/);
  await expect(page.getByRole("heading", { name: "Të dhënat teknike" })).toHaveCount(0);
}

test.describe("failures while /pricing reloads", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("/pricing keeps price and extras when the price cannot be reloaded, and the publication continues", async ({
    page,
  }) => {
    await registerAccount(page);
    await openPricing(page);
    await page.getByLabel(/rrjete/i).check();
    await expect(page.getByTestId("pricing-total")).toHaveText("$10");

    let failures = 0;
    await page.route("**/api/me/status", async (route) => {
      failures += 1;
      await route.abort();
    });
    // As on return from another app: the page refetches.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await expect.poll(() => failures).toBe(3);
    await expect(page.getByTestId("pricing-total")).toHaveText("$10");

    await page.getByLabel(/rrjete/i).uncheck();
    await page.getByRole("button", { name: "Publiko falas" }).click();
    await expect(page.getByText("Vetura u publikua falas!")).toBeVisible();
    await expect(page).toHaveURL(/\/my-publishings$/);
  });
});

const found = (page: Page) => page.getByText("Keni një veturë të papërfunduar");
const expectDraft = (page: Page, state: "saved" | "untouched") =>
  expect(page.locator(`[data-draft=${state}]`)).toBeAttached();

test.describe("the unfinished sell form", () => {
  test("the sell form offers an unfinished draft as it was left, and none after a fresh start", async ({
    page,
  }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    const words = page.getByLabel(/^Përshkrimi/);
    await words.fill("Shitet");
    await expectDraft(page, "saved");
    await page.reload();
    await expect(found(page)).toBeVisible();
    await expect(words).toHaveValue("Shitet");
    await page.getByRole("button", { name: "Fillo nga e para" }).click();
    await expect(words).toHaveValue("");
    await expectDraft(page, "untouched");
    await page.reload();
    await expect(words).toHaveValue("");
    await expect(found(page)).toHaveCount(0);

    await words.fill("Gabim");
    await expectDraft(page, "saved");
    await words.fill("");
    await expectDraft(page, "untouched");
    await page.reload();
    await expect(words).toHaveValue("");
    await expect(found(page)).toHaveCount(0);
  });
});

test.describe("answers after a page was left", () => {
  test("a late phone number does not open WhatsApp after the page was left", async ({ page }) => {
    await openCar(page);
    const contact = await holdRequests(page, /\/contact$/);
    await page.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    await page.locator("#contact ~ div").getByRole("button", { name: "WhatsApp" }).click();
    await expect.poll(contact.asked).toBe(1);
    const answer = waitForRequestEnd(page, /\/contact$/);
    // Throttled, so that the car is still shown when the answer comes, after the address has changed.
    const browser = await page.context().newCDPSession(page);
    await browser.send("Emulation.setCPUThrottlingRate", { rate: 20 });
    await page.goBack();
    contact.release();
    await answer;
    await browser.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await waitUntilHandled(page, answer);
    await expect(page.getByRole("heading", { name: "Të dhënat teknike" })).toHaveCount(0);
    await expect(page).toHaveURL(/\/search$/);
  });

  test("a late refusal does not open the login after the page was left", async ({ page }) => {
    await openCar(page);
    const me = await holdRequests(page, /\/api\/me$/);
    await page.getByRole("button", { name: "Ndiq çmimin" }).click();
    await expect.poll(me.asked).toBe(1);
    const answer = waitForRequestEnd(page, /\/api\/me$/);
    await backToSearch(page);
    me.release();
    await waitUntilHandled(page, answer);
    await expect(page).toHaveURL(/\/search$/);
  });

  test("a late checkout does not open the card page after the page was left", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/autosallon-signup");
    await page.getByLabel("Emri i biznesit").fill("Auto Krasniqi");
    await page.getByLabel(/^Adresa/).fill("Rr. e Dëshmorëve, Pejë");
    await page.getByRole("button", { name: "Vazhdo" }).click();
    const subscription = await holdRequests(page, /create-dealer-subscription$/);
    await page.getByRole("button", { name: /^Paguaj/ }).click();
    await expect.poll(subscription.asked).toBe(1);
    const answer = waitForRequestEnd(page, /create-dealer-subscription$/);
    await page.getByRole("button", { name: "Kthehu" }).click();
    const name = page.getByLabel("Emri i biznesit");
    await name.fill("Auto Arta");
    subscription.release();
    await waitUntilHandled(page, answer);
    await expect(page).toHaveURL(/\/autosallon-signup$/);
    await expect(name).toHaveValue("Auto Arta");
  });
});

test("an edit that is saved after its page was left shows a message and does not navigate", async ({
  page,
}) => {
  const { id } = await registerAndPublishCar(page);
  await page.goto(`/edit-car/${id}`);
  await page.getByLabel("Çmimi", { exact: true }).fill("12 500");
  const save = await holdRequests(page, new RegExp(`/api/cars/${id}$`));
  await page.getByRole("button", { name: "Ruaj ndryshimet" }).click();
  await expect.poll(save.asked).toBe(1);
  await page.getByRole("contentinfo").getByRole("link", { name: "Kushtet e përdorimit" }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await expect(page.getByRole("heading", { level: 1, name: "Kushtet e përdorimit" })).toBeVisible();
  const answer = waitForRequestEnd(page, new RegExp(`/api/cars/${id}$`));
  save.release();
  await expect(page.locator("[data-sonner-toast]")).toHaveText(/u përditësua/);
  await waitUntilHandled(page, answer);
  await expect(page).toHaveURL(/\/terms$/);
});

test("a publication that ends after its page was left shows a message and does not navigate", async ({
  page,
}) => {
  await registerAccount(page);
  await openPricing(page);
  const publish = await holdRequests(page, /\/api\/cars$/);
  await page.getByRole("button", { name: "Publiko falas" }).click();
  await expect.poll(publish.asked).toBe(1);
  await page.getByRole("contentinfo").getByRole("link", { name: "Kushtet e përdorimit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kushtet e përdorimit" })).toBeVisible();
  const answer = waitForRequestEnd(page, /\/api\/cars$/);
  publish.release();
  await expect(page.getByText("Vetura u publikua falas!")).toBeVisible();
  await waitUntilHandled(page, answer);
  await expect(page).toHaveURL(/\/terms$/);
});

test("/my-publishings confirms a sold car although the list cannot be reloaded", async ({ page }) => {
  const { id } = await registerAndPublishCar(page);
  await page.goto("/my-publishings");
  const card = page.locator(`[data-car="${id}"]`);
  await expect(card.getByText("AKTIV", { exact: true })).toBeVisible();
  const list = await holdRequests(page, /\/api\/cars\/my\?/);
  await card.getByRole("button", { name: /^Më shumë/ }).click();
  await card.getByRole("button", { name: "Shëno si të shitur" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Konfirmo" }).click();
  await expect.poll(list.asked).toBe(1);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(card.getByText("SHITUR", { exact: true })).toBeVisible();
  list.release();
});

test.describe("a failed count", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("a failed count keeps the chosen model of the home page's search", async ({ page }) => {
    await page.goto("/");
    await page.getByLabel("Marka", { exact: true }).selectOption({ index: 1 });
    const model = page.locator("main").getByLabel("Modeli", { exact: true });
    await expect(model.locator("option").nth(1)).toBeAttached();
    await model.selectOption({ index: 1 });
    await expect(page.getByRole("button", { name: /^Shfaq/ })).toBeVisible();
    const chosen = await model.inputValue();
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/facets"));
    await page.route("**/api/cars/facets?**", (route) => route.abort());
    await page.getByLabel("Çmimi deri në").selectOption({ index: 3 });
    await waitUntilHandled(page, failed);
    await expect(model).toHaveValue(chosen);
  });
});

test.describe("repeated key presses", () => {
  test("a double press of Enter sends a form once", async ({ page }) => {
    await page.goto("/forgot-password");
    const forgot = await holdRequests(page, /\/api\/password\/forgot$/);
    const email = page.getByLabel("Email-i");
    await email.fill("askush@example.com");
    await email.press("Enter");
    await expect.poll(forgot.asked).toBe(1);
    await email.press("Enter");
    forgot.release();
    await expect(page.getByText("Shikoni email-in")).toBeVisible();
    expect(forgot.asked()).toBe(1);
  });

  test("Escape does not close a dialog that waits for an answer", async ({ page }) => {
    await openCar(page);
    await page.getByRole("button", { name: "Raporto", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Raporto veturën" });
    await dialog.getByLabel("Arsyeja").selectOption({ index: 1 });
    const report = await holdRequests(page, /\/report$/);
    await dialog.getByRole("button", { name: "Dërgo raportimin" }).click();
    await expect.poll(report.asked).toBe(1);
    // Browsers close a dialog at the second Escape, even if the page prevents the first.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();
    report.release();
    await expect(page.getByRole("dialog", { name: "Faleminderit për raportimin" })).toBeVisible();
  });
});

test("a dialog that is removed with its parent returns the focus", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/search?fuel=Diesel");
  const save = page.getByRole("button", { name: "Ruaj kërkimin" });
  await save.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Anulo" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(save).toBeFocused();
});
