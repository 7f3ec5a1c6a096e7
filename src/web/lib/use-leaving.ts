import { useCallback, useEffect, useRef } from "react";

/** A signal that aborts when the page, or a `step` of it, is left, so that later answers can be ignored. */
export function useLeaving(step?: unknown): () => AbortSignal {
  const stay = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    stay.current = controller;
    // Back changes the address first; on a slow phone React renders the other page later.
    const { pathname } = location;
    const onBack = () => {
      if (location.pathname !== pathname) controller.abort();
    };
    addEventListener("popstate", onBack);
    return () => {
      removeEventListener("popstate", onBack);
      controller.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new step needs a new signal
  }, [step]);
  return useCallback(() => stay.current?.signal ?? AbortSignal.abort(), []);
}
