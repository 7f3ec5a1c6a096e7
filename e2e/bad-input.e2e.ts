import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { registerAccount, signIn } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";
import { addPhotos, fillCar, photoInput, smallPicture } from "./selling.ts";

const next = { name: "Vazhdo te çmimi" };
const longName = "Përparim ".repeat(22) + "Xh";
const tooManyDigits = "123456789012345678901234567890";
const mixed = "سيارة نظيفة 🚗✨ — veturë e pastër";

/** Fails if the page is wider than the window. */
async function expectNoSideScroll(page: Page): Promise<void> {
  const { page: width, window } = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(width).toBeLessThanOrEqual(window);
}

async function toPricing(page: Page): Promise<void> {
  await page.goto("/add-car");
  await fillCar(page, { price: "8500", description: mixed });
  await addPhotos(page, 1);
  await page.getByRole("button", next).click();
  await expect(page.getByTestId("pricing-total")).toHaveText("$0");
}

test.describe("failures while a car is published", () => {
  test.use({ expectedErrors: [/net::ERR_CONNECTION_RESET|status of 50[03]/] });

  test("a car is published once, without lost input, despite a broken line, a failing server and an ended session", async ({
    page,
    context,
  }) => {
    const person = await registerAccount(page);
    await toPricing(page);
    const publish = page.getByRole("button", { name: "Publiko falas" });
    const told = page.locator("main").getByRole("alert");

    await page.route("**/api/cars", (route) => route.abort("connectionreset"), { times: 1 });
    await publish.click();
    await expect(told).toContainText("Gabim në publikimin e veturës");
    await expect(told).toContainText("Të dhënat dhe fotot janë ruajtur.");

    await page.route("**/api/cars", (route) => route.fulfill({ status: 500, body: "<h1>500</h1>" }), {
      times: 1,
    });
    await publish.click();
    await expect(told).toContainText("Gabim në publikimin e veturës");

    const busy = "Faqja është e ngarkuar. Provoni pas pak.";
    await page.route(
      "**/api/cars",
      (route) => route.fulfill({ status: 503, json: { code: "overloaded", message: busy } }),
      { times: 1 },
    );
    await publish.click();
    await expect(told).toContainText(busy);

    await context.clearCookies();
    await page.evaluate(() => localStorage.removeItem("authToken"));
    await publish.click();
    await signIn(page, person);
    await expect(page.getByRole("heading", { name: "Škoda Octavia Combi" })).toBeVisible();

    let sent = 0;
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/api/cars", async (route) => {
      sent += 1;
      // A slow connection; the answer to the first request is lost.
      if (sent === 1) {
        await route.fetch();
        await held;
        await route.abort("connectionreset");
      } else await route.continue();
    });
    await publish.dblclick();
    await expect(publish).toHaveAttribute("aria-busy", "true");
    // Playwright refuses to click a busy button, unless forced.
    await publish.click({ force: true });
    answer();
    await expect(told).toContainText("Gabim në publikimin e veturës");
    expect(sent, "one press, one request").toBe(1);
    await publish.click();
    await expect(page.getByText("Vetura u publikua falas!")).toBeVisible();
    await expect(page.locator("article[data-car]")).toHaveCount(1);
  });
});

test("the sell form keeps all input when the session ends, and the photo shows why its upload failed", async ({
  page,
  context,
}) => {
  const person = await registerAccount(page);
  await page.goto("/add-car");
  await fillCar(page, { price: "5100" });
  await context.clearCookies();
  await page.evaluate(() => localStorage.removeItem("authToken"));
  await photoInput(page).setInputFiles(await smallPicture());
  await expect(
    page.getByText("Seanca ka mbaruar. Hyni përsëri; të dhënat tuaja janë ruajtur."),
  ).toBeVisible();
  await page.reload();
  await page.locator("main").getByRole("link", { name: "Hyr" }).click();
  await signIn(page, person);
  await expect(page.getByRole("heading", { name: "Shit Veturën Tënde" })).toBeVisible();
  await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("5.100");
});

