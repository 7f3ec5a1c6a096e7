import type { Browser, Locator, Page } from "@playwright/test";
import { z } from "zod";
import { adminPaymentMessages as text } from "#domain/messages/admin-payments.ts";
import { paymentHistoryMessages as history } from "#domain/messages/payment-history.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { expect, search, type TestAccount, test } from "./admin.ts";
import { expectAccessible, widths } from "./axe.ts";
import { download, pdfText } from "./downloads.ts";
import { waitForReturn, cards, payWith } from "./paying.ts";
import { publishCar, uploadPhoto } from "./published-car.ts";

// Long tests, slow on a loaded machine.
test.describe.configure({ timeout: 240_000 });

/** Opens a checkout for a second car with four days of sponsorship ($7); returns the card page's URL. */
async function secondCar(buyer: TestAccount): Promise<string> {
  await publishCar(buyer);
  const answer = await buyer.request.post("/api/payment/create-checkout", {
    data: {
      amount: 7,
      sponsorshipDays: 4,
      socialPromotion: false,
      carData: {
        brand: "Renault",
        model: "Clio",
        year: 2018,
        type: "Hatchback",
        sellerName: "Arta Krasniqi",
        sellerPhone: "044 123 456",
        price: 8_400,
        mileage: 91_000,
        fuel: "Diesel",
        transmission: "Manual",
        location: "Pejë",
        images: [await uploadPhoto(buyer, "#7a2230")],
      },
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return z.object({ checkoutUrl: z.string() }).parse(await answer.json()).checkoutUrl;
}

async function pay(browser: Browser, baseURL: string | undefined, checkoutUrl: string): Promise<void> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  await page.goto(checkoutUrl, { waitUntil: "load" });
  await payWith(page, cards.pays);
  await waitForReturn(page, "/payment/success");
  await expect(page.getByTestId("paid-amount")).toHaveText("$7");
  await context.close();
}

const myCars = async ({ request }: TestAccount) =>
  z
    .array(z.object({ _id: z.string(), brand: z.string() }))
    .parse(await (await request.get("/api/cars/my")).json());

/** The status of a car's API endpoint for a guest. */
async function publicStatus(browser: Browser, baseURL: string | undefined, id: string): Promise<number> {
  const guest = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const status = (await guest.request.get(`/api/cars/${id}`)).status();
  await guest.close();
  return status;
}

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Reloads until it is visible: jobs issue documents and send mails a moment later. */
async function shownAfterReload(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(shown).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
}

async function accessibleAtBothWidths(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
}

test("an admin finds a card payment, refunds a part and then the rest, each with its documents", async ({
  adminPage: page,
  somebody,
  browser,
  baseURL,
}) => {
  const buyer = await somebody();
  await pay(browser, baseURL, await secondCar(buyer));
  const car = (await myCars(buyer)).find(({ brand }) => brand === "Renault")?._id ?? "";

  await page.goto("/admin?tab=payments");
  await search(page, text.search, buyer.person.email);
  await expect(page.getByText(text.found("1"))).toBeVisible();
  await page.getByLabel(text.status).selectOption(history.statuses.refunded);
  await expect(page).toHaveURL(/status=refunded/);
  await expect(page.locator("[data-row]")).toHaveCount(0);
  await page.getByLabel(text.status).selectOption("");
  await page.getByLabel(text.method).selectOption(text.methods.card);
  await page.getByLabel(text.kind).selectOption(history.kinds.car);
  const row = page.locator("[data-row]");
  await expect(row).toHaveCount(1);
  for (const shown of ["$7", "Renault Clio", history.statuses.fulfilled])
    await expect(row).toContainText(shown);
  await accessibleAtBothWidths(page);

  await row.getByRole("link").click();
  await expect(part(page, text.details.facts)).toContainText(history.sponsorship(4));
  await expect(part(page, text.details.story)).toContainText(text.details.events.fulfilled);
  await expect(part(page, text.details.moneyBack)).toContainText(text.details.noRefunds);
  const documents = part(page, text.details.documents);
  const invoice = documents.getByRole("link", { name: /^Fatura PROVË-\d{4}-\d{6} si PDF$/ });
  await shownAfterReload(page, invoice);
  expect(await pdfText(page, invoice)).toContain(buyer.person.email);
  await shownAfterReload(page, part(page, text.details.mails).getByText(text.details.mailKinds.receipt));

  // No refund without a reason, nor of more than is left.
  await page.getByRole("button", { name: text.refund.button }).click();
  const dialog = page.getByRole("alertdialog");
  const amount = dialog.getByLabel(`${text.refund.amount} (USD)`);
  const reason = dialog.getByLabel(text.refund.reason);
  await expect(amount).toHaveValue("7");
  await expect(dialog.getByRole("status")).toContainText(text.refund.effects.listing);
  await dialog.getByRole("button", { name: text.refund.submit("$7") }).click();
  await expect(reason).toHaveAccessibleDescription(new RegExp(paymentMessages.refundReasonRequired));
  await reason.fill("Zbritje për vonesën");
  await amount.fill("7,01");
  await dialog.getByRole("button", { name: text.refund.submit("$7,01") }).click();
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await accessibleAtBothWidths(page);

  // A partial refund revokes nothing, and the dialog says so.
  await amount.fill("2,50");
  await expect(dialog.getByLabel(text.refund.ends)).toBeDisabled();
  await expect(dialog.getByRole("status")).toContainText(text.refund.nothingEnds);
  await dialog.getByRole("button", { name: text.refund.submit("$2,50") }).click();
  await expect(page.getByText(text.refund.done("$2,50"))).toBeVisible();
  await expect(part(page, text.details.moneyBack)).toContainText("Zbritje për vonesën");
  await expect(part(page, text.details.moneyBack)).toContainText(text.details.by("admin@vetura.example"));
  await expect(page.getByText(text.refundedPart("$2,50"))).toBeVisible();
  expect(await publicStatus(browser, baseURL, car)).toBe(200);
  const notes = documents.getByRole("link", { name: /^Nota kreditore PROVË-GJ-/ });
  await shownAfterReload(page, notes.first());
  await expect(documents).toContainText("−$2,50");
  await accessibleAtBothWidths(page);

  // Refunding the rest revokes what was bought.
  await page.getByRole("button", { name: text.refund.button }).click();
  await expect(amount).toHaveValue("4,5");
  await reason.fill("Vetura nuk ishte e tij");
  await dialog.getByRole("button", { name: text.refund.submit("$4,50") }).click();
  await expect(part(page, text.details.story)).toContainText(text.details.events.refunded);
  await expect(page.getByRole("button", { name: text.refund.button })).toHaveCount(0);
  expect(await publicStatus(browser, baseURL, car)).toBe(404);
  await shownAfterReload(page, notes.nth(1));

  // A document links back to its payment.
  const here = page.url();
  await page.goto(`/admin?tab=invoices&q=${encodeURIComponent(buyer.person.email)}`);
  await expect(page.locator("[data-row]")).toHaveCount(3);
  await page.locator("[data-row]").first().getByRole("link", { name: history.kinds.car }).click();
  await expect(page).toHaveURL(here);
});

test("an admin enters a bank payment for a listing and a cash payment for months, each receipt number once", async ({
  adminPage: page,
  somebody,
}) => {
  const seller = await somebody();
  await secondCar(seller);
  const mark = `${process.pid}-${Date.now()}`;
  const enter = async () => {
    await page.getByRole("button", { name: text.enter.button }).click();
    return page.getByRole("dialog");
  };
  await page.goto(`/admin?tab=users&user=${seller.id}`);
  const dialog = await enter();
  await expect(dialog.getByLabel(text.enter.car)).toContainText("Renault Clio");
  await dialog.getByLabel(text.amount, { exact: false }).fill("6,50");
  await dialog.getByLabel(text.enter.document).fill(`Banka ${mark}`);
  await accessibleAtBothWidths(page);
  await dialog.getByRole("button", { name: text.enter.submit }).click();
  await expect(page.getByText(/^Pagesa \S+ u shënua$/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect((await myCars(seller)).map(({ brand }) => brand)).toContain("Renault");

  // No car waits any more, and the same receipt number is refused at its field.
  await enter();
  await expect(dialog.getByText(text.enter.nothingWaits)).toBeVisible();
  await dialog.getByRole("button", { name: text.enter.whats.dealer }).click();
  await dialog.getByLabel(text.enter.months).fill("3");
  await dialog.getByLabel(text.amount, { exact: false }).fill("130");
  await dialog.getByLabel(text.method).selectOption(text.methods.cash);
  await dialog.getByLabel(text.enter.document).fill(`banka${mark}`);
  await dialog.getByRole("button", { name: text.enter.submit }).click();
  await expect(dialog.getByLabel(text.enter.document)).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel(text.enter.document).fill(`Arka ${mark}`);
  await dialog.getByRole("button", { name: text.enter.submit }).click();
  await expect(dialog).toHaveCount(0);
  const me = z.object({ isDealer: z.boolean() }).parse(await (await seller.request.get("/api/me")).json());
  expect(me.isDealer).toBe(true);

  // Both are found by their document number and have an invoice.
  await page.goto(`/admin?tab=payments&method=cash`);
  await search(page, text.search, mark);
  const row = page.locator("[data-row]");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`Arka ${mark}`);
  await row.getByRole("link").click();
  await expect(part(page, text.details.facts)).toContainText(`Arka ${mark}`);
  await expect(part(page, text.details.facts)).toContainText("admin@vetura.example");
  await expect(part(page, text.details.provider)).toHaveCount(0);
  const invoice = part(page, text.details.documents).getByRole("link", { name: /^Fatura / });
  await shownAfterReload(page, invoice);
  expect(await pdfText(page, invoice)).toContain(`Arka ${mark}`);
});

test("the accountant's file of this month sums to the ledger's total shown at its button", async ({
  adminPage: page,
  somebody,
}) => {
  const seller = await somebody();
  await secondCar(seller);
  const document = `Banka csv ${process.pid}-${Date.now()}`;
  const entered = await page.request.post("/api/admin/payments", {
    data: { userId: seller.id, what: "listing", amount: 4.25, currency: "eur", document },
  });
  expect(entered.status(), await entered.text()).toBe(201);
  await page.goto("/admin?tab=payments");
  await page.getByText(text.books.title).click();
  await page.getByRole("button", { name: text.books.thisMonth }).click();
  await page.getByRole("button", { name: text.books.check }).click();
  await expect(page.getByText(text.books.equal)).toBeVisible();
  await accessibleAtBothWidths(page);
  const lines = (await download(page, page.getByRole("link", { name: /CSV/ })))
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split("\r\n");
  expect(lines[0]).toBe(text.export.columns.join(";"));
  expect(lines.find((line) => line.includes(document))).toContain("4,25;0,00;4,25;EUR");
});
