import { useEffect, useState } from "react";
import type { PriceEstimateAnswer } from "#contract/prices.ts";
import { api } from "#web/lib/auth.ts";

export type EstimateState =
  | { status: "loading" }
  | { status: "failed"; retry: () => void }
  | { status: "there"; estimate: PriceEstimateAnswer };

/**
 * The price estimate of a published car. Loaded in the browser after the page, because it takes the server
 * longer than the car itself. Without TanStack Query, which a car's page does not load.
 */
export function usePriceEstimate(carId: string): EstimateState {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ attempt: number; estimate: PriceEstimateAnswer | null } | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    api("GET /api/cars/{id}/price-estimate", { params: { id: carId } }, { signal: ended.signal }).then(
      (estimate) => setState({ attempt, estimate }),
      () => {
        if (!ended.signal.aborted) setState({ attempt, estimate: null });
      },
    );
    return () => ended.abort();
  }, [carId, attempt]);
  if (state === null || state.attempt !== attempt) return { status: "loading" };
  if (state.estimate === null) return { status: "failed", retry: () => setAttempt(attempt + 1) };
  return { status: "there", estimate: state.estimate };
}
