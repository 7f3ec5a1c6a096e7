import { adminPaymentMessages as text } from "#domain/messages/admin-payments.ts";
import { expect, test } from "./admin.ts";
import { expectAccessible } from "./axe.ts";
import { expectFitsWidth } from "./page-width.ts";
import { publishCar } from "./published-car.ts";

test("on a phone an admin reads one payment, and the refund's dialog fits the screen", async ({
  adminPage: page,
  somebody,
}) => {
  test.setTimeout(240_000);
  const person = await somebody();
  await publishCar(person);
  const paper = `Arka ${process.pid}-${Date.now()}`;
  const entered = await page.request.post("/api/admin/payments", {
    data: {
      userId: person.id,
      what: "dealer",
      months: 2,
      amount: 90.5,
      currency: "eur",
      method: "cash",
      document: paper,
    },
  });
  expect(entered.status(), await entered.text()).toBe(201);
  await page.goto(`/admin?tab=payments&q=${encodeURIComponent(paper)}`);
  const card = page.getByRole("listitem").filter({ hasText: paper });
  await expect(card).toContainText("90,50 €");
  await expectFitsWidth(page);
  await card.getByRole("link").tap();
  await expect(page.getByText(text.details.events.fulfilled)).toBeVisible();
  await expectFitsWidth(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: text.refund.button }).tap();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel(text.refund.reason).fill("U pagua dy herë");
  await expect(dialog.getByRole("button", { name: text.refund.submit("90,50 €") })).toBeInViewport();
  await expectFitsWidth(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: text.refund.submit("90,50 €") }).tap();
  await expect(page.getByText(text.details.events.refunded)).toBeVisible();
});
