const marker = { name: "nga", value: "fleta" } as const;

/** What the code on a car's window sheet says: the car's page, marked so that scans are counted (specification.md#statistics). */
export function sheetAddress(publicUrl: string, carId: string): string {
  return `${publicUrl}/car/${carId}?${marker.name}=${marker.value}`;
}

/** A car's page without the marker of its window sheet; null where it has none. */
export function withoutSheetMarker(address: string): string | null {
  const url = new URL(address);
  if (url.searchParams.get(marker.name) !== marker.value) return null;
  url.searchParams.delete(marker.name);
  return url.href;
}
