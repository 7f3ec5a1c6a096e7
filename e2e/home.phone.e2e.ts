import { expect, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("a phone's first screen of the home page shows the search and a photo of a car", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: /^Shfaq .* vetura$/ })).toBeInViewport();
  const photo = page.locator("section[aria-roledescription=karusel] img[fetchpriority=high]");
  await expect(photo).toBeInViewport({ ratio: 0.6 });
  await expect.poll(() => photo.evaluate((image) => image.clientHeight)).toBeGreaterThan(200);
  await expect
    .poll(() => photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(300);
});
