import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";

test("a dealer enters a stock feed's address, sees an error at its field, and removes the address", async ({
  page,
  request,
}) => {
  await registerDealer(page, request);
  await page.goto("/autosallon-dashboard/imports");
  const address = page.getByLabel("Adresa e skedarit");
  const save = page.getByRole("button", { name: "Ruaje dhe merre tani" });
  await save.click();
  await expect(page.getByText("Adresa është e detyrueshme")).toBeVisible();
  await expect(address).toBeFocused();
  await address.fill("http://stoku.example/stoku.csv");
  await save.click();
  await expect(page.getByRole("alert").getByText("Adresa duhet të fillojë me https://.")).toBeVisible();

  await address.fill("https://stoku.example/stoku.csv");
  await page.getByLabel("Sa shpesh").selectOption("Çdo 6 orë");
  await page.getByLabel("Arkivo veturat që nuk janë më në skedar").check();
  await save.click();
  await expect(page.getByText("Adresa u ruajt.")).toBeVisible();
  await page.reload();
  await expect(address).toHaveValue("https://stoku.example/stoku.csv");
  await expect(page.getByLabel("Sa shpesh")).toHaveValue("6");
  await expect(page.getByLabel("Arkivo veturat që nuk janë më në skedar")).toBeChecked();
  await page.getByRole("button", { name: "Hiqe adresën" }).click();
  await expect(address).toHaveValue("");
});
