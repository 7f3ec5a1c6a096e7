import { z } from "zod";
import { pdfText } from "./downloads.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expect, test } from "./admin.ts";
import { signInToDemo } from "./state-setup.ts";
import { mailsTo } from "./mails.ts";
import { openPricing, waitForReturn, cards, waitForCardPage, payWith } from "./paying.ts";
import { registerAndPublishCar } from "./published-car.ts";

test("a payer downloads the invoice of a paid listing at /payments, has it by mail, and an admin finds it with its month", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  await registerAndPublishCar(page);
  const { email } = z.object({ email: z.string() }).parse(await (await page.request.get("/api/me")).json());
  await openPricing(page);
  await page.getByRole("button", { name: /^Vazhdo te pagesa/ }).click();
  await waitForCardPage(page, baseURL);
  await payWith(page, cards.pays);
  await waitForReturn(page, "/payment/success");

  const invoice = page.getByRole("link", { name: /^Fatura PROVË-\d{4}-\d{6} si PDF$/ }).first();
  await expect(async () => {
    await page.goto("/payments");
    await expect(invoice).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  const text = await pdfText(page, invoice);
  const number = /PROVË-\d{4}-\d{6}/.exec(text)?.[0] ?? "";
  expect(text).toContain("Publikimi i veturës: Renault Clio");
  expect(text).toContain(email);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await expect
    .poll(async () => (await mailsTo({ email })).map(({ subject }) => subject), { timeout: 60_000 })
    .toContain(`Fatura ${number} nga Vetura`);

  await page.context().clearCookies();
  await signInToDemo(page, "admin");
  await page.goto(`/admin?tab=invoices&q=${encodeURIComponent(email)}`);
  const found = page.getByRole("link", { name: `Fatura ${number} si PDF` });
  await expect(found).toHaveCount(1);
  expect(await pdfText(page, found)).toBe(text);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  const summary = await pdfText(page, page.getByRole("link", { name: "PDF për kontabilistin" }));
  expect(summary).toContain("Përmbledhja mujore");
});
