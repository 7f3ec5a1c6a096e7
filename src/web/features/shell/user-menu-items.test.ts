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
  suspension: null,
  createdAt: "2026-01-01T00:00:00.000Z",
};
const labels = (of: typeof user) => userMenuItems(of).map((entry) => entry.label);

describe("the user menu (specification.md#navigation)", () => {
  test("the user menu offers a plain user to become a dealer and no administration", () => {
    expect(labels(user)).toEqual(["Profili", "Bëhu autosallon", "Shitjet e mia", "Të preferuarat"]);
  });

  test("the user menu offers an admin the administration", () => {
    expect(labels({ ...user, isAdmin: true })).toContain("Paneli i administratorit");
  });

  test.each([
    [{ isDealer: true }],
    [{ stripeCustomerId: "cus_1" }],
    [{ dealerSubscription: { active: false, expiresAt: null } }],
  ])("the user menu treats an account with %j as a dealer", (sign) => {
    expect(userMenuItems({ ...user, ...sign }).map((entry) => entry.label)).toContain(
      "Paneli i autosallonit",
    );
  });
});
