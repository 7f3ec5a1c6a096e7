import { dealerHoursMessages } from "#domain/messages/dealer-hours.ts";
import { ownPageMessages } from "#domain/messages/dealer-page.ts";
import { expectAccessible, widths } from "./axe.ts";
import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";
import { publishCar } from "./published-car.ts";

const { form: text, public: shown, faults } = ownPageMessages;
const { day } = dealerHoursMessages;

test("a dealer fills in address, phone and hours, and everybody finds them on its page", async ({
  page,
  request,
  browser,
}) => {
  const dealer = await registerDealer(page, request);
  await publishCar(page);
  await page.goto("/autosallon-dashboard/page");
  const card = page.getByRole("region", { name: text.heading });
  await expect(card).toContainText(text.nothing);
  await card.getByRole("button", { name: text.edit }).click();
  const dayOf = (name: string) => card.getByRole("group", { name });
  const save = card.getByRole("button", { name: text.save });

  await card.getByLabel(text.address).fill("<b>Rr. Adem Jashari 1</b>");
  await card.getByLabel(text.phone).fill("044 abc");
  await card.getByRole("switch", { name: text.showHours }).check();
  const monday = dayOf(day("monday"));
  await monday.getByLabel(text.to, { exact: true }).selectOption("08:00");
  await save.click();
  await expect(card.getByText(ownPageMessages.addressInvalid)).toBeVisible();
  await expect(card.getByText("Numri i telefonit nuk është i vlefshëm")).toBeVisible();
  await expect(monday.getByText(faults.order)).toBeVisible();
  // Days that copy Monday show no error.
  await expect(card.getByText(faults.order)).toHaveCount(1);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  await card.getByLabel(text.address).fill("Rr. Adem Jashari 1");
  await card.getByLabel(text.phone).fill("044 010 101");
  await monday.getByLabel(text.to, { exact: true }).selectOption("18:00");
  await monday.getByRole("button", { name: text.addBreakTo(day("monday")) }).click();
  await expect(monday.getByLabel(text.toAgain)).toHaveValue("18:00");
  await dayOf(day("saturday"))
    .getByLabel(text.state(day("saturday")))
    .selectOption(text.states.open);
  await dayOf(day("saturday")).getByLabel(text.to, { exact: true }).selectOption("24:00");
  await save.click();
  await expect(page.getByText(text.saved).first()).toBeVisible();
  await expect(card.getByRole("row", { name: day("friday") })).toContainText("9:00–12:00, 13:00–18:00");
  await expect(card.getByRole("row", { name: day("saturday") })).toContainText("9:00–24:00");
  await expect(card.getByRole("row", { name: day("sunday") })).toContainText(dealerHoursMessages.closed);

  const visit = await browser.newContext({ serviceWorkers: "block" });
  const stranger = await visit.newPage();
  const address = `/dealers/${dealer.id}`;
  const source = await (await request.get(address)).text();
  expect(source).toMatch(/(?:Hapur|Mbyllur) tani/);
  expect(source).toContain('"openingHoursSpecification"');
  expect(source.replaceAll(/\D/g, "")).not.toContain("44010101");
  // A winter Tuesday, 11:59 in Kosovo.
  await stranger.clock.install({ time: new Date("2026-11-24T10:59:00Z") });
  await stranger.goto(address);
  const contact = stranger.getByRole("region", { name: shown.label });
  await expect(contact).toContainText("Hapur tani, deri në 12:00");
  await stranger.clock.fastForward("02:00");
  await expect(contact).toContainText("Mbyllur tani, hapet sot në 13:00");
  await contact.getByText(/tani/).click();
  const today = contact.getByRole("row", { name: day("tuesday") });
  await expect(today).toHaveAttribute("aria-current", "date");
  await expect(today).toContainText(dealerHoursMessages.today);
  const map = contact.getByRole("link", { name: shown.map });
  await expect(map).toHaveAttribute("href", /^https:\/\/www\.openstreetmap\.org\/search\?query=Rr\.%20Adem/);
  await expect(map).toHaveAttribute("rel", /noopener/);
  await contact.getByRole("button", { name: shown.call }).click();
  await expect(contact.getByRole("link", { name: "+383 44 010 101" })).toHaveAttribute(
    "href",
    "tel:+38344010101",
  );
  for (const width of widths) {
    await stranger.setViewportSize({ width, height: 900 });
    await expectAccessible(stranger);
  }
  await visit.close();
});

test("a dealer's page shows no phone, address and hours if they were never given", async ({
  page,
  request,
}) => {
  const dealer = await registerDealer(page, request);
  await page.goto(`/dealers/${dealer.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: shown.label })).toHaveCount(0);
});
