import { useEffect, useRef, useState } from "react";
import { carPageMessages as text } from "#domain/messages/car-page.ts";
import { api } from "#web/lib/auth.ts";
import { recentlySeen } from "#web/lib/recently-seen.ts";
import { cacheCars } from "#web/lib/cached-cars.ts";
import { whenNear } from "#web/lib/when-near.ts";
import { CarGrid } from "./car-grid.tsx";
import { type CarSummary, summarizeCar } from "./car-summary.ts";

const maxShown = 4;

/**
 * The cars opened before in this browser, with their current data. They are loaded when the section comes
 * near the viewport, without those sold or removed meanwhile; a failure shows nothing. Without TanStack
 * Query, which no public page loads (web/README.md).
 */
export function RecentlySeen({ besides }: { besides: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<{ cars: readonly CarSummary[]; now: string } | null>(null);
  useEffect(() => {
    const ids = recentlySeen().filter((id) => id !== besides);
    if (!place.current || ids.length === 0) return;
    const ended = new AbortController();
    const stop = whenNear(place.current, "800px", () => void show(ids.slice(0, maxShown), ended.signal));
    async function show(wanted: readonly string[], signal: AbortSignal) {
      const cars = await readCars(wanted, signal);
      if (!signal.aborted) setSeen({ cars, now: new Date().toISOString() });
    }
    return () => {
      stop();
      ended.abort();
    };
  }, [besides]);
  return (
    <div ref={place}>
      {seen !== null && seen.cars.length > 0 && (
        <section aria-labelledby="recently-seen" className="mt-12">
          <h2 id="recently-seen" className="mb-4 text-xl">
            {text.recentlySeen}
          </h2>
          <CarGrid
            cars={seen.cars}
            now={seen.now}
            from={{ page: "car", id: besides }}
            sizes="(min-width: 64rem) 25vw, (min-width: 40rem) 50vw, 100vw"
            columns="grid-cols-1 sm:grid-cols-2 lg:grid-cols-4"
          />
        </section>
      )}
    </div>
  );
}

async function readCars(ids: readonly string[], signal: AbortSignal): Promise<CarSummary[]> {
  const answers = await Promise.allSettled(
    ids.map((id) => api("GET /api/cars/{id}", { params: { id } }, { signal })),
  );
  const cars = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  cacheCars(cars);
  return cars.filter((car) => !car.sold && !car.deleted).map(summarizeCar);
}
