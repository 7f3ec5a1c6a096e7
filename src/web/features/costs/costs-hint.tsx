import { useEffect, useState } from "react";
import { importCostMessages as text } from "#domain/messages/import-costs.ts";
import { api } from "#web/lib/auth.ts";
import { type CarCosts, loadCosts } from "./load-costs.ts";

const typingMs = 600;

interface TypedCar {
  readonly price: number | null;
  readonly year: number | null;
  readonly fuel: string;
  readonly engineSize: number | null;
  readonly customsPaid: boolean | null;
}

/** In the sell form: the price with plates of a car without customs, once the form has enough facts. */
export function CostsHint({ car: { price, year, fuel, engineSize, customsPaid } }: { car: TypedCar }) {
  const [read, setRead] = useState<{ costs: CarCosts; asked: string } | null>(null);
  const asked = [price, year, fuel, engineSize].join();
  const isAsked = customsPaid === false && price !== null && year !== null && fuel !== "";
  useEffect(() => {
    if (!isAsked) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      // Optional: a failure shows nothing.
      void loadCosts(api, { price, year, fuel, engineSize }, { signal: ended.signal }).then((costs) =>
        ended.signal.aborted ? undefined : setRead(costs === null ? null : { costs, asked }),
      );
    }, typingMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [isAsked, asked, price, year, fuel, engineSize]);
  if (!isAsked || read === null || read.asked !== asked) return null;
  const { notEu, eu } = read.costs;
  return (
    <p role="status" className="mt-2 text-sm tabular-nums">
      {notEu.total === null || eu.total === null ? text.hintTooOld : text.hint(notEu.total, eu.total)}
    </p>
  );
}
