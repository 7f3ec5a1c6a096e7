import { expect, type Page } from "@playwright/test";
import { favoritesMessages } from "#domain/messages/favorites.ts";
import { savedSearchMessages as text } from "#domain/messages/saved-searches.ts";
import { carsOf } from "./market.ts";
import { registerAccount } from "./people.ts";
import type { State } from "./states.ts";

async function withSaved(page: Page): Promise<void> {
  await registerAccount(page);
  for (const data of [
    { query: "q=golf+7+dizel", name: "Golfi për Dritanin" },
    { query: "type=SUV&minYear=2016&customsPaid=true&transmission=Automatik", frequency: "daily" },
  ]) {
    expect((await page.request.post("/api/saved-searches", { data })).status()).toBe(201);
  }
  for (const { _id } of (await carsOf(page.request, "limit=7")).slice(0, 7))
    expect((await page.request.put(`/api/cars/${_id}/follow`)).status()).toBe(200);
}

/** Saved searches and followed prices on all screens. */
export const savedStates: readonly State[] = [
  {
    screen: "search",
    state: "save",
    overlay: true,
    open: async (page) => {
      await registerAccount(page);
      await page.goto("/search?brand=Volkswagen&maxPrice=15000");
      await page.getByRole("button", { name: text.save }).click();
      await expect(page.getByRole("dialog", { name: text.dialog.title })).toBeVisible();
    },
  },
  {
    screen: "profile",
    state: "saved",
    open: async (page) => {
      await withSaved(page);
      await page.goto("/profile/notifications");
      await expect(page.getByRole("link", { name: "Golfi për Dritanin" })).toBeVisible();
    },
  },
  {
    screen: "car",
    state: "followed",
    open: async (page) => {
      await withSaved(page);
      const [car] = await carsOf(page.request, "limit=1");
      await page.goto(`/car/${car?._id}`);
      await expect(page.locator("main button[aria-pressed=true]").first()).toBeVisible();
    },
  },
  {
    screen: "favorites",
    state: "in-account",
    open: async (page) => {
      await registerAccount(page);
      const ids = (await carsOf(page.request, "limit=3")).map(({ _id }) => _id);
      expect((await page.request.put("/api/me/favourites", { data: { ids } })).status()).toBe(200);
      await page.goto("/favorites");
      await expect(page.getByRole("button", { name: favoritesMessages.leave })).toBeVisible();
    },
  },
  { screen: "unsubscribe", state: "ask", open: (page) => page.goto("/unsubscribe?token=x") },
  { screen: "unsubscribe", state: "done", open: (page) => page.goto("/unsubscribe?done") },
  { screen: "unsubscribe", state: "invalid", open: (page) => page.goto("/unsubscribe") },
];
