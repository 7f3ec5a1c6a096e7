import { z } from "zod";
import { expect, rowOf, search, shownSection, test } from "./admin.ts";
import { publishCar } from "./published-car.ts";

const searchLabel = "Kërko vetura...";

// Long tests, slow on a loaded machine.
test.describe.configure({ timeout: 240_000 });

test("an admin searches, views, edits, marks as sold and deletes a car (specification.md#admin)", async ({
  adminPage: page,
  somebody,
}) => {
  const owner = await somebody();
  const { id } = await publishCar(owner);
  await page.goto("/admin?tab=cars");
  const table = page.getByRole("region", { name: "Veturat" });
  for (const column of ["Vetura", "Çmimi", "Pronari", "Statusi", "Data", "Veprime"])
    await expect(table.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  await expect(shownSection(page)).toHaveText(/^Veturat \([\d.]+\)$/);

  await search(page, searchLabel, owner.person.email);
  await expect(page.getByText(/^Gjetur 1 nga [\d.]+ vetura$/)).toBeVisible();
  const row = rowOf(page, id);
  for (const text of [
    "Dacia Duster",
    "2019 • 84.000 km • Diesel",
    "13.900 €",
    "Arta Krasniqi",
    owner.person.email,
  ])
    await expect(row).toContainText(text);
  await expect(row.getByText("Aktive", { exact: true })).toBeVisible();
  await expect(row.getByText(/^\d\d\.\d\d\.\d{4}$/).last()).toBeVisible();

  await row.getByRole("button", { name: /^Shiko Dacia Duster/ }).click();
  const details = page.getByRole("dialog", { name: "Detajet e Veturës" });
  for (const text of ["Istog", "SUV", "Pronari", owner.person.email, "Data e regjistrimit"])
    await expect(details).toContainText(text);
  await page.keyboard.press("Escape");

  // Hiding and permanent deletion have different words and are never offered side by side.
  await expect(row.getByRole("button", { name: /publiku/ })).toHaveCount(0);
  await row.getByRole("button", { name: /^Shiko Dacia Duster/ }).click();
  await expect(details.getByRole("button", { name: /^Fshi/ })).toHaveCount(0);
  await details.getByRole("button", { name: "Hiqe nga publiku" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Arsyeja").fill("Fotot janë të një veture tjetër.");
  await question.getByRole("button", { name: "Hiqe nga publiku" }).click();
  await expect(row.getByText("E hequr nga publiku", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: /^Shiko Dacia Duster/ }).click();
  await details.getByRole("button", { name: "Shfaqe përsëri" }).click();
  // A reason applies to one write only.
  await expect(question.getByLabel("Arsyeja")).toHaveValue("");
  await question.getByRole("button", { name: "Shfaqe përsëri" }).click();
  await expect(row.getByText("E hequr nga publiku", { exact: true })).toBeHidden();

  await row.getByRole("button", { name: /^Edito Dacia Duster/ }).click();
  const form = page.getByRole("dialog", { name: "Editoni Veturën" });
  for (const [label, value] of [
    ["Marka", "Dacia"],
    ["Modeli", "Duster"],
    ["Viti", "2019"],
    ["Çmimi (€)", "13.900"],
    ["Kilometrazhi", "84.000"],
    ["Lokacioni", "Istog"],
    ["Lloji i Karburantit", "Diesel"],
    ["Lloji i Veturës", "SUV"],
  ] as const)
    await expect(form.getByLabel(label, { exact: true })).toHaveValue(value);
  const save = form.getByRole("button", { name: "Ruaj Ndryshimet" });
  await form.getByLabel("Modeli").fill("");
  await form.getByLabel("Viti").fill("1980");
  await form.getByLabel("Çmimi (€)").fill("500");
  await form.getByLabel("Kilometrazhi").fill("shumë");
  await save.click();
  for (const complaint of [
    "Modeli është i detyrueshëm",
    /^Viti duhet të jetë nga 1990 deri në \d{4}$/,
    "Çmimi duhet të jetë të paktën 1000€",
    "Kilometrazha duhet të jetë një numër pozitiv",
  ])
    await expect(form.getByText(complaint)).toBeVisible();
  await form.getByLabel("Modeli").fill("Sandero");
  await form.getByLabel("Viti").fill("2020");
  await form.getByLabel("Çmimi (€)").fill("12 500");
  await form.getByLabel("Kilometrazhi").fill("85000");
  await form.getByLabel("E Shitur").check();
  await form.getByLabel("Arsyeja").fill("E dhanë gabim vitin.");
  await save.click();
  await expect(page.getByText("Vetura u përditësua me sukses", { exact: true })).toBeVisible();
  await expect(form).toBeHidden();
  for (const text of ["Dacia Sandero", "2020 • 85.000 km", "12.500 €", "E Shitur"])
    await expect(row).toContainText(text);

  await row.getByRole("button", { name: /^Fshi përgjithmonë: Dacia Sandero/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Anulo" }).click();
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: /^Fshi përgjithmonë: Dacia Sandero/ }).click();
  await question.getByLabel("Arsyeja").fill("Veturë e përsëritur.");
  await question.getByRole("button", { name: "Fshi përgjithmonë" }).click();
  await expect(row).toBeHidden();
  const audit = await page.request.get(`/api/admin/audit?q=${id}`);
  expect(
    z
      .object({ entries: z.array(z.object({ action: z.string(), after: z.looseObject({}) })) })
      .parse(await audit.json()).entries,
  ).toMatchObject([
    { action: "car.delete", after: { reason: "Veturë e përsëritur." } },
    { action: "car.update", after: { reason: "E dhanë gabim vitin.", model: "Sandero" } },
    { action: "car.show", after: { hidden: false } },
    { action: "car.hide", after: { reason: "Fotot janë të një veture tjetër." } },
  ]);
  const archive = await owner.request.get("/api/cars/archived");
  expect(await archive.json(), "an admin's deletion leaves nothing in the archive").toEqual([]);
});

test("an admin deletes selected cars and reads the admin's messages when a write fails", async ({
  adminPage: page,
  somebody,
}) => {
  const owner = await somebody();
  const { id } = await publishCar(owner);
  await page.goto(`/admin?tab=cars&owner=${owner.id}`);
  await expect(page.getByRole("button", { name: "Hiq: Veturat e: Arta Krasniqi" })).toBeVisible();
  const row = rowOf(page, id);

  // specification.md#admin: the page's own message if the server's answer has none.
  await page.route(`**/api/admin/cars/${id}`, (route) =>
    route.request().method() === "GET" ? route.continue() : route.fulfill({ status: 418 }),
  );
  await row.getByRole("button", { name: /^Edito/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Ruaj Ndryshimet" }).click();
  await expect(page.getByRole("dialog").getByText("Gabim gjatë përditësimit të veturës")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Anulo" }).click();
  await row.getByRole("button", { name: /^Fshi/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Fshi përgjithmonë" }).click();
  await expect(page.getByText("Gabim gjatë fshirjes së veturës")).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Anulo" }).click();
  await page.unroute(`**/api/admin/cars/${id}`);

  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Fshi të Zgjedhurat (1)" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Fshi përgjithmonë" }).click();
  await expect(page.getByRole("dialog", { name: "Rezultati i fshirjes" })).toContainText("U fshi 1 veturë.");
  expect((await page.request.get(`/api/admin/cars/${id}`)).status()).toBe(404);
});
