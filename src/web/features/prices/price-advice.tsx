import { useState } from "react";
import { priceMessages as text } from "#domain/messages/price-pages.ts";
import type { PriceBand, PriceLimits } from "#domain/cars/price-bands.ts";
import { Button } from "#web/components/button.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import { PriceBandBadge } from "./price-band-badge.tsx";
import { PriceScale } from "./price-scale.tsx";
import { usePriceEstimate } from "./use-price-estimate.ts";

type OwnCar = { _id: string; price: number; priceBand: PriceBand | null };

/**
 * In the owner's list: the car's price band; on demand the price range of comparables
 * and the effect of a lower price.
 */
export function PriceAdvice({ car }: { car: OwnCar }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-x-2">
        {car.priceBand !== null && <PriceBandBadge band={car.priceBand} />}
        <Button variant="quiet" className="px-2!" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? text.advice.close : text.advice.open}
        </Button>
      </div>
      {open && <Advice car={car} />}
    </div>
  );
}

function Advice({ car }: { car: OwnCar }) {
  const state = usePriceEstimate(car._id);
  if (state.status === "loading")
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
        <Spinner className="size-4" />
        {text.loading}
      </p>
    );
  if (state.status === "failed")
    return (
      <p className="text-sm text-ink-soft">
        {text.failed}{" "}
        <Button variant="quiet" onClick={state.retry}>
          {text.retry}
        </Button>
      </p>
    );
  const { low, high, limits, reason } = state.estimate;
  const next = limits === null ? null : cutToNextBand(car.price, limits);
  return (
    <div className="rounded-md bg-surface p-3 text-sm">
      {reason !== null && <p className="text-ink-soft">{text.reasons[reason]}</p>}
      {low !== null && high !== null && <p className="tabular-nums">{text.range(low, high)}.</p>}
      {limits !== null && <PriceScale limits={limits} price={car.price} />}
      {next !== null && (
        <p className="mt-1 font-medium tabular-nums">{text.advice.lower(next.less, text.bands[next.band])}</p>
      )}
    </div>
  );
}

/**
 * The price cut in EUR, rounded up to 50, that reaches the next lower band; null if the price is already low.
 */
export function cutToNextBand(
  price: number,
  { p30, p70, p90 }: PriceLimits,
): { less: number; band: PriceBand } | null {
  const steps = [
    { border: p90, band: "above" },
    { border: p70, band: "fair" },
    { border: p30, band: "below" },
  ] as const;
  const step = steps.find(({ border }) => price > border);
  // Just below the limit: a price on it belongs to the band nearer to fair.
  return step === undefined
    ? null
    : { less: Math.ceil((price - step.border + 1) / 50) * 50, band: step.band };
}
