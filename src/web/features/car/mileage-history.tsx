import { lazy, useEffect, useState } from "react";
import type { MileageHistory as History } from "#contract/vins.ts";
import { Part } from "#web/components/part.tsx";
import { Skeleton } from "#web/components/states.tsx";
import { api } from "#web/lib/auth.ts";

const MileageFigure = lazy(() => import("./mileage-figure.tsx"));

/** Mileages from all listings with the car's number, with the owner's note; few cars have any. */
export function MileageHistory({ carId }: { carId: string }) {
  const [history, setHistory] = useState<History | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    // Optional: a failure shows nothing.
    api("GET /api/cars/{id}/mileage-history", { params: { id: carId } }, { signal: ended.signal }).then(
      setHistory,
      () => undefined,
    );
    return () => ended.abort();
  }, [carId]);
  if (history === null) return null;
  const { readings, lower, note } = history;
  if (readings.length === 0 && !lower && note === null) return null;
  return (
    <Part fallback={<Skeleton className="h-96" />}>
      <MileageFigure history={history} />
    </Part>
  );
}
