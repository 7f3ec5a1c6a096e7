import { parse } from "csv-parse/sync";
import { z } from "zod";
import { expectAccessible, widths } from "./axe.ts";
import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";
import { publishCar } from "./published-car.ts";

test("a dealer switches the feeds on, other sites read the cars, and off again", async ({
  page,
  request,
  playwright,
  baseURL,
}) => {
  const dealer = await registerDealer(page, request);
  const { id } = await publishCar(page);
  const stranger = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  const path = `/dealers/${dealer.id}/feed.csv`;
  expect((await stranger.get(path)).status()).toBe(404);

  await page.goto("/autosallon-dashboard/page");
  const card = page.getByRole("region", { name: "Veturat tuaja në faqe të tjera" });
  const onOff = card.getByRole("switch", { name: "Lejo faqet e tjera t'i lexojnë veturat" });
  await expect(onOff).not.toBeChecked();
  await onOff.check();
  const address = card.getByLabel("Adresa për Facebook dhe Instagram (CSV)", { exact: true });
  await expect(address).toHaveValue(new URL(path, baseURL).href);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await page.reload();
  await expect(onOff).toBeChecked();

  const answer = await stranger.get(await address.inputValue());
  const rows: unknown = parse(await answer.text(), { columns: true });
  expect(rows).toMatchObject([{ vehicle_id: id, make: "Dacia", price: "13900 EUR" }]);
  const { etag = "" } = answer.headers();
  expect((await stranger.get(path, { headers: { "If-None-Match": etag } })).status()).toBe(304);
  const json = z
    .object({ items: z.array(z.object({ url: z.string() })) })
    .parse(await (await stranger.get(`/dealers/${dealer.id}/feed.json`)).json());
  expect(json.items).toEqual([expect.objectContaining({ url: new URL(`/car/${id}`, baseURL).href })]);

  await onOff.uncheck();
  await expect(address).toBeHidden();
  expect((await stranger.get(path)).status()).toBe(404);
  await stranger.dispose();
});

test("a search's page names its feed, which has the search's newest cars", async ({ page }) => {
  await page.goto("/search?brand=Mercedes-Benz&maxPrice=20000");
  const link = page.locator('head link[rel="alternate"][type="application/atom+xml"]');
  await expect(link).toHaveCount(1);
  const href = (await link.getAttribute("href")) ?? "";
  const answer = await page.request.get(href);
  expect(answer.headers()["content-type"]).toContain("application/atom+xml");
  const feed = await answer.text();
  // The browser's XML parser reports an error as a `parsererror` element.
  const read = await page.evaluate((xml) => {
    const document = new DOMParser().parseFromString(xml, "application/xml");
    return {
      faults: document.querySelectorAll("parsererror").length,
      titles: [...document.querySelectorAll("entry > title")].map((title) => title.textContent),
    };
  }, feed);
  expect(read.faults).toBe(0);
  expect(read.titles.length).toBeGreaterThan(0);
  for (const title of read.titles) expect(title).toMatch(/^Mercedes-Benz /);
});
