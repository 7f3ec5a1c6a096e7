import { useSyncExternalStore } from "react";

/** Where a table of six columns is read without scrolling sideways; below it rows are cards. */
const wideScreen = "(width >= 48rem)";

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wideScreen);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether there is room for a table. Pages for signed-in people alone: the server knows no width. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wideScreen).matches,
    () => true,
  );
}