test("the sell form warns of a browser without storage and still survives the way to /pricing and back", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await registerAccount(page);
  await toPricing(page);
  await page.goBack();
  await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("8.500");
  await expect(page.locator("[data-photo-state=done]")).toHaveCount(1);
  await page.getByLabel("Çmimi", { exact: true }).fill("8400");
  await expect(page.getByText("Drafti nuk mund të ruhet në këtë pajisje.")).toBeVisible();
});

test("the sell form reports and stores very long, right-to-left and emoji input without overflow on a narrow screen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await registerAccount(page);
  await page.goto("/add-car");
  const price = page.getByLabel("Çmimi", { exact: true });
  await page.getByLabel("Emri i shitësit").fill(longName);
  await price.fill(tooManyDigits);
  await page.getByLabel("Kilometrazha").fill("rreth 90 mijë");
  await page.getByLabel(/^Përshkrimi/).fill(mixed);
  await page.getByRole("button", next).click();
  const form = page.locator("main form");
  await expect(form.getByText("Emri i shitësit mund të ketë deri në 100 karaktere")).toBeVisible();
  await expect(form.getByText("Çmimi mund të jetë deri në 5.000.000 €")).toBeVisible();
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expectNoSideScroll(page);
  await expect(page.getByText("Drafti u ruajt në këtë pajisje")).toBeVisible();
  await page.reload();
  await expect(price).toHaveValue(tooManyDigits);
  await expect(page.getByLabel("Kilometrazha")).toHaveValue("rreth 90 mijë");
  await expect(page.getByLabel("Emri i shitësit")).toHaveValue(longName);
  await expect(page.getByLabel(/^Përshkrimi/)).toHaveValue(mixed);
});

test("a car with the longest possible values fits into 320 pixels on its page and in /my-publishings", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const { id } = await registerAndPublishCar(page, {
    model: "Ë".repeat(60),
    sellerName: `${"X".repeat(90)} 🚗سيار`,
    description: `${mixed} ${"pahapësirë".repeat(60)}`,
    price: 5_000_000,
  });
  for (const address of [`/car/${id}`, "/my-publishings", `/edit-car/${id}`]) {
    await page.goto(address);
    await expect(page.locator("main h1, main h2").first()).toBeVisible();
    await expect(page.locator("main article, main form, main h1").first()).toBeVisible();
    await expectNoSideScroll(page);
  }
});

test("two tabs with the same form warn of each other and publish one car together", async ({
  page,
  context,
}) => {
  await registerAccount(page);
  await toPricing(page);
  const other = await context.newPage();
  await other.goto("/add-car");
  await expect(other.getByText("Keni një veturë të papërfunduar. E vazhduam aty ku e latë.")).toBeVisible();
  await other.getByRole("button", next).click();
  await expect(other.getByTestId("pricing-total")).toHaveText("$0");
  await page.getByRole("button", { name: "Publiko falas" }).click();
  await expect(page).toHaveURL(/\/my-publishings/);
  await other.getByRole("button", { name: "Publiko falas" }).click();
  await expect(other).toHaveURL(/\/my-publishings/);
  await expect(other.locator("article[data-car]")).toHaveCount(1);

  await page.goto("/add-car");
  await other.goto("/add-car");
  await expect(other.getByLabel("Çmimi", { exact: true })).toHaveValue("");
  await other.getByLabel("Çmimi", { exact: true }).fill("7000");
  await expect(page.getByText("Ky formular po plotësohet edhe në një dritare tjetër.")).toBeVisible();
});

test("leaving the sell form asks for confirmation while a photo is being uploaded", async ({ page }) => {
  await registerAccount(page);
  await page.route("**/api/photos", () => undefined);
  await page.goto("/add-car");
  // Browsers ask only after a user gesture on the page.
  await page.getByLabel("Çmimi", { exact: true }).click();
  await photoInput(page).setInputFiles(await smallPicture());
  await expect(page.locator("[data-photo-state=uploading]")).toBeVisible();
  const [dialog] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
});

