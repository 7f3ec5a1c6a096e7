/** Bounds of a distance search: `km` whole kilometres, latitude and longitude to two decimals. */
export interface Nearness {
  readonly lat: number;
  readonly lng: number;
  readonly km: number;
}

/** Decimals of latitude and longitude: about a kilometre, so that a point identifies no house. */
const decimals = 2;

/** Kosovo and 100 km around it: beyond that no town is near. */
const surroundings = { south: 41.1, north: 44.1, west: 19, east: 22.9 };

function rounded(degrees: number): number {
  return Number(degrees.toFixed(decimals));
}

/** The rounded point; null if it is too far from Kosovo. */
export function nearnessOf({ lat, lng, km }: Nearness): Nearness | null {
  const near = { lat: rounded(lat), lng: rounded(lng), km };
  const { south, north, west, east } = surroundings;
  return near.lat >= south && near.lat <= north && near.lng >= west && near.lng <= east ? near : null;
}

/** The point as an address has it: "42.66,21.10". */
export function pointText({ lat, lng }: Nearness): string {
  return `${lat.toFixed(decimals)},${lng.toFixed(decimals)}`;
}

const pointPattern = /^\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*$/;

/** Parses a point in an address and the greatest of the given kilometres; null if either is missing or invalid. */
export function parseNearness(point: string, distances: readonly string[], maxKm: number): Nearness | null {
  const [, lat, lng] = pointPattern.exec(point) ?? [];
  const km = Math.max(
    ...distances.flatMap((text) => (/^\d{1,3}$/.test(text) && Number(text) <= maxKm ? Number(text) : [])),
  );
  if (lat === undefined || lng === undefined || km < 1) return null;
  return nearnessOf({ lat: Number(lat), lng: Number(lng), km });
}
