import { useEffect, useState } from "react";
import { carPageMessages as text } from "#domain/messages/car-page.ts";
import { api } from "#web/lib/auth.ts";
import { CarGrid } from "./car-grid.tsx";
import { type CarSummary, summarizeCar } from "./car-summary.ts";

/**
 * Similar cars. `initial` null: loads them here, without TanStack Query, which no public page loads; a
 * failure shows nothing.
 */
export function SimilarCars({
  carId,
  initial,
  now,
}: {
  carId: string;
  initial: readonly CarSummary[] | null;
  now: string;
}) {
  const [cars, setCars] = useState(initial);
  const missing = cars === null;
  useEffect(() => {
    if (!missing) return;
    const ended = new AbortController();
    api("GET /api/cars/{id}/similar", { params: { id: carId } }, { signal: ended.signal }).then(
      (similar) => setCars(similar.map(summarizeCar)),
      () => undefined,
    );
    return () => ended.abort();
  }, [carId, missing]);
  if (!cars || cars.length === 0) return null;
  return (
    <section aria-labelledby="similar" className="mt-12">
      <h2 id="similar" className="mb-4 text-xl">
        {text.similar}
      </h2>
      <CarGrid
        cars={cars}
        now={now}
        from={{ page: "car", id: carId }}
        sizes="(min-width: 64rem) 25vw, (min-width: 40rem) 50vw, 100vw"
        // On a phone, where one card fills the screen, only half of them: otherwise
        // nobody would reach the page's end.
        columns="grid-cols-1 sm:grid-cols-2 lg:grid-cols-4 max-sm:*:nth-[n+7]:hidden"
      />
    </section>
  );
}
