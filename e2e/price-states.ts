import { expect } from "@playwright/test";
import { compareMessages } from "#domain/messages/compare.ts";
import { confirmationMessages } from "#domain/messages/confirmation.ts";
import { valuePageMessages as value } from "#domain/messages/value-page.ts";
import { carsOf } from "./market.ts";
import { registerAccount } from "./people.ts";
import type { State } from "./states.ts";

const golf = "/vlera?brand=Volkswagen&model=Golf&year=2015&mileage=150.000&fuel=Diesel";

/** The valuation, the comparison, and the answer to "is it still available?". */
export const priceStates: readonly State[] = [
  { screen: "value", state: "form", open: (page) => page.goto("/vlera") },
  {
    screen: "value",
    state: "errors",
    open: async (page) => {
      await page.goto("/vlera?brand=Volkswagen&year=1900");
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
  {
    screen: "value",
    state: "answer",
    open: async (page) => {
      await page.goto(golf);
      await expect(
        page.getByRole("heading", { name: value.resultTitle("Volkswagen Golf 2015") }),
      ).toBeVisible();
    },
  },
  {
    screen: "add-car",
    state: "price-hint",
    open: async (page) => {
      await registerAccount(page);
      // A car's facts with too high a price.
      await page.goto(`${golf.replace("/vlera", "/add-car")}&price=12500`);
      await expect(page.getByText(/^Vetura të tilla ofrohen për /)).toBeVisible();
    },
  },
  {
    screen: "compare",
    state: "three",
    open: async (page) => {
      const cars = await carsOf(page.request, "brand=BMW&limit=3");
      await page.goto(`/compare?cars=${cars.map(({ _id }) => _id).join()}`);
      await expect(page.getByRole("heading", { level: 1, name: compareMessages.title })).toBeVisible();
    },
  },
  {
    screen: "compare",
    state: "gone",
    open: async (page) => {
      const cars = await carsOf(page.request, "brand=BMW&limit=2");
      const gone = "01920000-0000-7000-8000-000000000000";
      await page.goto(`/compare?cars=${[...cars.map(({ _id }) => _id), gone].join()}`);
      await expect(page.getByText(compareMessages.gone(1))).toBeVisible();
    },
  },
  {
    screen: "compare",
    state: "empty",
    open: async (page) => {
      await page.goto("/compare");
      await expect(page.getByRole("heading", { name: compareMessages.empty })).toBeVisible();
    },
  },
  {
    screen: "confirm",
    state: "expired",
    open: async (page) => {
      await page.goto("/confirm?token=x");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("button", { name: confirmationMessages.page.sold })).toBeHidden();
    },
  },
];
