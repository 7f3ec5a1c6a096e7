import { z } from "zod";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { adminTariffMessages as text } from "#domain/messages/admin-tariffs.ts";
import { tariffMessages } from "#domain/messages/tariffs.ts";
import { expect, test } from "./admin.ts";
import { expectAccessible, widths } from "./axe.ts";

// Long tests, slow on a loaded machine. One after the other: each activates a tariff, and copies the active one.
test.describe.configure({ mode: "default", timeout: 240_000 });

const nextYear = new Date().getFullYear() + 1;

test("an admin copies the tariff, corrects refused values, reviews the changes and activates it", async ({
  adminPage: page,
  request,
}) => {
  await page.goto("/admin?tab=tariffs");
  const list = page.getByRole("list", { name: text.list });
  await list
    .getByRole("listitem")
    .filter({ hasText: text.statuses.active })
    .first()
    .getByRole("button", { name: new RegExp(text.copy) })
    .click();
  const differences = page.getByRole("region", { name: /^Ndryshimet nga tarifa aktive/ }).first();
  await expect(differences).toContainText(`01.01.${nextYear}`);

  // Errors are shown at their fields, and no input is lost.
  const line = (name: string) => page.locator(`[data-line="${name}"]`);
  const fee = line("Taksa rrugore").getByLabel(text.amount);
  await fee.fill("dhjetë");
  await page.getByRole("button", { name: text.save }).click();
  await expect(line("Taksa rrugore")).toContainText(tariffMessages.amountInvalid);
  await fee.fill("-40");
  await page.getByRole("button", { name: text.save }).click();
  await expect(line("Taksa rrugore")).toContainText(tariffMessages.amountNegative);
  await fee.fill("45,50");
  await line("Targat").getByLabel(text.amount).fill("12");
  await line("Akciza")
    .getByRole("button", { name: text.removeRow(10) })
    .click();
  await page.getByRole("button", { name: text.save }).click();
  await expect(line("Akciza")).toContainText(tariffMessages.tableHole(10, 3_001));
  await line("Akciza").getByRole("button", { name: text.addRow }).click();
  await line("Akciza").getByLabel(text.maxAge).last().fill("10");
  await line("Akciza").getByLabel(text.amount).last().fill("1.900");
  await expect(page.getByRole("button", { name: text.activate })).toBeDisabled();
  await page.getByRole("button", { name: text.save }).click();
  for (const [field, before, after] of [
    ["Taksa rrugore", "40 €", "45,50 €"],
    ["Targat", "nuk dihet", "12 €"],
    ["Akciza: deri në 10 vjet, çdo motor", "1.800 €", "1.900 €"],
  ] as const) {
    const row = differences.getByRole("row").filter({ hasText: field }).first();
    await expect(row).toContainText(before);
    await expect(row).toContainText(after);
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  await page.getByRole("button", { name: text.activate }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(dialog).toContainText(`31.12.${nextYear - 1}`);
  await dialog.getByRole("button", { name: text.activate }).click();
  await expect(page.getByText(text.activated)).toBeVisible();
  await expect(list.getByRole("listitem").filter({ hasText: `Nga 01.01.${nextYear}` })).toContainText(
    text.statuses.active,
  );
  await expect(
    list.getByRole("listitem").filter({ hasText: `01.01.2026 – 31.12.${nextYear - 1}` }),
  ).toBeVisible();
  const costs = await request.get(
    `/api/import-costs?price=10000&engineCc=1968&year=${nextYear - 5}&fuel=Diesel&date=${nextYear}-01-01`,
  );
  // 1,000 + 200 + 2,016 + 45.50 + 10 + 12
  expect(await costs.json()).toMatchObject({ known: 3_283.5, unknown: ["Regjistrimi", "Kontrolli teknik"] });

  // An active tariff is read-only and can be copied again.
  await list
    .getByRole("listitem")
    .filter({ hasText: `Nga 01.01.${nextYear}` })
    .getByRole("link")
    .click();
  await expect(page.getByText(text.readOnly)).toBeVisible();
  await expect(page.getByRole("button", { name: text.save })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(text.readOnly)).toBeVisible();
});

test("the second of two admins who edit the same tariff keeps the changes until the new data are asked for", async ({
  adminPage: page,
}, { retry }) => {
  const { tariffs } = z
    .object({ tariffs: z.array(z.looseObject({})) })
    .parse(await (await page.request.get("/api/admin/tariffs")).json());
  const terms = { ...tariffs[0], validFrom: `${nextYear + 5 + retry}-01-01`, validTo: null };
  const draft = await page.request.post("/api/admin/tariffs", { data: terms });
  expect(draft.status(), await draft.text()).toBe(201);
  const { id } = z.object({ id: z.string() }).parse(await draft.json());
  await page.goto(`/admin?tab=tariffs&tariff=${id}`);
  const source = page.getByRole("textbox", { name: text.title, exact: true });
  const save = page.getByRole("button", { name: text.save });
  await source.fill("Burimi im");
  // The other admin was faster.
  const other = await page.request.put(`/api/admin/tariffs/${id}`, { data: { ...terms, maxAgeYears: 9 } });
  expect(other.status(), await other.text()).toBe(200);
  await save.click();
  await expect(page.getByText(adminPageMessages.conflict.title)).toBeVisible();
  await expect(source).toHaveValue("Burimi im");
  await expect(save).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("button", { name: adminPageMessages.conflict.reload }).click();
  await expect(page.getByLabel(text.maxAgeYears)).toHaveValue("9");
  await expect(page.getByRole("button", { name: text.activate })).toBeEnabled();
  await source.fill("Burimi im");
  await save.click();
  await expect(page.getByText(text.saved)).toBeVisible();
  await expect(source).toHaveValue("Burimi im");
  await expect(page.getByRole("button", { name: text.activate })).toBeEnabled();
  // The other admin activates it meanwhile: it can't be saved any more, and what was typed stays in sight.
  await source.fill("Burimi tjetër");
  expect((await page.request.post(`/api/admin/tariffs/${id}/activate`)).status()).toBe(200);
  const reread = page.waitForResponse(
    (answer) => answer.url().endsWith(`/api/admin/tariffs/${id}`) && answer.request().method() === "GET",
  );
  await save.click();
  await reread;
  await expect(page.getByRole("heading", { name: new RegExp(`^${text.statuses.active}`) })).toBeVisible();
  await expect(source).toHaveValue("Burimi tjetër");
});
