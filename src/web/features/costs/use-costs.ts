import { useEffect, useState } from "react";
import { api } from "#web/lib/auth.ts";
import { type CarCosts, type CostlyCar, loadCosts } from "./load-costs.ts";

/**
 * A car's import costs; `initial` null: loads them here, and a failure shows nothing.
 * Without a car nothing is loaded.
 */
export function useCosts(car: CostlyCar | null, initial: CarCosts | null): CarCosts | null {
  const [costs, setCosts] = useState(initial);
  const isMissing = car !== null && costs === null;
  const { price = 0, year = 0, fuel = "", engineSize = null } = car ?? {};
  useEffect(() => {
    if (!isMissing) return;
    const ended = new AbortController();
    void loadCosts(api, { price, year, fuel, engineSize }, { signal: ended.signal }).then((read) =>
      ended.signal.aborted ? undefined : setCosts(read),
    );
    return () => ended.abort();
  }, [isMissing, price, year, fuel, engineSize]);
  return costs;
}
