import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";
import { expectFitsWidth } from "./page-width.ts";
import { publishCar } from "./published-car.ts";

test("on a phone the prices of all cars can be raised, and the page is not wider than the screen", async ({
  page,
  request,
}) => {
  await registerDealer(page, request);
  const cars = [
    await publishCar(page, { price: 13_900, model: "Sandero" }),
    await publishCar(page, { price: 8_000 }),
  ];
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/my-publishings");
  await page.getByRole("button", { name: "Zgjidh disa" }).tap();
  for (const { id } of cars) {
    const tick = page.locator(`[data-car="${id}"] label`, { has: page.getByRole("checkbox") });
    const box = await tick.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), "what a thumb hits").toBeGreaterThanOrEqual(44);
    await tick.tap();
  }
  const bar = page.getByRole("region", { name: "Veprimet për veturat e zgjedhura" });
  await expect(bar).toContainText("2 vetura të zgjedhura");
  await expect(bar).toBeInViewport({ ratio: 1 });
  await bar.getByRole("button", { name: "Ndrysho çmimin" }).tap();
  const dialog = page.getByRole("dialog", { name: "Ndrysho çmimin" });
  await dialog.getByLabel("Çmimi").selectOption("up");
  await dialog.getByLabel("Me sa").fill("3");
  await expect(dialog.locator(`[data-preview="${cars[0]?.id ?? ""}"]`)).toContainText("14.300 €");
  await expectFitsWidth(page);
  await dialog.getByRole("button", { name: "Ruaj çmimet (2)" }).tap();
  await expect(page.locator(`[data-car="${cars[1]?.id ?? ""}"]`)).toContainText("8.250 €");
});
