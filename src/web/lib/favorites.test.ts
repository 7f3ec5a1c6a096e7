import { afterEach, beforeEach, expect, test, vi } from "vitest";

const storageKey = "favoriteCars";

/** A tab with a browser's storage; `tell` dispatches a storage event of another tab's change. */
async function openTab(storage: Map<string, string>) {
  const events = new EventTarget();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  });
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("removeEventListener", events.removeEventListener.bind(events));
  vi.resetModules();
  const { favorites, toggleFavorite } = await import("./favorites.ts");
  return {
    toggle: toggleFavorite,
    /** Renders a page with favourites; returns the function that leaves it. */
    showHearts: () => {
      favorites.read();
      return favorites.subscribe(() => undefined);
    },
    tell: (type: string, details: object) => events.dispatchEvent(Object.assign(new Event(type), details)),
  };
}

let storage: Map<string, string>;
const stored = () => JSON.parse(storage.get(storageKey) ?? "[]");

beforeEach(() => {
  storage = new Map([[storageKey, '["a"]']]);
});
afterEach(() => vi.unstubAllGlobals());

test("the next favourite does not overwrite favourites that another tab stored", async () => {
  const { toggle, showHearts, tell } = await openTab(storage);
  const leave = showHearts();
  leave();
  storage.set(storageKey, '["b","a"]');
  tell("storage", { key: storageKey });
  showHearts();
  toggle("c");
  expect(stored()).toEqual(["c", "b", "a"]);
});

test("favourites stored while the page was in the back-forward cache are not lost", async () => {
  const { toggle, showHearts, tell } = await openTab(storage);
  showHearts();
  storage.set(storageKey, '["b","a"]');
  tell("pageshow", { persisted: true });
  toggle("c");
  expect(stored()).toEqual(["c", "b", "a"]);
});
