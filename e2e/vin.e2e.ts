import { mileageHistoryMessages as history } from "#domain/messages/mileage-history.ts";
import { sellMessages } from "#domain/messages/sell.ts";
import { vinCheckMessages as check } from "#domain/messages/vin-check.ts";
import { vinPageMessages } from "#domain/messages/vin-page.ts";
import { vinMessages } from "#domain/messages/vin.ts";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { stockCsv, stockRow } from "#testing/stock-files.ts";
import { expectAccessible } from "./axe.ts";
import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";
import { mailsTo } from "./mails.ts";
import { registerAccount } from "./people.ts";
import { newVin, publishCar } from "./published-car.ts";

test("a buyer compares an identification number, no page shows it, and a lower mileage is shown and explained", async ({
  page,
  browser,
}) => {
  const vin = newVin();
  const typed = `${vin.slice(0, 8).toLowerCase()} ${vin.slice(8)}`;
  // An earlier listing of the same car by another seller.
  const before = await browser.newContext();
  const earlierPage = await before.newPage();
  await registerAccount(earlierPage);
  const earlier = await publishCar(earlierPage, { vin: typed, mileage: 190_000 });

  const owner = await registerAccount(page);
  const { id } = await publishCar(page, { mileage: 84_000 });
  // The section of optional facts is expanded because some are filled in.
  await page.goto(`/edit-car/${id}`);
  const field = page.locator("[data-field=vin] input");
  await field.fill(vin.replace("1234", "I234"));
  await page.getByRole("button", { name: sellMessages.save }).click();
  await expect(page.locator("[data-field=vin]").getByText(vinMessages.invalid)).toBeVisible();
  await field.fill(typed);
  await page.getByRole("button", { name: sellMessages.save }).click();
  await expect(page).toHaveURL(/my-publishings/);

  const card = page.locator(`[data-car="${id}"]`);
  await expect(card.getByText(history.ownLine)).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(owner)).map(({ subject }) => subject).join())
    .toContain("Kilometrat");

  // Buyers do not see the lower reading yet.
  const context = await browser.newContext();
  const buyer = await context.newPage();
  await registerAccount(buyer);
  await buyer.goto(`/car/${id}`);
  await expect(buyer.getByText(`UU1••••••••••1234`)).toBeVisible();
  await buyer.getByRole("button", { name: vinPageMessages.check }).click();
  await buyer.getByLabel(check.field).fill(vin.replace("UU1", "UU6"));
  await buyer.getByRole("button", { name: check.send, exact: true }).click();
  await expect(buyer.getByText(check.differs)).toBeVisible();
  await buyer.getByLabel(check.field).fill(typed);
  await buyer.getByRole("button", { name: check.send, exact: true }).click();
  await expect(buyer.getByText(check.matches)).toBeVisible();
  await expectAccessible(buyer);
  await buyer.getByRole("button", { name: check.close, exact: true }).first().click();
  await expect(buyer.getByText(history.title)).toHaveCount(0);

  await card.getByRole("button", { name: /Më shumë/ }).click();
  await page.getByRole("button", { name: history.write }).click();
  await page.getByRole("textbox", { name: history.field }).fill("Matësi është ndërruar, 044 765 432");
  await page.getByRole("button", { name: history.save, exact: true }).click();
  await expect(page.getByText(history.saved)).toBeVisible();
  await card.getByRole("button", { name: /Më shumë/ }).click();
  await expect(page.getByText(history.ownPublic)).toBeVisible();
  await buyer.reload();
  await expect(buyer.getByText(history.lower)).toBeVisible();
  await expect(buyer.getByText("Matësi është ndërruar")).not.toContainText("765");
  // Both readings are of the same month: there is no chart, and the table is expanded.
  await expect(buyer.getByRole("img", { name: /^Kilometrat nga/ })).toHaveCount(0);
  await expect(buyer.getByRole("cell", { name: "190.000 km" })).toBeVisible();
  await expectAccessible(buyer);

  for (const visitor of [buyer, page])
    for (const path of [
      `/car/${id}`,
      `/car/${earlier.id}`,
      `/search?brand=Dacia`,
      `/compare?cars=${id},${earlier.id}`,
      "/sitemap.xml",
      "/sitemap/cars-1.xml",
      `/my-publishings`,
      `/my-publishings/${id}/sheet`,
      `/my-publishings/sheets`,
      `/edit-car/${id}`,
    ]) {
      const text = await (await visitor.request.get(path)).text();
      expect([path, text.toUpperCase().includes(vin.slice(3, 13))]).toEqual([path, false]);
    }
  await context.close();
  await before.close();
});

