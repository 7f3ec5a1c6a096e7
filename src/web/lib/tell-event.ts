import type { ToldKind } from "#domain/statistics/stat-kinds.ts";

/**
 * Tells the statistics what somebody did with a car (specification.md#statistics). The browser sends it even where the
 * page is left for another app at once; nobody waits for it, and nobody misses it.
 */
export function tellEvent(carId: string, kind: ToldKind): void {
  const body = new Blob([JSON.stringify({ kind })], { type: "application/json" });
  navigator.sendBeacon(`/api/cars/${carId}/events`, body);
}
