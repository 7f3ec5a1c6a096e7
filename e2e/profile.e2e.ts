import { readFile } from "node:fs/promises";
import { z } from "zod";
import { expectAccessible, widths } from "./axe.ts";
import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";
import { registerAccount } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";

test("/profile shows figures, form, quick actions, account and next car, accessibly (specification.md#profile)", async ({
  page,
}) => {
  const person = await registerAccount(page);
  await page.goto("/profile");
  const main = page.locator("main");
  await expect(page.getByTestId("stat-total")).toHaveText("0");
  await expect(page.getByTestId("stat-active")).toHaveText("0");
  await expect(page.getByTestId("stat-sold")).toHaveText("0");
  await expect(page.getByTestId("stat-status")).toHaveText("Individual");
  await expect(page.getByTestId("next-car-price")).toHaveText("Falas");
  await expect(main.getByLabel("Email-i", { exact: true })).toHaveValue(person.email);
  await expect(main.getByLabel("Email-i", { exact: true })).not.toBeEditable();
  await expect(main.getByRole("link", { name: "+383 44 123 456" })).toHaveAttribute(
    "href",
    "tel:+38344123456",
  );
  await expect(main.getByText("Anëtar që nga")).toBeVisible();
  await expect(main.getByText("Aktiv", { exact: true })).toBeVisible();
  for (const [name, address] of [
    ["Shto veturë", "/add-car"],
    ["Shitjet e mia", "/my-publishings"],
    ["Bëhu autosallon", "/autosallon-signup"],
  ] as const) {
    await expect(main.getByRole("link", { name })).toHaveAttribute("href", address);
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
});

test("a dealer's profile shows the end of the paid period, and a lapsed dealer may renew", async ({
  page,
}) => {
  await registerAccount(page);
  const expiresAt = "2026-12-24T10:00:00.000Z";
  let isDealer = true;
  const dealerSubscription = () => ({ active: isDealer, expiresAt });
  await page.route("**/api/me", async (route) => {
    const me: unknown = await (await route.fetch()).json();
    const dealer = { isDealer, stripeCustomerId: "cus_1", dealerSubscription: dealerSubscription() };
    await route.fulfill({ json: Object.assign({}, me, dealer) });
  });
  await page.route("**/api/me/status", async (route) => {
    const status: unknown = await (await route.fetch()).json();
    const dealer = { isDealer, nextCarPrice: isDealer ? 0 : 3, isFirstCarFree: false };
    await route.fulfill({ json: Object.assign({}, status, dealer) });
  });
  const main = page.locator("main");
  const become = main.getByRole("link", { name: "Bëhu autosallon" });
  await page.goto("/profile");
  await expect(page.getByTestId("stat-status")).toHaveText("Autosallon");
  await expect(page.getByTestId("next-car-price")).toHaveText("E përfshirë në abonim");
  await expect(main.getByText("Abonimi aktiv deri më")).toBeVisible();
  await expect(main.getByText("24.12.2026")).toBeVisible();
  await expect(main.getByRole("link", { name: "Paneli i autosallonit" })).toBeVisible();
  await expect(become).toHaveCount(0);

  isDealer = false;
  await page.reload();
  await expect(page.getByTestId("stat-status")).toHaveText("Individual");
  await expect(page.getByTestId("next-car-price")).toHaveText("$3");
  await expect(main.getByText("Abonimi ka përfunduar më")).toBeVisible();
  await expect(become).toHaveAttribute("href", "/autosallon-signup");
});

test("a dealer who unsubscribed from the monthly mail turns it on again in the profile", async ({
  page,
  request,
}) => {
  await registerDealer(page, request);
  const ended = await page.request.put("/api/dealer/report-mails", { data: { enabled: false } });
  expect(ended.status()).toBe(200);
  await page.goto("/profile/notifications");
  const card = page.getByRole("region", { name: "Email-i mujor për stokun" });
  const onOff = card.getByRole("switch", { name: "Dërgomëni email-in mujor" });
  await expect(onOff).not.toBeChecked();
  await onOff.check();
  await expect(page.locator("[data-sonner-toast]", { hasText: "Email-i mujor u ndez." })).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await page.reload();
  await expect(onOff).toBeChecked();
});

test("saving the profile reports an ended session and loses no input", async ({ page, context }) => {
  await registerAccount(page);
  await page.goto("/profile");
  const name = page.locator("main").getByLabel("Emri", { exact: true });
  await name.fill("Vjosa");
  await context.clearCookies();
  await page.evaluate(() => localStorage.removeItem("authToken"));
  await page.getByRole("button", { name: "Ruaj ndryshimet" }).click();
  await expect(page.locator("main").getByRole("alert")).toHaveText("Duhet të hyni në llogarinë tuaj");
  await expect(name).toHaveValue("Vjosa");
});

test("the profile shows the fee of the next car and reloads what failed", async ({ page }) => {
  await registerAndPublishCar(page);
  let away = true;
  await page.route("**/api/me/status", (route) =>
    away ? route.fulfill({ status: 404, json: {} }) : route.continue(),
  );
  await page.goto("/profile");
  await expect(page.getByText("Gabim në ngarkim")).toBeVisible();
  // The form works without the figures.
  await expect(page.getByRole("button", { name: "Ruaj ndryshimet" })).toBeVisible();
  away = false;
  await page.getByRole("button", { name: "Provo Përsëri" }).click();
  await expect(page.getByTestId("next-car-price")).toHaveText("$3");
  await expect(page.getByTestId("stat-active")).toHaveText("1");
});

test.describe("the profile's form", () => {
  // The browser's messages for the failures that this test causes.
  test.use({ expectedErrors: [/ERR_CONNECTION_FAILED|status of 502/] });

  test("the profile's form reports wrong fields, saves and reports a failure (specification.md#profile)", async ({
    page,
  }) => {
    const { email } = await registerAccount(page);
    await page.goto("/profile");
    const main = page.locator("main");
    const save = main.getByRole("button", { name: "Ruaj ndryshimet" });
    const password = main.getByLabel(/^Fjalëkalimi i ri/);
    const confirmation = main.getByLabel("Përsërit fjalëkalimin e ri");
    const toast = (text: string) => page.locator("[data-sonner-toast]", { hasText: text }).first();

    for (const [label, complaint] of [
      ["Emri", "Emri është i detyrueshëm!"],
      ["Mbiemri", "Mbiemri është i detyrueshëm!"],
    ] as const) {
      const name = main.getByLabel(label, { exact: true });
      const before = await name.inputValue();
      await name.fill(" ");
      await save.click();
      await expect(toast(complaint)).toBeVisible();
      await expect(main.getByText(complaint, { exact: true })).toBeVisible();
      await name.fill(before);
    }
    await main.getByText("Ndrysho fjalëkalimin").click();
    await password.fill("1234567");
    await save.click();
    await expect(toast("Fjalëkalimet nuk përputhen")).toBeVisible();
    await confirmation.fill("1234567");
    await save.click();
    await expect(toast("Fjalëkalimi duhet të ketë të paktën 8 karaktere")).toBeVisible();
    await password.fill("fjalëkalim-2");
    await confirmation.fill("fjalëkalim-2");

    await page.route("**/api/me", (route) =>
      route.request().method() === "PUT" ? route.abort("connectionfailed") : route.continue(),
    );
    await save.click();
    await expect(toast("Gabim rrjeti")).toBeVisible();
    await page.unroute("**/api/me");
    await page.route("**/api/me", (route) =>
      route.request().method() === "PUT" ? route.fulfill({ status: 502, body: "" }) : route.continue(),
    );
    await save.click();
    await expect(toast("Dështoi përditësimi")).toBeVisible();
    await page.unroute("**/api/me");

    await main.getByLabel("Emri", { exact: true }).fill("Vjosa");
    await main.getByLabel(/^Telefoni/).fill("049 765 432");
    await save.click();
    await expect(toast("Profili u përditësua")).toBeVisible();
    await expect(main.getByText("Vjosa Krasniqi")).toBeVisible();
    await expect(main.getByRole("link", { name: "+383 49 765 432" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Vjosa" })).toBeVisible();
    await expect(password).toHaveValue("");
    const login = await page.request.post("/api/login", { data: { email, password: "fjalëkalim-2" } });
    expect(login.status()).toBe(200);
  });
});

test("changing the password requires the current one and reports a wrong or common password at its field", async ({
  page,
}) => {
  const { email, password } = await registerAccount(page);
  await page.goto("/profile");
  const main = page.locator("main");
  const save = main.getByRole("button", { name: "Ruaj ndryshimet" });
  await main.getByText("Ndrysho fjalëkalimin").click();
  const fill = async (present: string, fresh: string) => {
    await main.getByLabel("Fjalëkalimi i tanishëm").fill(present);
    await main.getByLabel(/^Fjalëkalimi i ri/).fill(fresh);
    await main.getByLabel("Përsërit fjalëkalimin e ri").fill(fresh);
    await save.click();
  };
  await fill("gabim-gabim", "fjalëkalim-2");
  await expect(main.getByLabel("Fjalëkalimi i tanishëm")).toHaveAccessibleDescription(
    "Fjalëkalimi nuk është i saktë",
  );
  await fill(password, "Qwerty123");
  await expect(main.getByLabel(/^Fjalëkalimi i ri/)).toHaveAccessibleDescription(/ndër më të përdorurit/);
  await fill(password, "fjalëkalim-2");
  await expect(
    page.locator("[data-sonner-toast]", { hasText: "Profili u përditësua" }).first(),
  ).toBeVisible();
  await expect(main.getByLabel("Fjalëkalimi i tanishëm")).toHaveValue("");
  const login = await page.request.post("/api/login", { data: { email, password: "fjalëkalim-2" } });
  expect(login.status()).toBe(200);
});

test("the profile lists the sessions and ends one or all others", async ({ page, playwright, baseURL }) => {
  const { email, password } = await registerAccount(page);
  const phone =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";
  const elsewhere = async () => {
    const request = await playwright.request.newContext({
      userAgent: phone,
      ...(baseURL ? { baseURL } : {}),
    });
    expect((await request.post("/api/login", { data: { email, password } })).status()).toBe(200);
    return request;
  };
  const others = [await elsewhere(), await elsewhere(), await elsewhere()];
  const signedInStill = () =>
    Promise.all(others.map(async (request) => (await request.get("/api/me")).status() === 200));
  await page.goto("/profile/security");
  const card = page.getByRole("region", { name: "Pajisjet ku keni hyrë" });
  await expect(card.getByRole("listitem")).toHaveCount(4);
  await expect(card.getByRole("listitem").filter({ hasText: "Kjo pajisje" })).toHaveCount(1);
  await card
    .getByRole("button", { name: /^Dil nga Chrome në Android, përdorur/ })
    .first()
    .click();
  await expect(card.getByRole("listitem")).toHaveCount(3);
  expect((await signedInStill()).filter(Boolean)).toHaveLength(2);
  await card.getByRole("button", { name: "Dil nga të gjitha të tjerat" }).click();
  await expect(card.getByRole("listitem")).toHaveCount(1);
  await expect(card.getByRole("listitem")).toContainText("Kjo pajisje");
  expect(await signedInStill()).toEqual([false, false, false]);
  for (const request of others) await request.dispose();
});

test("the profile reports sessions that cannot be loaded and tries again", async ({ page }) => {
  await registerAccount(page);
  let away = true;
  await page.route("**/api/me/sessions", (route) =>
    away ? route.fulfill({ status: 404, json: {} }) : route.continue(),
  );
  await page.goto("/profile/security");
  const card = page.getByRole("region", { name: "Pajisjet ku keni hyrë" });
  await expect(card.getByText("Pajisjet nuk u ngarkuan")).toBeVisible();
  away = false;
  await card.getByRole("button", { name: "Provo Përsëri" }).click();
  await expect(card.getByRole("listitem")).toHaveCount(1);
});

test("the profile exports the account's data and deletes the account with its password", async ({ page }) => {
  const { email, password } = await registerAccount(page);
  // A draft of the sell form contains the person's name and phone.
  await page.goto("/add-car");
  await page.getByLabel("Çmimi", { exact: true }).fill("7300");
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("vetura.draft.")));
  await expect.poll(drafts).toHaveLength(1);
  const seen = () => page.evaluate(() => localStorage.getItem("recentCars"));
  const [car] = z
    .array(z.object({ _id: z.string() }))
    .parse(await (await page.request.get("/api/cars?limit=1")).json());
  await page.goto(`/car/${car?._id}`);
  await expect.poll(seen).not.toBeNull();
  await page.goto("/profile/privacy");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Shkarko të dhënat e mia" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(JSON.parse(file)).toMatchObject({ account: { email }, cars: [] });

  await page.getByRole("button", { name: "Fshi llogarinë" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Ky veprim nuk mund të kthehet");
  await expectAccessible(page);
  await dialog.getByLabel(/^Shkruani fjalëkalimin/).fill("gabim-gabim");
  await dialog.getByRole("button", { name: "Fshi përgjithmonë" }).click();
  await expect(dialog.getByText("Fjalëkalimi nuk është i saktë")).toBeVisible();
  await dialog.getByLabel(/^Shkruani fjalëkalimin/).fill(password);
  await dialog.getByRole("button", { name: "Fshi përgjithmonë" }).click();
  await expect(page.getByText("Llogaria juaj u fshi")).toBeVisible();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/);
  expect(await drafts()).toEqual([]);
  await expect.poll(seen).toBeNull();
  expect((await page.request.get("/api/me")).status()).toBe(401);
  expect((await page.request.post("/api/login", { data: { email, password } })).status()).toBe(401);
});
