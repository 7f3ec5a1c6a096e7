import { waitForHydration, expect, test } from "./fixtures.ts";
import { fillRegistration, newPerson, registerAccount } from "./people.ts";

test.describe("register (specification.md#validation)", () => {
  test("/register reports missing fields in the specification's order, as a toast and under the field", async ({
    page,
  }) => {
    await page.goto("/register");
    const form = page.locator("main form");
    const send = form.getByRole("button", { name: "Regjistrohu" });
    const steps: [field: string, value: string, complaint: string][] = [
      ["Emri", "Arta", "Emri është i detyrueshëm!"],
      ["Mbiemri", "Krasniqi", "Mbiemri është i detyrueshëm!"],
      ["Email-i", newPerson().email, "Email-i është i detyrueshëm!"],
      ["Fjalëkalimi", "12345", "Fjalëkalimi është i detyrueshëm!"],
      ["Fjalëkalimi", "123456", "Fjalëkalimi duhet të ketë të paktën 6 karaktere!"],
      ["Përsërit fjalëkalimin", "123456", "Fjalëkalimet nuk përputhen!"],
    ];
    for (const [field, value, complaint] of steps) {
      await send.click();
      await expect(page.locator("[data-sonner-toast]", { hasText: complaint }).first()).toBeVisible();
      await expect(form.getByText(complaint, { exact: true })).toBeVisible();
      await form.getByLabel(field, { exact: true }).fill(value);
    }
    await send.click();
    await expect(page.getByText("Regjistrim i suksesshëm!")).toBeVisible();
    // It is on the list of the most common passwords.
    await expect(page.getByText(/ndër më të përdorurit në botë/)).toBeVisible();
    await expect(page).toHaveURL(/\/search/);
  });

  test("/register shows the server's message for a taken e-mail and loses no input", async ({
    page,
    browser,
  }) => {
    const person = newPerson();
    await page.goto("/register");
    await fillRegistration(page, person);
    await expect(page).toHaveURL(/\/search/);

    const other = await browser.newPage();
    await other.goto("/register");
    await waitForHydration(other);
    await fillRegistration(other, person);
    await expect(other.getByText("Ky email është i regjistruar tashmë").first()).toBeVisible();
    await expect(other.getByLabel("Email-i")).toHaveValue(person.email);
    await other.close();
  });
});

test.describe("login", () => {
  test("/login reports a wrong password and returns to the requested page after a right one", async ({
    page,
    browser,
  }) => {
    const person = await registerAccount(page);
    const guest = await browser.newPage();
    await guest.goto("/my-publishings");
    await waitForHydration(guest);
    await expect(guest).toHaveURL(/\/login\?next=%2Fmy-publishings/);
    await guest.getByLabel("Email-i").fill(person.email);
    await guest.getByLabel("Fjalëkalimi", { exact: true }).fill("gabim-gabim");
    await guest.locator("main").getByRole("button", { name: "Hyr" }).click();
    await expect(guest.getByText("Email ose fjalëkalim i gabuar").first()).toBeVisible();

    await guest.getByRole("button", { name: "Shfaq fjalëkalimin" }).click();
    await expect(guest.getByLabel("Fjalëkalimi", { exact: true })).toHaveAttribute("type", "text");
    await guest.getByLabel("Fjalëkalimi", { exact: true }).fill(person.password);
    await guest.locator("main").getByRole("button", { name: "Hyr" }).click();
    await expect(guest.getByText("Hyrje e suksesshme!")).toBeVisible();
    await expect(guest).toHaveURL(/\/my-publishings/);
    await guest.close();
  });

  test("/login redirects a signed-in person to a page of this site only", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/login?next=%2F%2Fevil.example%2F");
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/search/);
  });

  test("/forgot-password answers the same for any e-mail", async ({ page }) => {
    await page.goto("/forgot-password");
    await page.getByLabel("Email-i").fill("askush@example.com");
    await page.getByRole("button", { name: "Dërgo lidhjen" }).click();
    await expect(page.getByRole("heading", { name: "Shikoni email-in" })).toBeVisible();
  });
});

test.describe("registering and signing in when it fails (specification.md#accounts)", () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_RESET|status of 50/] });

  test("/register and /login show a message for each kind of failure and lose no input", async ({ page }) => {
    const told = page.locator("main").getByRole("alert");
    const person = newPerson();
    await page.route("**/api/register", (route) => route.fulfill({ status: 502, body: "" }), { times: 1 });
    await page.goto("/register");
    await fillRegistration(page, person);
    await expect(told).toHaveText("Dështoi regjistrimi");
    const send = page.locator("main").getByRole("button", { name: "Regjistrohu" });
    await page.route("**/api/register", (route) => route.abort("connectionreset"), { times: 1 });
    await send.click();
    await expect(told).toHaveText("Gabim rrjeti");
    await expect(page.getByLabel("Email-i")).toHaveValue(person.email);
    await send.click();
    await expect(page.getByText("Regjistrim i suksesshëm!")).toBeVisible();
    await expect(page).toHaveURL(/\/search/);

    await page.request.post("/api/logout");
    await page.evaluate(() => localStorage.clear());
    await page.goto("/login");
    await page.getByLabel("Email-i").fill(person.email);
    await page.getByLabel("Fjalëkalimi", { exact: true }).fill(person.password);
    const enter = page.locator("main").getByRole("button", { name: "Hyr" });
    await page.route("**/api/login", (route) => route.fulfill({ status: 502, body: "" }), { times: 1 });
    await enter.click();
    await expect(told).toHaveText("Email ose fjalëkalim i gabuar");
    await page.route("**/api/me", (route) => route.fulfill({ status: 502, body: "" }));
    await enter.click();
    await expect(told).toHaveText("Hyrja u krye por nuk mund të merren të dhënat e përdoruesit");
    await expect(page.getByLabel("Email-i")).toHaveValue(person.email);
  });
});

test("signing out in one tab signs out the other tab", async ({ page, context }) => {
  await registerAccount(page);
  await page.goto("/my-publishings");
  await expect(page.getByRole("heading", { name: "Shitjet e Mia" })).toBeVisible();
  const second = await context.newPage();
  await second.goto("/my-publishings");
  await expect(second.getByRole("heading", { name: "Shitjet e Mia" })).toBeVisible();
  await page.getByRole("button", { name: "Arta" }).click();
  await page.getByRole("button", { name: "Dil" }).click();
  await expect(second).toHaveURL(/\/login/);
  await second.close();
});

test("signing out of a protected page ends on the home page even when it renders slowly", async ({
  page,
}) => {
  await registerAccount(page);
  await page.goto("/my-publishings");
  await expect(page.getByRole("heading", { name: "Shitjet e Mia" })).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 12 });
  await page.getByRole("button", { name: "Arta" }).click();
  await page.getByRole("button", { name: "Dil" }).click();
  await expect(page.getByText("Dolët nga llogaria")).toBeVisible({ timeout: 30_000 });
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("link", { name: "Hyr" }).first()).toBeVisible();
});
