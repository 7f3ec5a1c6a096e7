import { expect, test } from "./fixtures.ts";
import { registerAndPublishCar } from "./published-car.ts";

test("a guest's page shows within a second that a car was changed, sold or archived", async ({
  page,
  request: guest,
}) => {
  const { id, word, fields } = await registerAndPublishCar(page);
  const html = async (path: string) => (await guest.get(path)).text();
  const addresses = [`/car/${id}`, `/search?q=${word}`];
  for (const address of addresses) {
    await expect.poll(() => html(address)).toContain("13.900 €");
  }

  const setPrice = (price: number) => page.request.put(`/api/cars/${id}`, { data: { ...fields, price } });
  expect((await setPrice(12_700)).status()).toBe(200);
  for (const address of addresses) {
    await expect.poll(() => html(address)).toContain("12.700 €");
  }
  // Signed-in people never get a cached page.
  expect((await setPrice(12_600)).status()).toBe(200);
  expect(await (await page.request.get(`/car/${id}`)).text()).toContain("12.600 €");

  await page.request.put(`/api/cars/${id}/sold`);
  await expect.poll(() => html(`/search?q=${word}`)).not.toContain(`href="/car/${id}"`);
  await page.request.delete(`/api/cars/${id}`);
  await expect.poll(async () => (await guest.get(`/car/${id}`)).status()).toBe(404);
});
