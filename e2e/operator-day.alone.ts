import type { Browser, Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { adminPaymentMessages as payments } from "#domain/messages/admin-payments.ts";
import { adminSettingsMessages as settings, settingsFields } from "#domain/messages/admin-settings.ts";
import { adminTariffMessages as tariffs } from "#domain/messages/admin-tariffs.ts";
import { couponFieldMessages as couponField } from "#domain/messages/coupon-field.ts";
import { couponMessages as coupons } from "#domain/messages/coupons.ts";
import { importCostMessages as costs } from "#domain/messages/import-costs.ts";
import { invoiceMessages } from "#domain/messages/invoices.ts";
import { expect, search, shownSection, test } from "./admin.ts";
import { download, pdfText } from "./downloads.ts";
import { mailsTo } from "./mails.ts";
import { openPricing, waitForReturn, cards, waitForCardPage, payWith } from "./paying.ts";
import { picture } from "./pictures.ts";
import { registerAndPublishCar } from "./published-car.ts";

/** Today in Kosovo, as 2026-11-23. */
const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Belgrade" }).format(new Date());
const written = (day: string) => day.split("-").toReversed().join(".");

async function asGuest(browser: Browser, look: (page: Page) => Promise<void>): Promise<void> {
  const guest = await browser.newPage();
  await look(guest);
  await guest.close();
}

/** Buys a second listing with a coupon for half of the fee; pays the rest by card. */
async function payForSecondCar(page: Page, baseURL: string | undefined, code: string): Promise<string> {
  await registerAndPublishCar(page);
  const { email } = z.object({ email: z.string() }).parse(await (await page.request.get("/api/me")).json());
  await openPricing(page);
  await expect(page.getByTestId("pricing-total")).toHaveText("$4");
  await page.getByRole("button", { name: couponField.open }).click();
  await page.getByLabel(couponField.label, { exact: true }).fill(code);
  await page.getByRole("button", { name: couponField.apply }).click();
  await expect(page.getByTestId("pricing-total")).toHaveText("$2");
  await picture(page, "coupon-used");
  await page.getByRole("button", { name: "Vazhdo te pagesa · $2" }).click();
  await waitForCardPage(page, baseURL);
  await payWith(page, cards.pays);
  await waitForReturn(page, "/payment/success");
  await expect(page.getByTestId("paid-amount")).toHaveText("$2");
  return email;
}

// In the order of docs/operations/first-day.md, "The first day".
test("an operator's first day: company, fees, a tariff, a coupon, a refund and the month's books", async ({
  adminPage: page,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000);

  await test.step("company and fees are entered, and visitors read them", async () => {
    await page.goto("/admin?tab=settings");
    await picture(page, "settings");
    for (const [name, value] of [
      [settingsFields.name, "Vetura e Parë SH.P.K."],
      [settingsFields.address, "Rr. Agim Ramadani 15, 10000 Prishtinë"],
      [settingsFields.businessNumber, "811234567"],
      [settingsFields.fiscalNumber, "601234567"],
      [settingsFields.vatNumber, "330123456"],
      [settingsFields.eurRate, "0,86"],
      [settingsFields.listing, "4"],
      [settingsFields.subscription, "55"],
    ] as const)
      await page.getByLabel(name, { exact: true }).fill(value);
    const changes = page.getByRole("region", { name: settings.changes });
    await expect(changes).toContainText(`${settingsFields.listing}: 3 → 4`);
    await picture(page, "settings-changed");
    await page.getByRole("button", { name: settings.save }).click();
    await expect(page.getByText(settings.saved)).toBeVisible();
    await asGuest(browser, async (guest) => {
      await guest.goto("/imprint");
      for (const said of ["Vetura e Parë SH.P.K.", "811234567", "330123456"])
        await expect(guest.getByText(said).first()).toBeVisible();
      await picture(guest, "imprint");
      await guest.goto("/terms");
      await expect(guest.locator("main")).toContainText("$4");
    });
  });

  await test.step("a subscriber keeps the old fee, and is moved with a mail by a button that names them", async () => {
    const moves = page.getByRole("region", { name: settings.subscribers });
    await expect(moves).toContainText(settings.pays("$50"));
    await moves.getByRole("button", { name: /^Kaloj/ }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("$55");
    await picture(page, "subscribers-question");
    await question.getByRole("button", { name: /^Kaloj/ }).click();
    await expect(page.getByText(/u lajmëru/)).toBeVisible();
    await expect(moves).toContainText(/nga \d\d\.\d\d\.\d{4} paguan \$55/);
    await expect(moves.getByRole("button")).toHaveCount(0);
    await expect
      .poll(
        async () =>
          (await mailsTo({ email: "autosallon@vetura.example" })).map(({ text }) => text).join("\n"),
        { timeout: 60_000 },
      )
      .toContain("$55");
    await picture(page, "settings-saved");
  });

  await test.step("the tariff is checked, corrected and activated as one's own", async () => {
    await page.goto("/admin?tab=tariffs");
    await expect(page.getByText(tariffs.builtIn)).toBeVisible();
    await picture(page, "tariffs");
    const active = page.getByRole("listitem").filter({ hasText: tariffs.statuses.active }).first();
    await active.getByRole("button", { name: new RegExp(tariffs.copy) }).click();
    await page.getByLabel(tariffs.validFrom).fill(today);
    await page.getByLabel(tariffs.checkedOn).fill(today);
    await page
      .getByRole("textbox", { name: tariffs.title, exact: true })
      .fill("Dogana e Kosovës, lista e tarifave");
    await page.locator('[data-line="Taksa rrugore"]').getByLabel(tariffs.amount).fill("45,50");
    await page.locator('[data-line="Targat"]').getByLabel(tariffs.amount).fill("12");
    await page.getByRole("button", { name: tariffs.save }).click();
    await expect(page.getByRole("table").first()).toContainText("45,50 €");
    await picture(page, "tariff-draft");
    await page.getByRole("button", { name: tariffs.activate }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(`kontrolluar më ${written(today)}`);
    await question.getByRole("button", { name: tariffs.activate }).click();
    await expect(page.getByText(tariffs.activated)).toBeVisible();
    // The built-in tariff is over, and its warning is gone.
    await expect(page.getByText(tariffs.statuses.over)).toBeVisible();
    await expect(page.getByText(tariffs.builtIn)).toHaveCount(0);
    const year = Number(today.slice(0, 4)) - 5;
    await asGuest(browser, async (guest) => {
      await guest.goto(`/dogana?price=10000&year=${year}&fuel=Diesel&engineCc=1968`);
      // 1,000 + 200 + 2,016 + 45.50 + 10 + 12
      await expect(guest.getByRole("table", { name: costs.caption })).toContainText("13.283,50 €");
      await picture(guest, "dogana");
    });
  });

  const code = `HAPJA-${process.pid}-${Date.now()}`;
  await test.step("a coupon is made", async () => {
    await page.goto("/admin?tab=coupons");
    await page.getByRole("button", { name: coupons.add }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(coupons.code).fill(code);
    await dialog.getByRole("textbox", { name: coupons.percent }).fill("50");
    await dialog.getByLabel(coupons.target).selectOption(coupons.targets.cars);
    await dialog.getByLabel(coupons.maxUses).fill("20");
    await picture(page, "coupon-new");
    await dialog.getByRole("button", { name: coupons.submit }).click();
    await expect(page.getByText(coupons.made(code))).toBeVisible();
    await picture(page, "coupons");
  });

  const seller = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const email = await payForSecondCar(await seller.newPage(), baseURL, code);

  await test.step("the payment is found and all of it sent back", async () => {
    await page.goto("/admin?tab=payments");
    await search(page, payments.search, email);
    await picture(page, "payments");
    await page.locator("[data-row]").getByRole("link").first().click();
    const documents = page.getByRole("region", { name: payments.details.documents, exact: true });
    const invoice = documents.getByRole("link", { name: /^Fatura PROVË-/ });
    await expect(async () => {
      await page.reload();
      await expect(invoice).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
    const text = await pdfText(page, invoice);
    for (const said of [
      "Vetura e Parë SH.P.K.",
      "Numri i TVSH-së: 330123456",
      "4,00 USD",
      `${invoiceMessages.discountLine} -2,00 USD`,
      "Vlera pa TVSH 1,69 USD 1,45 EUR",
      "TVSH 18 % 0,31 USD 0,27 EUR",
      "Gjithsej 2,00 USD 1,72 EUR",
    ])
      expect(text).toContain(said);
    const facts = page.getByRole("region", { name: payments.details.facts, exact: true });
    await expect(facts).toContainText(payments.details.couponOf(code, "$2"));
    await picture(page, "payment");
    await page.getByRole("button", { name: payments.refund.button }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel(payments.refund.reason).fill("Vetura u shit para se të publikohej");
    await picture(page, "refund");
    await dialog.getByRole("button", { name: payments.refund.submit("$2") }).click();
    await expect(page.getByText(payments.refund.done("$2"))).toBeVisible();
    const note = documents.getByRole("link", { name: /^Nota kreditore PROVË-GJ-/ });
    await expect(async () => {
      await page.reload();
      await expect(note).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
    const mails = page.getByRole("region", { name: payments.details.mails, exact: true });
    for (const kind of ["receipt", "invoice", "refunded", "credit_note"] as const)
      await expect(mails.getByText(payments.details.mailKinds[kind], { exact: true })).toBeVisible();
    await picture(page, "payment-refunded");
    await expect
      .poll(async () => (await mailsTo({ email })).map(({ text: said }) => said).join("\n"), {
        timeout: 60_000,
      })
      .toContain("Vetura u shit para se të publikohej");
  });

  await test.step("the month's file, its check and its page have what came and what went back", async () => {
    await page.goto("/admin?tab=payments");
    await page.getByText(payments.books.title).click();
    await page.getByRole("button", { name: payments.books.thisMonth }).click();
    await page.getByRole("button", { name: payments.books.check }).click();
    await expect(page.getByText(payments.books.equal)).toBeVisible();
    await picture(page, "books");
    const file = (await download(page, page.getByRole("link", { name: /CSV/ }))).toString("utf8");
    const [head, ...lines] = z
      .array(z.array(z.string()))
      .parse(parse(file, { delimiter: ";", bom: true, relax_column_count: false }));
    expect(head).toEqual(payments.export.columns);
    const [came, went] = lines.slice(-2);
    expect(came?.[1]).toMatch(/^PROVË-\d{4}-\d{6}$/);
    expect([came?.[0], ...(came?.slice(4, 8) ?? [])]).toEqual([
      written(today),
      "1,69",
      "0,31",
      "2,00",
      "USD",
    ]);
    expect(went?.[1]).toMatch(/^PROVË-GJ-\d{4}-\d{6}$/);
    expect(went?.slice(4, 8)).toEqual(["-1,69", "-0,31", "-2,00", "USD"]);
    expect(went?.[9]).toBe(came?.[1]);

    await page.goto("/admin?tab=invoices");
    await expect(page.locator("[data-row]").first()).toBeVisible();
    await picture(page, "invoices");
    const summary = await pdfText(page, page.getByRole("link", { name: "PDF për kontabilistin" }));
    expect(summary).toContain(invoiceMessages.summary.title);
    await page.goto("/admin?tab=audit");
    await expect(page.getByText(code).first()).toBeVisible();
    await picture(page, "audit");
    await page.goto("/admin?tab=health");
    await expect(shownSection(page)).toBeVisible();
    await picture(page, "health");
  });
  await seller.close();
});
