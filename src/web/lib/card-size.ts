import { useSyncExternalStore } from "react";
import { inlineScript } from "./inline-script.ts";

/**
 * The card size of a phone's search: compact, or large if this device chose so. It is an attribute of the
 * document for the styles (`compact:`, app.css), because pages are cached for everybody.
 */
const storageKey = "largeCards";

/** Runs before the first paint, so that the other size never flashes. */
function markLargeCards(): void {
  try {
    if (localStorage.getItem("largeCards") !== null) document.documentElement.dataset.largeCards = "";
  } catch {
    // Without storage cards are compact on each new page.
  }
}

// Runs before hydration and is never rendered again: browsers need not load it.
export const cardSizeScript = import.meta.env.SSR ? inlineScript(markLargeCards) : "";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True if this device chose large cards; false during hydration. */
export function useLargeCards(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => "largeCards" in document.documentElement.dataset,
    () => false,
  );
}

/** Sets the size on this page and the next ones. */
export function chooseLargeCards(large: boolean): void {
  document.documentElement.toggleAttribute("data-large-cards", large);
  try {
    if (large) localStorage.setItem(storageKey, "1");
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage it lasts until the page is left.
  }
  for (const listener of listeners) listener();
}
