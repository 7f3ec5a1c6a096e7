import { municipalities } from "./municipalities.ts";

const kmPerDegree = 111.2;

/** In degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

const towns: ReadonlyMap<string, Point> = new Map(municipalities.map((town) => [town.name, town]));

/** A municipality's centre; null if unknown. */
export function centreOf(town: string): Point | null {
  return towns.get(town) ?? null;
}

/** Straight-line distance in km. */
export function kilometres(from: Point, to: Point): number {
  // Kosovo is small enough for a flat approximation.
  const east = (from.lng - to.lng) * Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180);
  return Math.hypot(from.lat - to.lat, east) * kmPerDegree;
}

/** Straight-line distance between two municipalities' centres in km; null if one is unknown. */
export function kilometresBetween(one: string, other: string): number | null {
  const [from, to] = [centreOf(one), centreOf(other)];
  return from === null || to === null ? null : kilometres(from, to);
}

/** The municipalities whose centre is within so many km of a point. */
export function townsWithin(from: Point, km: number): string[] {
  return [...towns].flatMap(([name, centre]) => (kilometres(from, centre) <= km ? name : []));
}
