import { ownPageMessages } from "#domain/messages/dealer-page.ts";
import { expectAccessible } from "./axe.ts";
import { registerDealer } from "./dealers.ts";
import { expect, test } from "./fixtures.ts";

const { public: shown } = ownPageMessages;

const day = [{ from: "09:00", to: "18:00" }];
const hours = {
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: day,
  sunday: [],
};

test("on a phone one tap calls a dealer, and the page shows that it is closed on Sunday", async ({
  page,
  request,
}) => {
  const dealer = await registerDealer(page, request);
  const saved = await page.request.put("/api/dealer/page", {
    data: { address: null, phone: "044 010 101", hours },
  });
  expect(saved.status()).toBe(200);
  // A Sunday.
  await page.clock.install({ time: new Date("2026-11-22T11:00:00Z") });
  await page.goto(`/dealers/${dealer.id}`);
  const contact = page.getByRole("region", { name: shown.label });
  await expect(contact).toContainText("Mbyllur tani, hapet nesër në 9:00");
  const call = contact.getByRole("button", { name: shown.call });
  await expect(call).toBeInViewport();
  expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const asked = page.waitForRequest(/\/api\/dealers\/[^/]+\/contact$/);
  await call.tap();
  await asked;
  await expect(contact.getByRole("link", { name: "+383 44 010 101" })).toHaveAttribute(
    "href",
    "tel:+38344010101",
  );
  await contact.getByText(/^Mbyllur tani/).tap();
  await expect(contact.getByRole("table")).toBeVisible();
  await expectAccessible(page);
});
