import { expect } from "@playwright/test";
import { accountPageMessages } from "#domain/messages/account-pages.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { registerAccount } from "./people.ts";
import type { State } from "./states.ts";

const text = accountPageMessages.verify;

/**
 * The verification of an e-mail address. The profile of a new account and the admin's list show it as well.
 */
export const verifyStates: readonly State[] = [
  { screen: "verify-email", state: "ask", open: (page) => page.goto("/verify-email?token=x") },
  { screen: "verify-email", state: "no-token", open: (page) => page.goto("/verify-email") },
  {
    screen: "verify-email",
    state: "invalid",
    open: async (page) => {
      await page.goto("/verify-email?token=x");
      await page.getByRole("button", { name: text.confirm }).click();
      await expect(page.getByText(text.invalidText)).toBeVisible();
    },
  },
  {
    screen: "verify-email",
    state: "failed",
    open: async (page) => {
      await page.route("**/api/verify-email", (route) => route.fulfill({ status: 500 }));
      await page.goto("/verify-email?token=x");
      await page.getByRole("button", { name: text.confirm }).click();
      await expect(page.getByText(text.failed)).toBeVisible();
    },
  },
  {
    screen: "verify-email",
    state: "done",
    open: async (page) => {
      await page.route("**/api/verify-email", (route) => route.fulfill({ status: 204 }));
      await page.goto("/verify-email?token=x");
      await page.getByRole("button", { name: text.confirm }).click();
      await expect(page.getByRole("heading", { name: text.done })).toBeVisible();
    },
  },
  {
    screen: "profile",
    state: "unproven",
    open: async (page) => {
      await registerAccount(page);
      await page.goto("/profile");
      await expect(page.getByTestId("stat-total")).toBeVisible();
      await expect(page.getByRole("region", { name: profileMessages.unproven.heading })).toBeVisible();
    },
  },
];
