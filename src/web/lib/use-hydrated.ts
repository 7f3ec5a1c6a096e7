import { useSyncExternalStore } from "react";

const unchanging = () => () => undefined;

/**
 * False while the server's page is taken over, true from then on. For what only the browser knows, the history's state
 * for one: the first rendering must be the server's.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  );
}
