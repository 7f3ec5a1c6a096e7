import type { Page } from "@playwright/test";
import { waitForHydration, expect } from "./fixtures.ts";
import { uploadPhoto } from "./published-car.ts";

/** Test cards of the provider. */
export const cards = { pays: "4242 4242 4242 4242", declined: "4000 0000 0000 0002" } as const;

let count = 0;

/** Opens /pricing with a car in the history state, as the sell form passes it. */
export async function openPricing(page: Page): Promise<void> {
  const url = await uploadPhoto(page, "#7a2230");
  count += 1;
  const state = {
    carData: {
      brand: "Renault",
      model: "Clio",
      year: 2017,
      type: "Hatchback",
      sellerName: "Arta Krasniqi",
      sellerPhone: "+38344123456",
      price: 6_200,
      mileage: 98_000,
      fuel: "Benzinë",
      origin: null,
      transmission: "Manual",
      condition: null,
      location: "Gjilan",
      description: null,
      images: [url],
      customsPaid: null,
      registeredUntil: null,
      engineSize: null,
      power: null,
      color: null,
      negotiable: null,
    },
    photos: [{ url, width: 1200, height: 900, thumbhash: null }],
    idempotencyKey: `e2e-${process.pid}-${Date.now()}-${count}`,
  };
  // A page that does not navigate by itself, so that nothing else writes the history state.
  await page.goto("/payment/failed");
  await page.evaluate((usr) => history.replaceState({ usr, key: "pricing", idx: 0 }, "", "/pricing"), state);
  await page.reload();
  await expect(page.getByTestId("pricing-total")).toBeVisible();
}

/** Waits for the provider's card page, on its own origin. */
export async function waitForCardPage(page: Page, baseURL: string | undefined): Promise<void> {
  await expect(page.getByLabel("Numri i kartelës")).toBeVisible();
  expect(new URL(page.url()).origin).not.toBe(baseURL);
}

/** Fills and submits the card page, which returns to the site if the card is accepted. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel("Numri i kartelës").fill(card);
  await page.getByLabel("Skadimi (MM / VV)").fill("12 / 34");
  await page.getByLabel("Kodi i sigurisë (CVC)").fill("123");
  await page.getByLabel("Emri në kartelë").fill("Arta Krasniqi");
  // The billing portal has other forms beside this one.
  const form = page.locator("form", { has: page.getByLabel("Numri i kartelës") });
  await form.locator("button[type=submit]").click();
}

/** Waits for the return from the provider: the site's page, hydrated. */
export async function waitForReturn(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await waitForHydration(page);
}
