import { clsx } from "clsx";
import type { PriceBand } from "#domain/cars/price-bands.ts";
import { priceMessages as text } from "#domain/messages/price-pages.ts";
import { Button } from "#web/components/button.tsx";
import { Loading, Skeleton } from "#web/components/states.tsx";
import { EstimateDetails } from "./estimate-details.tsx";
import { PriceBandBadge } from "./price-band-badge.tsx";
import { PriceScale } from "./price-scale.tsx";
import { usePriceEstimate } from "./use-price-estimate.ts";

/** On a car's page: whether its price is fair, and why. Reserves its space while loading: no layout shift. */
export function PriceBox({
  car,
}: {
  car: { _id: string; price: number; mileage: number; priceBand: PriceBand | null };
}) {
  const state = usePriceEstimate(car._id);
  return (
    <section
      aria-labelledby="price-box"
      data-below-fold
      className={clsx(
        "max-w-xl noscript:hidden print:hidden",
        car.priceBand === null ? "min-h-28" : "min-h-64 sm:min-h-52",
      )}
    >
      <h2 id="price-box" className="text-xl">
        {text.heading}
      </h2>
      {state.status === "loading" && (
        <Loading label={text.loading} className="mt-3 flex flex-col gap-3">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-3 w-full" />
        </Loading>
      )}
      {state.status === "failed" && (
        <div className="mt-2">
          <p className="text-ink-soft">{text.failed}</p>
          <Button variant="quiet" className="-ms-4" onClick={state.retry}>
            {text.retry}
          </Button>
        </div>
      )}
      {state.status === "there" && <Verdict answer={state.estimate} car={car} />}
    </section>
  );
}

function Verdict({
  answer,
  car,
}: {
  answer: Extract<ReturnType<typeof usePriceEstimate>, { status: "there" }>["estimate"];
  car: { price: number; mileage: number };
}) {
  const { band, low, high, limits, reason } = answer;
  return (
    <>
      {band !== null && (
        <p className="mt-2">
          <PriceBandBadge band={band} />
        </p>
      )}
      {reason !== null && <p className="mt-2 text-sm text-ink-soft">{text.reasons[reason]}</p>}
      {low !== null && high !== null && (
        <>
          <p className="mt-2 font-medium tabular-nums">{text.range(low, high)}.</p>
          <p className="text-sm text-ink-faint">{text.rangeNote}</p>
        </>
      )}
      {band === "far_below" && (
        <p className="mt-3 rounded-md bg-gold-soft p-3 text-sm text-gold-ink">{text.tooCheap}</p>
      )}
      {limits !== null && (
        <>
          <PriceScale limits={limits} price={car.price} />
          <details className="group mt-2">
            <summary className="flex min-h-11 cursor-pointer items-center font-medium text-blue-text underline-offset-4 hover:underline">
              {text.why(car.price)}
            </summary>
            <EstimateDetails answer={answer} car={car} />
          </details>
        </>
      )}
    </>
  );
}
