import { sectionLink, test as asAdmin } from "./admin.ts";
import { expect, test } from "./fixtures.ts";
import { waitForRequestEnd, holdRequests, waitUntilHandled } from "./held-requests.ts";
import { registerAccount } from "./people.ts";
import { photoInput, smallPicture } from "./selling.ts";

// User actions while an answer is pending or never comes.

test.describe("signing out without a connection", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("signing out without a connection ends the session on the device at once and on the server later", async ({
    page,
  }) => {
    await registerAccount(page);
    await page.goto("/terms");
    await page.route("**/api/logout", (route) => route.abort());
    await page.getByRole("button", { name: "Arta" }).click();
    await page.getByRole("button", { name: "Dil" }).click();
    await expect(page.getByText("Dolët nga llogaria në këtë pajisje.")).toBeVisible();
    await expect(page).toHaveURL(/\/$/);

    // The cookie is still valid on the server; the device must not use it any more.
    expect((await page.request.get("/api/me")).status()).toBe(200);
    await page.goto("/profile");
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole("heading", { level: 1, name: "Hyni në llogari" })).toBeVisible();

    await page.unroute("**/api/logout");
    await page.reload();
    await expect.poll(async () => (await page.request.get("/api/me")).status()).toBe(401);
  });
});

test("the profile keeps what is typed while it is being saved", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/profile");
  const main = page.locator("main");
  const save = await holdRequests(page, /\/api\/me$/);
  await main.getByLabel("Emri", { exact: true }).fill("Drita");
  await main.getByRole("button", { name: "Ruaj" }).click();
  await expect.poll(save.asked).toBeGreaterThan(0);
  await main.getByLabel("Mbiemri").fill("Gashi");
  await main.getByLabel("Telefoni").fill("045 111");
  save.release();
  await expect(page.getByText("Profili u përditësua")).toBeVisible();
  await expect(main.getByRole("button", { name: "Ruaj" })).not.toHaveAttribute("aria-busy");
  await expect(main.getByLabel("Emri", { exact: true })).toHaveValue("Drita");
  await expect(main.getByLabel("Mbiemri")).toHaveValue("Gashi");
  await expect(main.getByLabel("Telefoni")).toHaveValue("045 111");
});

test("closed suggestions stay closed when a late answer arrives", async ({ page }) => {
  await page.goto("/login");
  const box = page.getByRole("combobox", { name: "Kërko vetura" });
  const list = page.getByRole("listbox", { name: "Sugjerime" });
  await box.pressSequentially("gol");
  await expect(list).toBeVisible();
  const suggest = await holdRequests(page, /\/api\/search\/suggest/);
  await box.press("f");
  await expect.poll(suggest.asked).toBe(1);
  const answer = waitForRequestEnd(page, /\/api\/search\/suggest/);
  await box.press("Escape");
  await expect(list).toBeHidden();
  suggest.release();
  await waitUntilHandled(page, answer);
  await expect(list).toBeHidden();
  await expect(box).toHaveValue("golf");
});

test("a link or Back asks for confirmation while photos are being uploaded", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/profile");
  await page.getByRole("banner").getByRole("link", { name: "Shto veturë" }).click();
  await page.getByLabel(/^Përshkrimi/).fill("Shitet");
  const photos = await holdRequests(page, /\/api\/photos$/);
  await photoInput(page).setInputFiles([await smallPicture()]);
  await expect.poll(photos.asked).toBe(1);

  const question = page.getByRole("alertdialog", { name: "Fotot ende po ngarkohen" });
  await page.getByRole("banner").getByRole("link", { name: "Të preferuarat" }).click();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Qëndro këtu" }).click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/\/add-car$/);
  await expect(page.locator("[data-photo-state=uploading]")).toHaveCount(1);

  await page.goBack();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Dil gjithsesi" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByTestId("stat-total")).toBeVisible();
  photos.release();
});

test("Back shows the cars of the address and not those of an unfinished filter choice", async ({ page }) => {
  await page.goto("/search");
  const diesel = page.getByRole("checkbox", { name: /^Diesel/ });
  await expect(diesel).toBeVisible();
  // In one task, so that the address cannot follow the first change.
  await page.evaluate(() => {
    const box = document.querySelector<HTMLInputElement>("header input[name=q]");
    const fuel = [...document.querySelectorAll("label")].find((label) =>
      label.textContent.startsWith("Diesel"),
    );
    fuel?.click();
    if (box) box.value = "golf";
    box?.form?.requestSubmit();
  });
  await expect(page).toHaveURL(/\?q=golf$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("golf");
  await page.goBack();
  await expect(page).toHaveURL(/\/search$/);
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("golf");
  await expect(diesel).not.toBeChecked();
});

asAdmin.describe("a page whose script never loads", () => {
  asAdmin.use({ expectedErrors: [/ERR_FAILED|dynamically imported module/] });

  asAdmin(
    "a page whose script never loads is not reloaded for ever but offers a reload",
    async ({ adminPage: page }) => {
      await page.route(/\/admin-page-[^/]*\.js$/, (route) => route.abort());
      // As if all automatic reloads were used up.
      await page.addInitScript(() =>
        sessionStorage.setItem("vetura.reloads", `5 ${Date.now()} ${location.href}`),
      );
      const loaded: string[] = [];
      page.on("request", (request) => {
        if (request.isNavigationRequest()) loaded.push(request.url());
      });
      await page.clock.install();
      await page.goto("/admin");
      await expect(page.getByRole("heading", { level: 1, name: "Gabim në ngarkim" })).toBeVisible();
      const again = page.getByRole("button", { name: "Rifresko Faqen" });
      await expect(again).not.toHaveAttribute("aria-busy");
      await page.clock.fastForward("05:00");
      expect(loaded).toHaveLength(1);
      await page.unroute(/\/admin-page-[^/]*\.js$/);
      await again.click();
      await expect(sectionLink(page, "Përmbledhje")).toBeVisible();
    },
  );
});
