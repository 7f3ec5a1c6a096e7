import { heicFile } from "#testing/heic.ts";
import { expect, test } from "./fixtures.ts";
import { registerDealer } from "./dealers.ts";
import { registerAccount, signIn } from "./people.ts";
import { publishCar } from "./published-car.ts";
import { addPhotos, choose, fillCar, photoInput, smallPicture, uploadedPhotos } from "./selling.ts";

const next = { name: "Vazhdo te çmimi" };

test.describe("the car form (specification.md#sell-form)", () => {
  test("an empty sell form reports every required field, the first one as a toast with focus", async ({
    page,
  }) => {
    await registerAccount(page);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/me/status", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/add-car");
    // The fee appears late and must not shift the layout.
    const form = page.locator("main form");
    await expect(page.getByTestId("fee")).toHaveText("");
    const place = await form.boundingBox();
    release();
    await expect(page.getByTestId("fee")).toHaveText("Vetura juaj e parë është falas.");
    expect((await form.boundingBox())?.y).toBe(place?.y);
    await page.getByLabel("Emri i shitësit").fill("");
    await page.getByLabel("Telefoni").fill("");
    await page.getByRole("button", next).click();
    for (const complaint of [
      "Marka është e detyrueshme",
      "Modeli është i detyrueshëm",
      "Tipi është i detyrueshëm",
      "Çmimi është i detyrueshëm",
      "Kilometrazha është e detyrueshme",
      "Karburanti është i detyrueshëm",
      "Lokacioni është i detyrueshëm",
      "Të paktën një foto është e detyrueshme",
      "Emri i shitësit është i detyrueshëm",
      "Telefoni është i detyrueshëm",
    ]) {
      await expect(form.getByText(complaint)).toBeVisible();
    }
    await expect(page.locator("[data-sonner-toast]", { hasText: "Marka është e detyrueshme" })).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Marka", exact: true })).toBeFocused();
  });

  test("the sell form reports a price below 1000 € and a mileage that is no number", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    await fillCar(page, { price: "999" });
    await page.getByLabel("Kilometrazha").fill("shumë");
    await page.getByLabel("Viti", { exact: true }).fill("1989");
    await page.getByRole("button", next).click();
    const form = page.locator("main form");
    await expect(form.getByText("Çmimi duhet të jetë të paktën 1000€")).toBeVisible();
    await expect(form.getByText("Kilometrazha duhet të jetë një numër pozitiv")).toBeVisible();
    await expect(form.getByText(/^Viti duhet të jetë nga 1990 deri në \d{4}$/)).toBeVisible();
    await expect(page.getByLabel("Viti", { exact: true })).toBeFocused();
  });

  test("the optional details stay open while their only fact is corrected", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    await page.getByText("Më shumë detaje").click();
    const power = page.getByLabel(/^Fuqia/);
    await power.press("1");
    await power.press("Backspace");
    await expect(power).toHaveValue("");
    await expect(power).toBeFocused();
    await expect(power).toBeVisible();
  });

  test("changing the brand empties the model, and an unknown model may be typed", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    const model = page.getByRole("combobox", { name: "Modeli", exact: true });
    await expect(model).toBeDisabled();
    await choose(page, "Marka", "volks", "Volkswagen");
    await choose(page, "Modeli", "golf", "Golf");
    await choose(page, "Marka", "aud", "Audi");
    await expect(model).toHaveValue("");
    await model.fill("Quattro Sprint");
    await page.locator("[role=option]", { hasText: "Përdor «Quattro Sprint»" }).click();
    await expect(model).toHaveValue("Quattro Sprint");
  });

  test("the sell form refuses a file that is no picture with its reason and can remove it", async ({
    page,
  }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    await photoInput(page).setInputFiles({
      name: "foto.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("kjo nuk është foto"),
    });
    const failed = page.getByRole("region", { name: "Këto foto nuk u ngarkuan dhe nuk zënë vend" });
    await expect(failed.getByText("foto.jpg")).toBeVisible();
    await expect(failed.getByRole("alert")).not.toBeEmpty();
    await expect(page.getByText(/^\d+ nga 10$/)).toHaveText("0 nga 10");
    await page.getByRole("button", { name: "Hiq foto.jpg" }).click();
    await expect(page.locator("[data-photo-state]")).toHaveCount(0);
  });

  test("the sell form keeps all input over a reload and the way to /pricing and back", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    await fillCar(page, { price: "6400", description: "Me çmim të mirë" });
    await addPhotos(page, 1);
    await expect(page.getByText("Drafti u ruajt në këtë pajisje")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("6.400");
    await expect(uploadedPhotos(page)).toHaveCount(1);
    await page.getByRole("button", next).click();
    await expect(page.getByTestId("pricing-total")).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("6.400");
    await expect(page.getByLabel(/^Përshkrimi/)).toHaveValue("Me çmim të mirë");
    await page.getByRole("button", { name: "Fillo nga e para" }).click();
    await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("");
  });

  test("an ended session keeps the sell form's input and returns to it after signing in", async ({
    page,
    context,
  }) => {
    const person = await registerAccount(page);
    await page.goto("/add-car");
    await fillCar(page, { price: "5100" });
    await expect(page.getByText("Drafti u ruajt në këtë pajisje")).toBeVisible();
    await context.clearCookies();
    await page.evaluate(() => localStorage.removeItem("authToken"));
    await page.evaluate(() => localStorage.removeItem("authUser"));
    await page.reload();
    await expect(page).toHaveURL(/\/register\?next=%2Fadd-car/);
    await page.locator("main").getByRole("link", { name: "Hyr" }).click();
    await signIn(page, person);
    await expect(page.getByRole("heading", { name: "Shit Veturën Tënde" })).toBeVisible();
    await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("5.100");
  });
});

