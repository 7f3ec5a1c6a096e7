import { useSearchParams } from "react-router";
import type { Car } from "#contract/cars.ts";
import { type CarListStatus, listStatusOf } from "./use-my-cars.ts";

export const tabValues = ["all", "active", "sold", "archived"] as const satisfies readonly (
  | "all"
  | CarListStatus
)[];
export type TabValue = (typeof tabValues)[number];

export const orders = ["state", "newest", "confirmed", "price-down", "price-up"] as const;
export type Order = (typeof orders)[number];

export const carsPerPage = 24;
export const maxSearch = 100;
/** From this number of cars on, the list has a search and a sort order. */
export const minCarsToSearch = 10;

const compare: Record<Order, ((a: Car, b: Car) => number) | null> = {
  // The order in which the list was loaded: by state, each newest first.
  state: null,
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  confirmed: (a, b) => a.confirmedAt.localeCompare(b.confirmedAt),
  "price-down": (a, b) => b.price - a.price,
  "price-up": (a, b) => a.price - b.price,
};

interface View {
  readonly tab: TabValue;
  readonly words: string;
  readonly order: Order;
}

/** True if each word is part of the car's name, number, year, reference or town. */
function matches(car: Car, words: string): boolean {
  const text =
    `${car.brand} ${car.model} ${car.year} ${car.number} ${car.reference ?? ""} ${car.location}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The cars of a tab that match the words, in order. */
export function carsInView(cars: readonly Car[], { tab, words, order }: View): Car[] {
  const found = cars.filter(
    (car) => (tab === "all" || listStatusOf(car) === tab) && matches(car, words.trim()),
  );
  const by = compare[order];
  return by === null ? found : found.toSorted(by);
}

/**
 * Tab, words, order and page of the list, all in the address: a reload preserves them,
 * and Back returns to the last tab.
 */
export function useListView() {
  const [params, setParams] = useSearchParams();
  const tab = tabValues.find((value) => value === params.get("tab")) ?? "all";
  const order = orders.find((value) => value === params.get("order")) ?? "state";
  const words = params.get("q") ?? "";
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1);

  function set(name: string, value: string, replace: boolean): void {
    // From `location`, not from `params`: the debounced words may come after another change.
    const next = new URLSearchParams(location.search);
    if (value === "") next.delete(name);
    else next.set(name, value);
    if (name !== "page") next.delete("page");
    setParams(next, { preventScrollReset: true, replace });
  }

  return {
    tab,
    order,
    words,
    page,
    setTab: (value: TabValue) => {
      if (value !== tab) set("tab", value === "all" ? "" : value, false);
    },
    setOrder: (value: string) => set("order", value === "state" ? "" : value, true),
    setWords: (value: string) => set("q", value, true),
    pageHref: (number: number) => {
      const next = new URLSearchParams(params);
      if (number === 1) next.delete("page");
      else next.set("page", String(number));
      return `?${next}`;
    },
  };
}
