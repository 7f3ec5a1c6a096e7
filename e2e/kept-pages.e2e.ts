import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { publishedCar } from "./published-car.ts";

/** A page as a guest gets it, and when it was rendered. */
async function guestPage(
  guest: APIRequestContext,
  path: string,
): Promise<{ html: string; renderedAt: number }> {
  const answer = await guest.get(path);
  expect(answer.status()).toBe(200);
  const html = await answer.text();
  const written = /\\"now\\":\\"([^"\\]+)\\"/.exec(html)?.[1] ?? "";
  return { html, renderedAt: Date.parse(written) };
}

test("guests' pages are rendered once for many, and follow the car as soon as it changes", async ({
  page,
  request: guest,
}) => {
  const { id, word, fields } = await publishedCar(page);
  const addresses = [`/car/${id}`, `/search?q=${word}`];
  for (const address of addresses) {
    // Long after the second in which nobody looks: it is what the API says, so nobody made it again.
    await expect
      .poll(async () => Date.now() - (await guestPage(guest, address)).renderedAt)
      .toBeGreaterThan(1_500);
    expect((await guestPage(guest, address)).html).toContain("13.900 €");
  }

  const setPrice = (price: number) => page.request.put(`/api/cars/${id}`, { data: { ...fields, price } });
  expect((await setPrice(12_700)).status()).toBe(200);
  for (const address of addresses) {
    await expect.poll(async () => (await guestPage(guest, address)).html).toContain("12.700 €");
  }
  // Who is signed in never waits.
  expect((await setPrice(12_600)).status()).toBe(200);
  expect(await (await page.request.get(`/car/${id}`)).text()).toContain("12.600 €");

  await page.request.put(`/api/cars/${id}/sold`);
  await expect
    .poll(async () => (await guestPage(guest, `/search?q=${word}`)).html)
    .not.toContain(`href="/car/${id}"`);
  await page.request.delete(`/api/cars/${id}`);
  await expect.poll(async () => (await guest.get(`/car/${id}`)).status()).toBe(404);
});