test("the focus goes to the next photo when one is removed, and to the button for more after the last", async ({
  page,
}) => {
  await registerAccount(page);
  await page.goto("/add-car");
  await addPhotos(page, 2);
  await page.getByRole("button", { name: "Hiq foton 1" }).press("Enter");
  await expect(page.locator("[data-photo-state]")).toBeFocused();
  await page.getByRole("button", { name: "Hiq foton 1" }).press("Enter");
  await expect(page.getByRole("button", { name: "Shto foto" })).toBeFocused();
});

test("the sell form warns if the main photo is too small or too wide for a card, and offers another", async ({
  page,
}) => {
  await registerAccount(page);
  await page.goto("/add-car");
  const tiny = "Fotoja është shumë e vogël: 40 × 30. Në kartë do të duket e turbullt.";
  await photoInput(page).setInputFiles(await smallPicture(1, { width: 40, height: 30 }));
  await expect(page.getByText(tiny)).toBeVisible();
  await photoInput(page).setInputFiles(await smallPicture(2, { width: 1600, height: 100 }));
  await expect(uploadedPhotos(page)).toHaveCount(2);
  // Only a photo that shows the car is offered.
  const hint = page.getByRole("status").filter({ hasText: "Fotoja është" });
  await expect(hint.getByRole("button")).toHaveCount(0);
  await photoInput(page).setInputFiles(await smallPicture(3));
  await hint.getByRole("button", { name: "Bëje foton 3 kryesore" }).click();
  await expect(hint).toHaveCount(0);
  // A photo does not move; as the main photo it gets a hint why it is unsuitable.
  await page.getByRole("button", { name: "Bëje foton 3 kryesore" }).click();
  await expect(hint).toContainText("Fotoja është shumë e zgjatur: 1600 × 100.");
});

