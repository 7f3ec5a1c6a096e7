import { useEffect, useState } from "react";
import { api } from "#web/lib/auth.ts";
import { type Market, loadMarket } from "./load-home.ts";

/** Totals by brand. Optional: a failure shows nothing. */
export function useMarket(initial: Market | null): Market | null {
  const [market, setMarket] = useState(initial);
  const missing = market === null;
  useEffect(() => {
    if (!missing) return;
    let left = false;
    loadMarket(api).then(
      (loaded) => !left && setMarket(loaded),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [missing]);
  return market;
}
