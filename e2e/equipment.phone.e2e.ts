import { equipmentLabels as labels, equipmentMessages as text } from "#domain/messages/equipment.ts";
import { searchFilterMessages } from "#domain/messages/search-filters.ts";
import { sellMessages } from "#domain/messages/sell.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { registerAccount } from "./people.ts";
import { registerAndPublishCar } from "./published-car.ts";

test("equipment is found by its name and chosen by a tap in the sell form, and the draft keeps it", async ({
  page,
}) => {
  await registerAccount(page);
  await page.goto("/add-car");
  const heading = page.locator("summary", { hasText: text.heading });
  await expect(heading).toContainText(text.hint);
  const chip = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(chip(labels.airbags)).toHaveCount(0);
  await heading.tap();
  const box = page.getByRole("searchbox", { name: text.search });
  await box.fill("KAME");
  await expect(chip(labels.airbags)).toHaveCount(0);
  await chip(labels.rearCamera).tap();
  await expect(chip(labels.rearCamera)).toHaveAttribute("aria-pressed", "true");
  await box.press("Enter");
  await expect(page.getByRole("heading", { name: sellMessages.titleAdd })).toBeVisible();
  await box.fill("raketa");
  await expect(page.getByText(text.noneNamed)).toBeVisible();
  await box.fill("");
  await chip(labels.towbar).tap();
  await chip(labels.esp).tap();
  await chip(labels.esp).tap();
  await expect(heading).toContainText(text.chosen(2));
  await expectAccessible(page);

  await expect(page.getByText(sellMessages.draftSaved)).toBeVisible();
  await page.reload();
  await expect(heading).toContainText(text.chosen(2));
  for (const one of [labels.rearCamera, labels.towbar])
    await expect(chip(one)).toHaveAttribute("aria-pressed", "true");
  await expect(chip(labels.esp)).toHaveAttribute("aria-pressed", "false");
});

test("a car's page shows its equipment in groups, and the edit form has it selected", async ({ page }) => {
  const { id } = await registerAndPublishCar(page, { equipment: ["airbags", "panoramicRoof", "towbar"] });
  await page.goto(`/car/${id}`);
  const section = page.getByRole("region", { name: text.heading });
  await expect(section.getByRole("term")).toHaveText([text.groups.safety, text.groups.outside]);
  await expect(section.getByRole("listitem")).toHaveText([
    labels.airbags,
    labels.panoramicRoof,
    labels.towbar,
  ]);
  await expectAccessible(page);
  await page.goto(`/edit-car/${id}`);
  await page.getByRole("button", { name: labels.towbar, exact: true }).tap();
  await page.getByRole("button", { name: sellMessages.save }).tap();
  await expect(page).toHaveURL(/my-publishings/);
  await page.goto(`/car/${id}`);
  await expect(section.getByRole("listitem")).toHaveText([labels.airbags, labels.panoramicRoof]);
});

test("two equipment filters narrow the search to the count shown at the second one", async ({ page }) => {
  await page.goto("/search?equipment=leatherSeats");
  await page.getByRole("button", { name: /Filtrat/ }).tap();
  const sheet = page.getByRole("dialog");
  const group = sheet.getByRole("group", { name: text.heading });
  await group.getByRole("button", { name: /Shfaq edhe/ }).tap();
  await group.getByRole("searchbox", { name: searchFilterMessages.searchIn(text.heading) }).fill("panor");
  const option = group.locator("label", { hasText: labels.panoramicRoof });
  const count = await option.locator("small").textContent();
  await option.tap();
  await expect(sheet.getByRole("button", { name: `Shfaq ${count} vetura` })).toBeVisible();
  await expect(page).toHaveURL(/equipment=leatherSeats,panoramicRoof/);
});
