import type { ToldKind } from "#domain/statistics/stat-kinds.ts";

/**
 * Reports an event of a car to the statistics (specification.md#statistics). Uses a beacon, which survives
 * leaving the page; failures are ignored.
 */
export function tellEvent(carId: string, kind: ToldKind): void {
  const body = new Blob([JSON.stringify({ kind })], { type: "application/json" });
  navigator.sendBeacon(`/api/cars/${carId}/events`, body);
}
