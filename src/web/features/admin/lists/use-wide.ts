import { useSyncExternalStore } from "react";

/** From this width on a table of six columns needs no horizontal scrolling; below it rows are cards. */
const wideScreen = "(width >= 48rem)";

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wideScreen);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether there is room for a table. Only for signed-in pages: the server knows no width. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wideScreen).matches,
    () => true,
  );
}