test.describe("failures while a car is edited", () => {
  test.use({ expectedErrors: [/net::ERR_CONNECTION_RESET|status of 50[03]/] });

  test("/edit-car shows the specification's message for each failure and loses no change", async ({
    page,
  }) => {
    const { id } = await registerAndPublishCar(page);
    await page.route(`**/api/cars/${id}`, (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto(`/edit-car/${id}`);
    await expect(page.getByRole("heading", { name: "Gabim në ngarkimin e të dhënave" })).toBeVisible();
    await expect(page.getByText("Sigurohuni që keni hyrë në llogari në telefonin tuaj")).toBeVisible();
    await page.unroute(`**/api/cars/${id}`);
    await page.locator("main").getByRole("button", { name: "Provo përsëri" }).click();
    const price = page.getByLabel("Çmimi", { exact: true });
    await expect(price).toHaveValue("13.900");
    await price.fill("13500");

    const save = page.getByRole("button", { name: "Ruaj ndryshimet" });
    const failing = async (answer: { status: number; body: string } | null, told: string) => {
      await page.route(
        `**/api/cars/${id}`,
        (route) => (answer === null ? route.abort("connectionreset") : route.fulfill(answer)),
        { times: 1 },
      );
      // First the toast of an earlier failure with the same text must be gone.
      await expect(page.getByText(told)).toHaveCount(0);
      await save.click();
      await expect(page.getByText(told)).toBeVisible();
    };
    await failing({ status: 500, body: "<h1>500</h1>" }, "Gabim serveri");
    await failing({ status: 500, body: '{"code":"internal"}' }, "Dështoi përditësimi");
    await failing({ status: 400, body: "{}" }, "Dështoi përditësimi");
    await failing(
      { status: 503, body: '{"code":"overloaded","message":"Provoni pas pak"}' },
      "Provoni pas pak",
    );
    await failing(null, "Ka ndodhur një gabim. Ju lutem provoni përsëri.");
    await expect(price).toHaveValue("13.500");
    await save.click();
    await expect(page.getByText("Vetura u përditësua me sukses!")).toBeVisible();
    await expect(page.locator("article[data-car]").getByText("13.500 €")).toBeVisible();
  });
});

test.describe("the account's status cannot be loaded", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("/pricing reports that the account's status cannot be loaded and leads back to the unchanged form", async ({
    page,
  }) => {
    await registerAccount(page);
    await page.route("**/api/me/status", (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto("/add-car");
    await fillCar(page, { price: "8500" });
    await addPhotos(page, 1);
    await page.getByRole("button", next).click();
    await expect(page.getByText("Gabim në ngarkimin e të dhënave")).toBeVisible({ timeout: 20_000 });
    await expect(page).toHaveURL(/\/add-car/);
    await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("8.500");
  });
});

test("axe finds no violation in the sell form's states at 390 and 1440 pixels", async ({ page }) => {
  // Six axe runs, each of seconds on a busy machine.
  test.setTimeout(360_000);
  await registerAccount(page);
  const atBothWidths = async () => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
  };
  await page.goto("/add-car");
  await page.getByRole("button", next).click();
  await expect(page.locator("main form").getByText("Marka është e detyrueshme")).toBeVisible();
  await atBothWidths();
  await fillCar(page, { price: "8500" });
  await page.locator("summary", { hasText: "Më shumë detaje" }).click();
  await addPhotos(page, 2);
  await photoInput(page).setInputFiles({
    name: "foto.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("kjo nuk është foto"),
  });
  await expect(page.locator("[data-photo-state=failed]").getByRole("alert")).toBeVisible();
  await atBothWidths();
  await page.getByRole("button", { name: "Hiq foto.jpg" }).click();
  await page.getByRole("button", next).click();
  await expect(page.getByTestId("pricing-total")).toBeVisible();
  await atBothWidths();
});
