import { importCostMessages as text } from "#domain/messages/import-costs.ts";
import { type CarCosts, type CostlyCar, lacksEngine } from "./load-costs.ts";

/** Beside the price of a car without customs: its price with plates, with a link to the details. */
export function PlatesLine({ car, costs }: { car: CostlyCar; costs: CarCosts | null }) {
  if (lacksEngine(car)) return null;
  const { notEu, eu } = costs ?? {};
  return (
    // Reserves its space while loading: no layout shift.
    <p className="mt-2 flex min-h-11 items-center text-sm tabular-nums">
      {notEu && eu && (
        <a href="#costs-box" className="font-medium text-blue-text underline-offset-4 hover:underline">
          {notEu.total === null || eu.total === null ? text.hintTooOld : text.inShort(notEu.total, eu.total)}
        </a>
      )}
    </p>
  );
}
