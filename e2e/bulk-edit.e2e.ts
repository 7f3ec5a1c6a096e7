import type { Page } from "@playwright/test";
import { expectAccessible, widths } from "./axe.ts";
import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";
import { waitForReturn, cards, waitForCardPage, payWith } from "./paying.ts";
import { registerAccount } from "./people.ts";
import { publishCar, registerAndPublishCar } from "./published-car.ts";

// One answer is made to fail.
test.use({ expectedErrors: [/status of 503/] });

const main = (page: Page) => page.locator("main");
const press = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true }).click();
const bar = (page: Page) => page.getByRole("region", { name: "Veprimet për veturat e zgjedhura" });
const more = (page: Page) =>
  bar(page)
    .getByRole("button", { name: /^Më shumë/ })
    .click();
const card = (page: Page, id: string) => page.locator(`[data-car="${id}"]`);
const toast = (page: Page, text: string) => page.locator("[data-sonner-toast]", { hasText: text });

test("a dealer lowers the prices of some cars after a preview, confirms the cars and archives them", async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await registerDealer(page, request);
  const dear = await publishCar(page, { price: 13_900, reference: "A-1" });
  const cheap = await publishCar(page, { price: 1_000 });
  const sold = await publishCar(page, { price: 9_000 });
  expect((await page.request.put(`/api/cars/${sold.id}/sold`)).ok()).toBe(true);
  await page.goto("/my-publishings");
  await expect(card(page, dear.id)).toContainText("A-1");
  await press(page, "Zgjidh disa");
  await expect(bar(page)).toContainText("Asnjë e zgjedhur");
  await card(page, dear.id).getByRole("checkbox").check();
  await expect(bar(page)).toContainText("1 veturë e zgjedhur");
  await bar(page).getByRole("button", { name: "Zgjidhi të gjitha (3)" }).click();
  await expect(bar(page)).toContainText("3 vetura të zgjedhura");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  await press(page, "Ndrysho çmimin");
  const dialog = page.getByRole("dialog", { name: "Ndrysho çmimin" });
  const amount = dialog.getByLabel("Me sa");
  await expect(amount).toBeFocused();
  await expect(dialog).toContainText("1 veturë e shitur nuk ndryshon.");
  const save = dialog.getByRole("button", { name: /^Ruaj çmimet/ });
  await amount.fill("95");
  await expect(dialog.getByRole("alert")).toContainText("Përqindja duhet të jetë");
  await amount.fill("7");
  const preview = (id: string) => dialog.locator(`[data-preview="${id}"]`);
  await expect(preview(dear.id)).toContainText(/13\.900 €.*12\.950 €/);
  await expect(preview(cheap.id)).toContainText("nën 1.000 €: mbetet");
  await expect(preview(sold.id)).toHaveCount(0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  // A concurrent change: what was not previewed is not saved.
  const own: unknown = await (await page.request.get(`/api/cars/${dear.id}`)).json();
  const edited = await page.request.put(`/api/cars/${dear.id}`, {
    data: Object.assign({}, own, { price: 13_500 }),
  });
  expect(edited.status()).toBe(200);
  await expect(save).toHaveText("Ruaj çmimet (1)");
  await save.click();
  const report = page.getByRole("dialog", { name: "Disa vetura mbetën si ishin" });
  await expect(report).toContainText("Çmimi ka ndryshuar ndërkohë. Shikojeni përsëri.");
  await expectAccessible(page);
  await report.getByRole("button", { name: "Mbyll", exact: true }).last().click();
  await expect(card(page, dear.id)).toContainText("13.500 €");

  await card(page, dear.id).getByRole("checkbox").check();
  await press(page, "Ndrysho çmimin");
  await dialog.getByLabel("Njësia").selectOption("euro");
  await amount.fill("480");
  await expect(preview(dear.id)).toContainText(/13\.500 €.*13\.000 €/);
  // A failed request loses nothing; the retry sends the same request.
  await page.route("**/api/cars/bulk", (route) =>
    route.fulfill({ status: 503, json: { code: "overloaded" } }),
  );
  await save.click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await page.unroute("**/api/cars/bulk");
  await save.click();
  await expect(toast(page, "U ndryshua çmimi i 1 veture.")).toBeVisible();
  await expect(card(page, dear.id)).toContainText("13.000 €");

  await card(page, dear.id).getByRole("checkbox").check();
  await card(page, cheap.id).getByRole("checkbox").check();
  await bar(page).getByRole("button", { name: "Ende në shitje" }).click();
  await expect(toast(page, "U konfirmuan 2 vetura.")).toBeVisible();

  await card(page, dear.id).getByRole("checkbox").check();
  await card(page, sold.id).getByRole("checkbox").check();
  await more(page);
  await bar(page).getByRole("link", { name: "Printo fletët" }).click();
  await expect(page).toHaveURL(new RegExp(`/my-publishings/sheets\\?ids=.*${dear.id}`));
  await expect(page.getByRole("heading", { level: 1, name: "Fletët e veturave" })).toBeVisible();
  await page.goBack();

  await page.getByRole("tab", { name: "Aktive" }).click();
  await press(page, "Zgjidh disa");
  await bar(page).getByRole("button", { name: "Zgjidhi të gjitha (2)" }).click();
  await more(page);
  await bar(page).getByRole("button", { name: "Fshi", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "T'i fshijmë 2 vetura?" });
  await question.getByRole("button", { name: "Fshi" }).click();
  await expect(toast(page, "U fshinë 2 vetura.")).toBeVisible();
  await expect(page.getByTestId("stat-archived")).toHaveText("2");
  await expect(page.getByTestId("stat-sold")).toHaveText("1");
});

test("an owner of one car gets no selection", async ({ page }) => {
  await registerAccount(page);
  const { id } = await registerAndPublishCar(page);
  await page.goto("/my-publishings");
  await expect(card(page, id)).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Zgjidh disa" })).toHaveCount(0);
});

test("several cars are sponsored with one payment, and /payments names them", async ({
  page,
  request,
  baseURL,
}) => {
  await registerDealer(page, request);
  const cars = [await publishCar(page, { model: "Sandero" }), await publishCar(page)];
  await page.goto("/my-publishings");
  await press(page, "Zgjidh disa");
  for (const { id } of cars) await card(page, id).getByRole("checkbox").check();
  await bar(page).getByRole("button", { name: "Sponsorizo" }).click();
  const dialog = page.getByRole("dialog", { name: "Sponsorizo 2 vetura" });
  await expect(dialog.getByRole("switch")).toHaveCount(0);
  await dialog.getByLabel("Sponsorizimi").fill("3");
  await expect(page.getByTestId("extras-total")).toHaveText("$6");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await dialog.getByRole("button", { name: /Vazhdo te pagesa/ }).click();
  await waitForCardPage(page, baseURL);
  await expect(page.getByText("Sponsorizim për 3 ditë: Dacia Sandero", { exact: false })).toBeVisible();
  await payWith(page, cards.pays);
  await waitForReturn(page, "/payment/success");
  await expect(page.getByTestId("paid-amount")).toHaveText("$6");
  await expect(main(page)).toContainText("2 vetura janë të sponsorizuara, secila për 3 ditë.");
  await expectAccessible(page);
  for (const { id } of cars) {
    const car: unknown = await (await page.request.get(`/api/cars/${id}`)).json();
    expect(car).toMatchObject({ isRecommended: true, sponsorshipDays: 3 });
  }
  await page.goto("/payments");
  await expect(
    main(page)
      .getByText(/^Dacia \S+, \d{4} \+ 1$/)
      .filter({ visible: true }),
  ).toBeVisible();
});