test.describe("photos on a bad line", () => {
  // The browser logs every failed request to the console.
  test.use({ expectedErrors: [/net::ERR_(?:CONNECTION_RESET|FAILED)/] });

  test("an interrupted photo upload is tried again without losing the form", async ({ page }) => {
    await registerAccount(page);
    let broken = 0;
    await page.route("**/api/photos", async (route) => {
      broken += 1;
      if (broken === 1) await route.abort("connectionreset");
      else await route.continue();
    });
    await page.goto("/add-car");
    await fillCar(page, { price: "12500" });
    await photoInput(page).setInputFiles(await smallPicture());
    await expect(page.getByText("Lidhja u ndërpre. Fotoja nuk u ngarkua.")).toBeVisible();
    await page.getByRole("button", { name: "Provo përsëri: foto-1.jpg" }).click();
    await expect(uploadedPhotos(page)).toHaveCount(1, { timeout: 60_000 });
    await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("12.500");
    await page.getByRole("button", next).click();
    await expect(page.getByTestId("pricing-total")).toBeVisible();
  });

  test("the sell form ignores files after the tenth photo and disables the button", async ({ page }) => {
    await registerAccount(page);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/photos", async (route) => {
      await held;
      await route.abort();
    });
    await page.goto("/add-car");
    const files = Array.from({ length: 12 }, (_, index) => ({
      name: `${index}.jpg`,
      mimeType: "image/jpeg",
      buffer: Buffer.from("x"),
    }));
    await photoInput(page).setInputFiles(files);
    await expect(page.locator("[data-photo-state]")).toHaveCount(10);
    await expect(page.getByRole("button", { name: "Shto foto" })).toBeDisabled();
    await expect(photoInput(page)).toHaveAttribute("multiple");
    await expect(page.locator("[data-photo-state]").first()).toContainText("Kryesore");
    // A failed upload shows its file name and frees its place.
    release();
    await expect(page.getByRole("button", { name: "Shto foto" })).toBeEnabled();
    await expect(page.locator("[data-photo-state=failed]").first()).toContainText(/\d\.jpg/);
  });
});

test.describe("HEIC, the format of iPhones", () => {
  test("a HEIC photo is shown as the server's picture and published", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    await fillCar(page, { price: "12500" });
    await photoInput(page).setInputFiles({
      name: "IMG_0001.HEIC",
      mimeType: "image/heic",
      buffer: heicFile("four-colours"),
    });
    await expect(uploadedPhotos(page)).toHaveCount(1, { timeout: 60_000 });
    const picture = uploadedPhotos(page).getByRole("img", { name: "Foto 1" });
    await expect(picture).toHaveAttribute("src", /^\/photos\//);
    await expect(picture).toHaveJSProperty("naturalWidth", 240);
    await page.getByRole("button", next).click();
    await expect(page.getByTestId("pricing-total")).toBeVisible();
  });

  test("the file picker accepts HEIC if the system does not convert it", async ({ page }) => {
    await registerAccount(page);
    await page.goto("/add-car");
    await expect(photoInput(page)).toHaveAttribute("accept", /image\/jpeg,.*\.heic/);
  });

  test.describe("on an iPhone", () => {
    test.use({
      userAgent:
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    });

    test("the file picker on an iPhone does not accept HEIC, so that the phone converts to JPEG", async ({
      page,
    }) => {
      await registerAccount(page);
      await page.goto("/add-car");
      await expect(photoInput(page)).toHaveAttribute("accept", "image/jpeg,image/png,image/webp,image/avif");
    });
  });
});

