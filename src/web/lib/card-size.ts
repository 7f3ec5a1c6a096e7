import { useSyncExternalStore } from "react";
import { inlineScript } from "./inline-script.ts";

/**
 * How large a phone's search shows its cars: compact, or large where this device chose so. The choice is an attribute of
 * the document, which the styles go by (`compact:`, app.css): pages are cached for everybody and know no device.
 */
const storageKey = "largeCards";

/** Runs before the first paint: nobody sees cards of the other size first. */
function markLargeCards(): void {
  try {
    if (localStorage.getItem("largeCards") !== null) document.documentElement.dataset.largeCards = "";
  } catch {
    // Without storage cards are compact on each new page.
  }
}

// It has run by the time React takes the page over, which leaves it as it is: browsers need not load it again.
export const cardSizeScript = import.meta.env.SSR ? inlineScript(markLargeCards) : "";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True where this device chose large cards; false while the server's page is taken over. */
export function useLargeCards(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => "largeCards" in document.documentElement.dataset,
    () => false,
  );
}

/** Chooses the size, on this page and the next ones. */
export function chooseLargeCards(large: boolean): void {
  document.documentElement.toggleAttribute("data-large-cards", large);
  try {
    if (large) localStorage.setItem(storageKey, "1");
    else localStorage.removeItem(storageKey);
  } catch {
    // It holds until the page is left.
  }
  for (const listener of listeners) listener();
}
