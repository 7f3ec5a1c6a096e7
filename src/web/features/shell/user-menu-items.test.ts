import { describe, expect, test } from "vitest";
import { userMenuItems } from "./user-menu-items.ts";

const user = {
  id: "u1",
  firstName: "Arta",
  lastName: "Krasniqi",
  email: "arta@example.com",
  emailVerified: true,
  phone: null,
  isDealer: false,
  isAdmin: false,
  stripeCustomerId: null,
  dealerSubscription: null,
  createdAt: "2026-01-01T00:00:00.000Z",
};
const labels = (of: typeof user) => userMenuItems(of).map((entry) => entry.label);

describe("the user menu (specification.md#navigation)", () => {
  test("a plain user may become a dealer and sees nothing of the administration", () => {
    expect(labels(user)).toEqual(["Profili", "Bëhu autosallon", "Shitjet e mia", "Të preferuarat"]);
  });

  test("an admin has a way to the administration", () => {
    expect(labels({ ...user, isAdmin: true })).toContain("Paneli i administratorit");
  });

  test.each([
    [{ isDealer: true }],
    [{ stripeCustomerId: "cus_1" }],
    [{ dealerSubscription: { active: false, expiresAt: null } }],
  ])("%j is a dealer's sign", (sign) => {
    expect(userMenuItems({ ...user, ...sign }).map((entry) => entry.label)).toContain(
      "Paneli i autosallonit",
    );
  });
});