test.describe("brands and models that cannot be loaded", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("the sell form falls back to built-in brands and models and reloads the server's on request", async ({
    page,
  }) => {
    await registerAccount(page);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/car-models/**", async (route) => {
      await held;
      await route.fulfill({ status: 500, body: "" });
    });
    await page.goto("/add-car");
    const brand = page.getByRole("combobox", { name: "Marka", exact: true });
    await expect(brand).toHaveAttribute("placeholder", "Duke ngarkuar markat…");
    await expect(page.getByRole("button", next)).toBeDisabled();
    release();
    const alert = page.locator("main").getByRole("alert");
    await expect(alert).toContainText("Nuk mund të ngarkohen markat e veturave. Ju lutem provoni përsëri.");
    await choose(page, "Marka", "skod", "Škoda");
    await choose(page, "Modeli", "octavia co", "Octavia Combi");
    // The built-in lists fill the form, but the next step needs the server's lists (docs/decisions/0008).
    await expect(page.getByRole("button", next)).toBeDisabled();
    const reload = page.getByRole("button", { name: "Ringarko" });
    await reload.last().click();
    await expect(page.getByText("Gabim i papritur në ngarkimin e të dhënave")).toBeVisible();
    await page.unroute("**/api/car-models/**");
    await page.route("**/api/car-models/models**", (route) => route.fulfill({ status: 500, body: "" }));
    await reload.first().click();
    await expect(alert).toContainText("Gabim në ngarkimin e modeleve për Škoda. Ju lutem provoni përsëri.");
    await expect(page.getByRole("button", next)).toBeDisabled();
    await page.unroute("**/api/car-models/models**");
    await reload.first().click();
    await expect(page.getByText("Të dhënat u ngarkuan me sukses!")).toBeVisible();
    await expect(alert).toHaveCount(0);
    await expect(page.getByRole("button", next)).toBeEnabled();
    await expect(page.getByRole("combobox", { name: "Modeli", exact: true })).toHaveValue("Octavia Combi");
  });
});

test("a wrong or taken reference is reported at its field, and the edit form shows the reference", async ({
  page,
  request,
}) => {
  await registerDealer(page, request);
  await publishCar(page, { reference: "A-1" });
  await page.goto("/add-car");
  await fillCar(page, { price: "6400" });
  await addPhotos(page, 1);
  const field = page.getByLabel(/^Referenca/);
  await expect(field).toBeHidden();
  await page.getByText("Më shumë detaje").click();
  await field.fill("A 1");
  await page.getByRole("button", next).click();
  const place = page.locator('[data-field="reference"]');
  await expect(place.getByText(/^Referenca mund të ketë 1 deri në 40/)).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill("A-1");
  await page.getByRole("button", next).click();
  // Only the server knows the owner's other references; its error leads back to the field.
  await page.getByRole("button", { name: "Publiko", exact: true }).click();
  await expect(page).toHaveURL(/\/add-car$/);
  await expect(place.getByText("Një veturë tjetër e juaja e ka këtë referencë")).toBeVisible();
  await expect(field).toBeFocused();
  await expect(page.getByLabel("Çmimi", { exact: true })).toHaveValue("6.400");
  await field.fill("A-2");
  await page.getByRole("button", next).click();
  await page.getByRole("button", { name: "Publiko", exact: true }).click();
  await expect(page).toHaveURL(/\/car\/[0-9a-f-]{36}$/);

  const edit = `/edit-car/${page.url().split("/").at(-1) ?? ""}`;
  await page.goto(edit);
  await expect(field).toHaveValue("A-2");
  await field.fill("A-1");
  await page.getByRole("button", { name: "Ruaj ndryshimet" }).click();
  await expect(place.getByText("Një veturë tjetër e juaja e ka këtë referencë")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill("");
  await page.getByRole("button", { name: "Ruaj ndryshimet" }).click();
  await expect(page).toHaveURL(/\/my-publishings$/);
  await page.goto(edit);
  await page.getByText("Më shumë detaje").click();
  await expect(field).toHaveValue("");
});

test("/pricing and /checkout without a car lead to the sell form, with a message", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/pricing");
  await expect(page).toHaveURL(/\/add-car/);
  await page.goto("/checkout");
  await expect(page.getByText("Të dhënat e çmimit mungojnë")).toBeVisible();
  await expect(page).toHaveURL(/\/add-car/);
});

test("/edit-car reports a missing car and leads back to /my-publishings", async ({ page }) => {
  await registerAccount(page);
  await page.goto("/edit-car/01a1fc5e-4563-756b-9681-90e8125c0f72");
  await expect(page.getByRole("heading", { name: "Vetura nuk u gjet" })).toBeVisible();
  await page.getByRole("link", { name: "Kthehu tek shitjet e mia" }).click();
  await expect(page.getByRole("heading", { name: "Shitjet e Mia" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Publiko Veturën e Parë" })).toBeVisible();
});
