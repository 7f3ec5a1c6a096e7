import { carPageMessages } from "#domain/messages/car-page.ts";
import { confirmationMessages as text } from "#domain/messages/confirmation.ts";
import { expectAccessible, widths } from "./axe.ts";
import { expandSection } from "./filter-sheet.ts";
import { expect, test } from "./fixtures.ts";
import { mailsTo } from "./mails.ts";
import { registerAccount } from "./people.ts";
import { publishCar, registerAndPublishCar } from "./published-car.ts";
import { signInToDemo } from "./state-setup.ts";

test("two buyers ask if a car is available, and its owner answers by the mailed link without signing in", async ({
  page,
  browser,
}) => {
  const owner = await registerAccount(page);
  const { id } = await publishCar(page);
  for (const userAgent of ["Blerësi i parë", "Blerësi i dytë"]) {
    const context = await browser.newContext({ userAgent });
    const buyer = await context.newPage();
    await buyer.goto(`/car/${id}`);
    await expect(buyer.getByText("Konfirmuar sot").first()).toBeVisible();
    await buyer.getByRole("button", { name: text.askSeller }).click();
    await expect(buyer.getByText(text.asked)).toBeVisible();
    await context.close();
  }

  const link = async () =>
    (await mailsTo(owner)).map((mail) => /\S+\/confirm\?token=\S+/.exec(mail.text)?.[0]).find(Boolean);
  await expect.poll(link, { timeout: 60_000 }).toBeDefined();
  const address = (await link()) ?? "";
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  // Opening the link changes nothing, whether by a mail scanner or by the person.
  for (const _ of ["scanner", "person"]) expect((await elsewhere.goto(address))?.status()).toBe(200);
  for (const width of widths) {
    await elsewhere.setViewportSize({ width, height: 800 });
    await expectAccessible(elsewhere);
  }
  await elsewhere.getByRole("button", { name: text.page.sold }).dblclick();
  await expect(elsewhere.getByRole("heading", { name: text.page.soldDone })).toBeVisible();
  await expectAccessible(elsewhere);
  await page.goto(`/car/${id}`);
  await expect(page.getByText(carPageMessages.soldHint)).toBeVisible();

  await elsewhere.getByRole("button", { name: text.page.undo }).click();
  await expect(elsewhere.getByText(text.page.undone)).toBeVisible();
  expect((await elsewhere.goto(address))?.status()).toBe(410);
  await expect(elsewhere.getByRole("heading", { name: text.page.goneTitle })).toBeVisible();
  await expectAccessible(elsewhere);
  await context.close();
});

test("an owner confirms a car on its page and in the list with one press", async ({ page }) => {
  // A low price: for an expensive car the row shows that instead.
  const { id } = await registerAndPublishCar(page, { price: 8_000 });
  await page.goto(`/car/${id}`);
  await page.getByRole("button", { name: /^Më shumë: / }).click();
  await page.getByRole("button", { name: text.confirm }).click();
  await expect(page.getByText(text.confirmed)).toBeVisible();
  await page.goto("/my-publishings");
  const card = page.locator(`[data-car="${id}"]`);
  await expect(card.getByText("Konfirmuar sot")).toBeVisible();
  await card.getByRole("button", { name: /^Më shumë/ }).click();
  await card.getByRole("button", { name: text.confirm }).click();
  await expect(page.getByText(text.confirmed)).toBeVisible();
  await expectAccessible(page);
});

test("a dealer confirms the whole stock with one press", async ({ page }) => {
  await signInToDemo(page, "dealer");
  await page.goto("/my-publishings");
  await page.getByRole("button", { name: /^Më shumë: Stoku/ }).click();
  await page.getByRole("button", { name: text.confirmStock }).click();
  await expect(page.getByText(/^U konfirmuan \d+ vetura\.$/)).toBeVisible();
});

test("the search filters by the days since a car was confirmed, with the count that was promised", async ({
  page,
}) => {
  await page.goto("/search");
  await expandSection(page.getByRole("complementary"), "Konfirmuar");
  const choice = page.getByRole("checkbox", { name: /^Brenda 30 ditësh/ });
  await choice.check();
  await expect(page).toHaveURL(/confirmed=30/);
  await expect(page.getByRole("link", { name: /Konfirmuar brenda 30 ditësh/ })).toBeVisible();
  await choice.uncheck();
  await expect(page).not.toHaveURL(/confirmed/);
});
