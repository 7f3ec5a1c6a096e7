import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { registerAccount } from "./people.ts";
import { smallPicture, uploadedPhotos } from "./selling.ts";

/** Presses Tab until the control has the focus, at most 60 times. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(control, "reached with Tab").toBeFocused();
}

test("a car can be published with the keyboard alone", async ({ page }) => {
  // A hundred key presses, each of which is awaited.
  test.slow();
  await registerAccount(page);
  // Awaited before the first key, so that the file chooser is intercepted.
  const chosen = page.waitForEvent("filechooser");
  await page.goto("/add-car");
  await expect(page.getByRole("heading", { name: "Shit Veturën Tënde" })).toBeVisible();
  const { keyboard } = page;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const choice = (name: string) => page.getByRole("combobox", { name, exact: true });

  await tabTo(page, button("Shto foto"));
  await keyboard.press("Enter");
  await (await chosen).setFiles([await smallPicture(1), await smallPicture(2), await smallPicture(3)]);
  await expect(uploadedPhotos(page)).toHaveCount(3, { timeout: 60_000 });
  const addresses = () =>
    page
      .locator("[data-photo-state] img")
      .evaluateAll((images) => images.map((image) => image.getAttribute("src")));
  const [first, second, third] = await addresses();
  await keyboard.press("Shift+Tab");
  await expect(button("Zhvendose foton 3 para")).toBeFocused();
  await keyboard.press("Enter");
  await expect.poll(addresses).toEqual([first, third, second]);
  await expect(page.getByText("Fotoja 3 u zhvendos në vendin 2")).toBeAttached();

  const fill = async (control: Locator, text: string) => {
    await tabTo(page, control);
    await keyboard.type(text);
  };
  const pick = async (name: string, typed: string, value: string) => {
    await fill(choice(name), typed);
    await expect(page.locator("[role=option]").first()).toBeVisible();
    await keyboard.press("Enter");
    await expect(choice(name)).toHaveValue(value);
  };
  await pick("Marka", "skod", "Škoda");
  await expect(choice("Modeli")).toBeEnabled();
  await pick("Modeli", "octavia co", "Octavia Combi");
  // A single letter: if keys arrive late, a select starts its type-ahead anew.
  await fill(field("Tipi"), "H");
  await expect(field("Tipi")).toHaveValue("Hatchback");
  await fill(field("Çmimi"), "8500");
  await fill(field("Kilometrazha"), "187500");
  await fill(field("Karburanti"), "D");
  await expect(field("Karburanti")).toHaveValue("Diesel");
  await pick("Lokacioni", "gjil", "Gjilan");
  await tabTo(page, page.getByLabel(/^Dogana/));
  await keyboard.press("ArrowDown");
  await expect(page.getByLabel(/^Dogana/)).toHaveValue("true");
  const details = page.locator("summary", { hasText: "Më shumë detaje" });
  await tabTo(page, details);
  await keyboard.press("Enter");
  const color = page.getByLabel(/^Ngjyra/);
  await tabTo(page, color);
  await keyboard.type("H");
  await expect(color).toHaveValue("Hiri");
  await tabTo(page, button("Vazhdo te çmimi"));
  await keyboard.press("Enter");

  const total = page.getByTestId("pricing-total");
  await expect(total).toHaveText("$0");
  await tabTo(page, page.getByRole("slider"));
  await keyboard.press("ArrowRight");
  await expect(total).toHaveText("$1");
  await keyboard.press("Home");
  await tabTo(page, page.getByRole("switch"));
  await keyboard.press("Space");
  await expect(total).toHaveText("$10");
  await keyboard.press("Space");
  await tabTo(page, button("Publiko falas"));
  await keyboard.press("Enter");
  await expect(page.getByText("Vetura u publikua falas!")).toBeVisible();
  await expect(page.locator("article[data-car]")).toHaveCount(1);
});
