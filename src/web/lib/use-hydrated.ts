import { useSyncExternalStore } from "react";

const unchanging = () => () => undefined;

/**
 * False during hydration, then true. For browser-only data such as the history's state: the first render must
 * match the server's.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  );
}
