import type { Page } from "@playwright/test";
import { equipmentMessages } from "#domain/messages/equipment.ts";
import { expect, test } from "./fixtures.ts";
import { waitForReturn, waitForCardPage } from "./paying.ts";
import { registerAccount } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";
import { addPhotos, choose, fillCar } from "./selling.ts";

const field = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
const addNew = (page: Page) => page.locator("[role=option]", { hasText: "Përdor «" });

test.describe("the model picker on a phone", () => {
  test("«golf 7» in the brand's field chooses Volkswagen and Golf and offers the years of the seventh", async ({
    page,
  }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    const brand = field(page, "Marka");
    await brand.click();
    await brand.fill("golf 7");
    const first = page.locator("[role=option]").first();
    await expect(first).toContainText("Volkswagen Golf");
    await expect(first).toContainText("2012–2021");
    await first.click();
    await expect(brand).toHaveValue("Volkswagen");
    await expect(field(page, "Modeli")).toHaveValue("Golf");
    const year = page.getByLabel("Viti", { exact: true });
    await expect(year).toHaveValue("");
    await page.getByRole("button", { name: "2016", exact: true }).click();
    await expect(year).toHaveValue("2016");
    await page.getByRole("button", { name: "Hatchback", exact: true }).click();
    await expect(page.getByLabel("Tipi")).toHaveValue("Hatchback");
  });

  test("with the brand chosen the keyboard alone finds «320d» and fills in its fuel", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    await choose(page, "Marka", "bm", "BMW");
    const model = field(page, "Modeli");
    await model.focus();
    await page.keyboard.type("320d");
    await expect(page.locator("[role=option]").first()).toContainText("3 Series");
    await page.keyboard.press("Enter");
    await expect(model).toHaveValue("3 Series");
    await expect(page.getByLabel("Karburanti")).toHaveValue("Diesel");
  });

  test("what the person entered stays when a model is chosen", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    await page.getByLabel("Viti", { exact: true }).fill("2011");
    await page.getByLabel("Karburanti").selectOption("Benzinë");
    const brand = field(page, "Marka");
    await brand.fill("passat b6 2.0 tdi");
    await page.locator("[role=option]", { hasText: "Volkswagen Passat" }).first().click();
    await expect(field(page, "Modeli")).toHaveValue("Passat");
    await expect(page.getByLabel("Viti", { exact: true })).toHaveValue("2011");
    await expect(page.getByLabel("Karburanti")).toHaveValue("Benzinë");
  });

  test("a new model is offered only if nothing similar is found", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    await choose(page, "Marka", "volks", "Volkswagen");
    const model = field(page, "Modeli");
    await model.fill("Golf 7");
    await expect(page.locator("[role=option]").first()).toContainText("Golf");
    await expect(addNew(page)).toHaveCount(0);
    await model.fill("Kübelwagen");
    await expect(addNew(page)).toHaveText("Përdor «Kübelwagen»");
  });
});

test("the brands that most people sell come first in the picker", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/add-car");
  await field(page, "Marka").click();
  await expect(page.locator("[role=option]").first()).toHaveText("Volkswagen");
  await expect(page.locator("[role=option]").nth(1)).toHaveText("Mercedes-Benz");
});

test("the largest towns are one tap each, and a chosen one can be changed by typing", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/add-car");
  const towns = page.getByRole("group", { name: "Qytetet më të mëdha" });
  await expect(towns.getByRole("button").first()).toHaveText("Prishtinë");
  await towns.getByRole("button", { name: "Gjakovë" }).tap();
  await expect(field(page, "Lokacioni")).toHaveValue("Gjakovë");
  await expect(towns.getByRole("button", { name: "Gjakovë" })).toHaveAttribute("aria-pressed", "true");
  await choose(page, "Lokacioni", "klin", "Klinë");
  await expect(towns.getByRole("button", { pressed: true })).toHaveCount(0);
});

test("customs and registration are in the form's main part", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/add-car");
  await expect(page.getByLabel("Dogana")).toBeVisible();
  await expect(page.getByLabel("E regjistruar deri më")).toBeVisible();
});

test("the power can be typed in PS and is stored in kW", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/add-car");
  await page.getByText("Më shumë detaje").click();
  await page.getByRole("button", { name: "Shkruaj në PS" }).click();
  const power = page.getByLabel("Fuqia");
  await power.fill("150");
  await power.blur();
  await expect(power).toHaveValue("150");
  await page.getByRole("button", { name: "Shkruaj në kW" }).click();
  await expect(power).toHaveValue("110");
});

