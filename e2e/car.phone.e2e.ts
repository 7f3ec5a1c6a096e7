import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { carsOf } from "./market.ts";

test("the contact bar on a phone has telephone, Viber and WhatsApp in this order and loads the number on tap", async ({
  page,
}) => {
  const [car] = await carsOf(page.request, "brand=BMW&limit=1");
  await page.goto(`/car/${car?._id}`);
  const bar = page.getByRole("region", { name: "Kontaktoni shitësin" });
  await expect(bar).toBeInViewport();
  await expect(bar.getByRole("button")).toHaveText(["Telefono", "Viber", "WhatsApp"]);
  const asked = page.waitForRequest(/\/contact$/);
  // A machine without a telephone cannot follow the link; the tel: links that appear show that it was asked
  // to.
  await bar.getByRole("button", { name: "Telefono" }).click();
  await asked;
  await expect(bar.getByRole("link", { name: "Telefono" })).toHaveAttribute("href", /^tel:\+\d{8,}$/);
  await expectAccessible(page);
});

test("the gallery on a phone is swiped and has a counter", async ({ page }) => {
  const cars = await carsOf(page.request, "brand=BMW&limit=40");
  const car = cars.find((each) => each.images.length > 1);
  await page.goto(`/car/${car?._id}`);
  const strip = page.locator("section[aria-label^='Fotot e veturës'] ul").first();
  await strip.evaluate((element) => element.scrollTo({ left: element.clientWidth }));
  await expect(page.getByText(`2 / ${car?.images.length}`)).toBeVisible();
});

test("the contact bar on a phone says at the end of the page, too, why there is no number", async ({
  page,
}) => {
  const [car] = await carsOf(page.request, "brand=BMW&limit=1");
  await page.goto(`/car/${car?._id}`);
  const message = "Shumë përpjekje. Provoni përsëri pas pak.";
  await page.route(/\/contact$/, (route) =>
    route.fulfill({ status: 429, json: { message, code: "too_many_requests" } }),
  );
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const bar = page.getByRole("region", { name: "Kontaktoni shitësin" });
  await bar.getByRole("button", { name: "WhatsApp" }).click();
  await expect(bar.getByText(message)).toBeInViewport();
  await expectAccessible(page);
});
