import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { registerAccount } from "./people.ts";
import { photoInput, smallPicture, uploadedPhotos } from "./selling.ts";

// The promise of short selling: from the signed-in home page to the published car, including the taps in the
// phone's gallery. `npx playwright test e2e/publish-taps.phone.e2e.ts --project phone` prints the figures.
const maxTaps = 22;
const maxTypedFields = 8;

test.use({ viewport: { width: 390, height: 844 } });

test("a car with ten photos is published with at most 22 taps and 8 typed fields", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/");
  const taps: string[] = [];
  const typed: string[] = [];
  const tap = async (what: string, target: Locator) => {
    taps.push(what);
    await target.tap();
  };
  /** Typing into a field counts as a tap, too. */
  const type = async (what: string, target: Locator, text: string) => {
    await tap(what, target);
    typed.push(what);
    await target.fill(text);
  };
  const box = (name: string) => page.getByRole("combobox", { name, exact: true });
  const option = (name: string) => page.locator("[role=option]", { hasText: name }).first();
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  await tap("sell your car", page.locator("main").getByRole("link", { name: "Publikoni veturën tuaj" }));
  await expect(page.getByRole("heading", { name: "Shit Veturën Tënde" })).toBeVisible();
  const choosing = page.waitForEvent("filechooser");
  await tap("add photos", button("Shto foto"));
  const files = await choosing;
  // In the phone's gallery: at most ten taps for ten photos, and one to confirm.
  for (let photo = 1; photo <= 10; photo++) taps.push(`photo ${photo} in the gallery`);
  taps.push("done in the gallery");
  await files.setFiles(await Promise.all(Array.from({ length: 10 }, (_, index) => smallPicture(index + 1))));
  await type("brand and model", box("Marka"), "golf 7 tdi");
  await tap("Volkswagen Golf", option("Volkswagen Golf"));
  await tap("2016", button("2016"));
  await tap("Hatchback", button("Hatchback"));
  await type("price", page.getByLabel("Çmimi", { exact: true }), "9800");
  await type("mileage", page.getByLabel("Kilometrazha"), "187500");
  // Filled in from the model's name.
  await expect(page.getByLabel("Karburanti")).toHaveValue("Diesel");
  await tap("Gjilan", button("Gjilan"));
  await expect(photoInput(page)).toBeAttached();
  await expect(uploadedPhotos(page)).toHaveCount(10, { timeout: 120_000 });
  await tap("on to the price", button("Vazhdo te çmimi"));
  await tap("publish", button("Publiko falas"));
  await expect(page.getByText("Vetura u publikua falas!").first()).toBeVisible();

  // oxlint-disable-next-line no-console -- the figure is the purpose of this test
  console.info(
    `${taps.length} taps with those in the phone's gallery, ${typed.length} typed fields: ${taps.join(", ")}`,
  );
  expect(taps.length).toBeLessThanOrEqual(maxTaps);
  expect(typed.length).toBeLessThanOrEqual(maxTypedFields);
});