test("extras chosen on /pricing survive going back to the form and a reload", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/add-car");
  await fillCar(page, { price: "6400" });
  await addPhotos(page, 1);
  await page.getByRole("button", { name: "Vazhdo te çmimi" }).click();
  await page.getByRole("switch").check();
  await page.getByRole("slider").fill("7");
  await expect(page.getByTestId("pricing-total")).toHaveText("$17");
  await page.goBack();
  await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("6.400");
  await page.getByLabel("Çmimi", { exact: true }).fill("6300");
  await page.getByRole("button", { name: "Vazhdo te çmimi" }).click();
  await expect(page.getByTestId("pricing-total")).toHaveText("$17");
  await page.reload();
  await expect(page.getByTestId("pricing-total")).toHaveText("$17");
});

test("extras chosen for a paid car survive each way back from the card page", async ({ page, baseURL }) => {
  test.slow();
  await registerAndPublishCar(page);
  await page.goto("/add-car");
  await fillCar(page, { price: "6400" });
  await addPhotos(page, 1);
  await page.getByRole("button", { name: "Vazhdo te çmimi" }).click();
  await page.getByRole("switch").check();
  await page.getByRole("slider").fill("7");
  const total = page.getByTestId("pricing-total");
  await expect(total).toHaveText("$20");
  const pay = page.getByRole("button", { name: /^Vazhdo te pagesa/ });
  await pay.click();
  await waitForCardPage(page, baseURL);
  await page.goBack();
  await waitForReturn(page, "/pricing");
  await expect(total).toHaveText("$20");
  await page.goForward();
  await pay.or(page.getByLabel("Numri i kartelës")).click();
  await waitForCardPage(page, baseURL);
  await page.getByRole("link", { name: "Kthehu" }).click();
  await waitForReturn(page, "/payment/failed");
  await page.locator("main").getByRole("link", { name: "Vazhdoni shpalljen" }).click();
  await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("6.400");
  await page.getByRole("button", { name: "Vazhdo te çmimi" }).click();
  await expect(total).toHaveText("$20");
});

test("a guest's «Shit» leads through registration to the sell form", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Shit", exact: true }).click();
  await expect(page).toHaveURL(/\/register\?next=%2Fadd-car/);
  await page.goto("/");
  await page.getByRole("button", { name: "Hap menynë" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Shit", exact: true }).click();
  await expect(page).toHaveURL(/\/register\?next=%2Fadd-car/);
});

test("a published car can be seen, shared and copied into a new draft without photos", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/add-car");
  await fillCar(page, { price: "6400", description: "Pa asnjë defekt" });
  await addPhotos(page, 1);
  await page.getByRole("button", { name: "Vazhdo te çmimi" }).click();
  await page.getByRole("button", { name: "Publiko falas" }).click();
  await expect(page).toHaveURL(/\/my-publishings/);
  const done = page.getByRole("region", { name: "Vetura juaj është publike" });
  await expect(done.getByRole("link", { name: "Shiko veturën" })).toHaveAttribute("href", /^\/car\//);
  await expect(done.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/\?text=.*%2Fcar%2F/,
  );
  await expect(done.getByRole("link", { name: "Viber" })).toHaveAttribute(
    "href",
    /^viber:\/\/forward\?text=/,
  );
  await expect(done.getByRole("link", { name: "Facebook" })).toBeVisible();
  await expect(done.getByRole("button", { name: "Kopjo lidhjen" })).toBeVisible();
  await expect(done.getByRole("link", { name: "Printo fletën" })).toHaveAttribute("href", /\/sheet$/);

  await page.getByRole("button", { name: /^Më shumë/ }).click();
  await page.getByRole("link", { name: "Kopjo", exact: true }).click();
  await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("6.400");
  await expect(field(page, "Modeli")).toHaveValue("Octavia Combi");
  await expect(page.getByLabel(/^Përshkrimi/)).toHaveValue("Pa asnjë defekt");
  await expect(page.locator("[data-photo-state]")).toHaveCount(0);
});

test("a copied car has the equipment of the original, but not its reference", async ({ page }) => {
  await registerAndPublishCar(page, { reference: "A-1", equipment: ["towbar", "esp"] });
  await page.goto("/my-publishings");
  await page.getByRole("button", { name: /^Më shumë/ }).click();
  await page.getByRole("link", { name: "Kopjo", exact: true }).click();
  await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("13.900");
  await expect(page.locator("summary", { hasText: equipmentMessages.heading })).toContainText(
    equipmentMessages.chosen(2),
  );
  await expect(page.getByLabel(/^Referenca/)).toHaveValue("");
});

test("the next car's form has the town and the contact of the last one", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/add-car");
  await fillCar(page, { price: "6400" });
  await page.getByLabel("Telefoni").fill("049 222 333");
  await addPhotos(page, 1);
  await page.getByRole("button", { name: "Vazhdo te çmimi" }).click();
  await page.getByRole("button", { name: "Publiko falas" }).click();
  await expect(page).toHaveURL(/\/my-publishings/);
  await page.goto("/add-car");
  await expect(field(page, "Lokacioni")).toHaveValue("Gjilan");
  await expect(page.getByLabel("Telefoni")).toHaveValue(/49 222 333/);
  await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("");
});
