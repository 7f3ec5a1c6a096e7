const marker = { name: "nga", value: "fleta" } as const;

/**
 * The address in a window sheet's QR code: the car's page with a marker for counting scans
 * (specification.md#statistics).
 */
export function sheetAddress(publicUrl: string, carId: string): string {
  return `${publicUrl}/car/${carId}?${marker.name}=${marker.value}`;
}

/** A car's address without that marker; null if it has none. */
export function withoutSheetMarker(address: string): string | null {
  const url = new URL(address);
  if (url.searchParams.get(marker.name) !== marker.value) return null;
  url.searchParams.delete(marker.name);
  return url.href;
}
