import { expect, test } from "./admin.ts";
import { expectAccessible } from "./axe.ts";
import { publishCar } from "./published-car.ts";

// A job scans the cars; slow on a loaded machine.
test.describe.configure({ timeout: 240_000 });

let phones = 0;

/** A car that asks for advance payment, with a unique phone number. */
function askingCar(owner: Parameters<typeof publishCar>[0], price: number) {
  const sellerPhone = `+38344${String(100_000 + (process.pid % 800) * 1_000 + ++phones)}`;
  return publishCar(owner, {
    price,
    sellerPhone,
    description: "Ka shumë interesim: dërgoni 300 € kapar para se ta shihni veturën.",
  });
}

test("an admin works through the queue by keyboard: dismisses, undoes, asks and reads the answer, hides", async ({
  adminPage: page,
  browser,
  somebody,
}) => {
  const owner = await somebody();
  const { id } = await askingCar(owner, 13_100);
  const card = page.locator(`[data-review="${id}"]`);
  await expect(async () => {
    await page.goto("/admin?tab=review&kind=asks_for_money_ahead");
    await expect(card).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  await expect(card).toContainText("dërgoni 300 € kapar para se ta shihni veturën");
  await expectAccessible(page, "main");

  // The car's page shows safety advice once, and nothing about the seller.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/car/${id}`);
  await expect(visitor.getByRole("heading", { name: "Blini me siguri" })).toHaveCount(1);
  await expectAccessible(visitor, "main");

  // j selects the next case, d dismisses it, z undoes that.
  const current = page.locator("[data-review][aria-current=true]");
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(current).toHaveAttribute("data-review", id, { timeout: 500 });
  }).toPass();
  await expect(card).toBeFocused();
  await page.keyboard.press("d");
  await expect(card).toBeHidden();
  await page.keyboard.press("z");
  await expect(card).toBeVisible();

  // a asks the owner and requires a text; in the field the keys are letters.
  await card.focus();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(/^Arsyeja/)).toBeFocused();
  await dialog.getByRole("button", { name: "Pyet pronarin" }).click();
  await expect(dialog).toContainText("Shkruani çfarë doni të dini");
  await dialog.getByLabel(/^Arsyeja/).fill("Pse kërkoni kapar? hdajk");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
  await expect(card).toBeHidden();

  const home = await browser.newContext({ storageState: await owner.request.storageState() });
  const own = await home.newPage();
  await own.goto("/my-publishings");
  const question = own.locator(`[data-question="${id}"]`);
  await expect(question).toContainText("Pse kërkoni kapar? hdajk");
  await expectAccessible(own, "main");
  await question.getByRole("button", { name: "Përgjigju" }).click();
  const answer = own.getByRole("dialog");
  await answer.getByRole("button", { name: "Dërgo përgjigjen" }).click();
  await expect(answer).toContainText("Shkruani përgjigjen");
  await answer.getByLabel(/^Përgjigjja juaj/).fill("E heqim nga përshkrimi.");
  await expectAccessible(own, "dialog");
  await answer.getByRole("button", { name: "Dërgo përgjigjen" }).click();
  await expect(question).toBeHidden();

  await page.reload();
  await expect(card).toContainText("E heqim nga përshkrimi.");
  await card.focus();
  await page.keyboard.press("h");
  await dialog.getByLabel(/^Arsyeja/).fill("Kërkon kapar para shikimit");
  await expectAccessible(page, "dialog");
  await dialog.getByRole("button", { name: "Hiqe nga publiku" }).click();
  await expect(card).toBeHidden();
  expect((await visitor.request.get(`/car/${id}`)).status()).toBe(404);
});

test("a key that is held down or pressed twice, and a second click, decide one case and not the next one", async ({
  adminPage: page,
  somebody,
}) => {
  const ids: string[] = [];
  for (const price of [13_301, 13_302, 13_303, 13_304])
    ids.push((await askingCar(await somebody(), price)).id);
  const card = (id: string) => page.locator(`[data-review="${id}"]`);
  await expect(async () => {
    await page.goto("/admin?tab=review&kind=asks_for_money_ahead");
    for (const id of ids) await expect(card(id)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  const decided: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname.startsWith("/api/admin/review/")) decided.push(pathname);
  });
  const [held, twice, clicked, left] = ids as [string, string, string, string];

  await card(held).focus();
  // Each further `down` is a repetition, as of a key that is held.
  for (let repeated = 0; repeated < 10; repeated++) await page.keyboard.down("d");
  await expect(card(held)).toBeHidden();
  for (let repeated = 0; repeated < 10; repeated++) await page.keyboard.down("d");
  await page.keyboard.up("d");
  await expect(page.locator("[data-review][aria-current=true]")).toBeFocused();
  expect(decided).toHaveLength(1);

  await card(twice).focus();
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await expect(card(twice)).toBeHidden();
  await expect(page.locator("[data-review][aria-current=true]")).toBeFocused();
  expect(decided).toHaveLength(2);

  await card(clicked).getByRole("button", { name: "Në rregull" }).dblclick();
  await expect(card(clicked)).toBeHidden();
  await expect(page.locator("[data-review][aria-current=true]")).toBeFocused();
  expect(decided).toEqual([held, twice, clicked].map((id) => `/api/admin/review/${id}`));
  await expect(card(left)).toBeVisible();
});

test("the second of two admins sees that the first one has decided", async ({
  adminPage: page,
  browser,
  somebody,
}) => {
  const { id } = await askingCar(await somebody(), 13_200);
  const other = await (
    await browser.newContext({ storageState: await page.context().storageState() })
  ).newPage();
  const cardOn = (one: typeof page) => one.locator(`[data-review="${id}"]`);
  for (const one of [page, other])
    await expect(async () => {
      await one.goto("/admin?tab=review&kind=asks_for_money_ahead");
      await expect(cardOn(one)).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 120_000 });
  await cardOn(page).getByRole("button", { name: "Në rregull" }).click();
  await expect(cardOn(page)).toBeHidden();
  await cardOn(other).getByRole("button", { name: "Në rregull" }).click();
  await expect(other.getByText("Këtë rast e vendosi ndërkohë një administrator tjetër.")).toBeVisible();
  await expect(cardOn(other)).toBeHidden();
});
