import { useCallback, useEffect, useRef } from "react";

/**
 * The signal of the present stay on a page, or on a `step` of it: it ends when that is left. What was asked for there
 * concerns nobody any more who is elsewhere when the answer comes.
 */
export function useLeaving(step?: unknown): () => AbortSignal {
  const stay = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    stay.current = controller;
    // Back changes the address first; on a slow phone it is a while until React has drawn the other page.
    const { pathname } = location;
    const onBack = () => {
      if (location.pathname !== pathname) controller.abort();
    };
    addEventListener("popstate", onBack);
    return () => {
      removeEventListener("popstate", onBack);
      controller.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- another step is another stay
  }, [step]);
  return useCallback(() => stay.current?.signal ?? AbortSignal.abort(), []);
}
