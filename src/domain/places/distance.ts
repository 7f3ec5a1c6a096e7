import { municipalities } from "./municipalities.ts";

const kmPerDegree = 111.2;

const towns = new Map(municipalities.map(({ name, lat, lng }) => [name, { lat, lng }]));

/** Between two municipalities' centres as the crow flies, in km; null where one is not known. */
export function kilometresBetween(one: string, other: string): number | null {
  const [from, to] = [towns.get(one), towns.get(other)];
  if (from === undefined || to === undefined) return null;
  // Kosovo is small enough to be flat.
  const east = (from.lng - to.lng) * Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180);
  return Math.hypot(from.lat - to.lat, east) * kmPerDegree;
}