/** Opens pages one after the other: their documents, what they draw, and the text of all that they ask for. */
async function readPages(page: Page, paths: readonly string[]): Promise<[where: string, text: string][]> {
  const answers: Promise<[string, string]>[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (!/html|json|text\/(?!javascript|css)/.test(type)) return;
    // The browser drops the body of a page that is left.
    const text = response.text().catch(() => "");
    answers.push(text.then((body): [string, string] => [response.url(), body]));
  });
  const read: [string, string][] = [];
  for (const path of paths) {
    const answer = await page.goto(path);
    read.push([path, (await answer?.text()) ?? ""]);
    await page.waitForLoadState("networkidle");
    read.push([`${path}, as drawn`, await page.content()]);
  }
  return [...read, ...(await Promise.all(answers))];
}

test("no page of a dealer, its sheets and imports, and none of the administration has a whole number, nor has what they ask for", async ({
  page,
  browser,
}) => {
  // Cars are looked at by a job, each minute.
  test.setTimeout(300_000);
  const desk = await (await browser.newContext()).newPage();
  const dealer = await registerDealer(page, desk.request);
  const [vin, imported] = [newVin(), newVin().replace("UU1", "UU6")];
  await publishCar(page, { vin, mileage: 190_000 });
  const { id } = await publishCar(page, {
    vin,
    mileage: 84_000,
    sellerPhone: `+38345${String(Date.now()).slice(-6)}`,
    description: "Dërgoni 300 € kapar para se ta shihni veturën.",
  });
  const sent = await page.request.post("/api/dealer/imports?format=auto", {
    headers: { "content-type": "text/csv" },
    data: stockCsv([
      stockRow({ referenca: "S-1", vin: imported, fotot: "" }),
      stockRow({ referenca: "S-2", vin: imported.slice(1), fotot: "" }),
    ]),
  });
  const { id: waiting } = z.object({ id: z.string() }).parse(await sent.json());
  await expect
    .poll(async () => (await page.request.get(`/api/dealer/imports/${waiting}`)).text(), { timeout: 120_000 })
    .toContain('"ready"');
  const kind = "asks_for_money_ahead";
  await expect
    .poll(async () => (await desk.request.get(`/api/admin/review?limit=100&kind=${kind}`)).text(), {
      timeout: 120_000,
    })
    .toContain(id);

  const both = [`/car/${id}`, `/dealers/${dealer.id}`];
  const own = await readPages(page, [
    ...both,
    "/my-publishings",
    `/my-publishings/${id}/sheet`,
    "/my-publishings/sheets",
    `/my-publishings/${id}/stats`,
    `/edit-car/${id}`,
    `/add-car`,
    "/profile/privacy",
    "/autosallon-dashboard",
    "/autosallon-dashboard/imports",
    `/autosallon-dashboard/imports/${waiting}`,
    "/autosallon-dashboard/report",
  ]);
  const tabs = ["cars", "reports", "models", "payments", "invoices", "audit", "health", "settings"];
  const administration = await readPages(desk, [
    ...both,
    "/admin",
    `/admin?tab=review&kind=${kind}`,
    `/admin?tab=users&user=${dealer.id}`,
    ...tabs.map((tab) => `/admin?tab=${tab}`),
  ]);
  // They show what is masked: these are the pages that are meant.
  const masked = `${vin.slice(0, 3)}••••••••••${vin.slice(-4)}`;
  expect(own.filter(([, text]) => text.includes(masked)).map(([where]) => where)).toContain(`/car/${id}`);
  expect(own.some(([where]) => where.includes(`/imports/${waiting}/rows`))).toBe(true);
  expect(
    administration.some(([where, text]) => where.includes("/api/admin/review") && text.includes(id)),
  ).toBe(true);
  const whole = [...own, ...administration].filter(([, text]) =>
    [vin, imported].some((number) => text.toUpperCase().includes(number.slice(3, 13))),
  );
  expect(whole.map(([where]) => where)).toEqual([]);
  await desk.context().close();
});
