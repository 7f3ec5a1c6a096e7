import type { PriceFacts } from "./price-facts.ts";

const most = 12;
const least = 3;
/** Cars with a greater distance are used only to have at least three. */
const farthest = 3;

const years = 2;
const kilometres = 50_000;
/** In ln(kW) and ln(cm³). */
const power = 0.2;
const engineSize = 0.2;
const otherFuel = 1;
const otherType = 0.5;
const otherTransmission = 0.5;

/**
 * Distance of two cars of one model; about 1 for two years, 50,000 km, or another fuel. A fact that one of them
 * lacks counts half.
 */
export function distanceOf(one: PriceFacts, other: PriceFacts): number {
  return (
    Math.abs(one.year - other.year) / years +
    apart(one.mileage, other.mileage, kilometres, (km) => km) +
    apart(one.power, other.power, power, Math.log) +
    apart(one.engineSize, other.engineSize, engineSize, Math.log) +
    unlike(one.fuel, other.fuel, otherFuel) +
    unlike(one.type, other.type, otherType) +
    unlike(one.transmission, other.transmission, otherTransmission)
  );
}

/** Whether two cars of one model are comparable. */
export function isNear(one: PriceFacts, other: PriceFacts): boolean {
  return distanceOf(one, other) <= farthest;
}

function apart(
  one: number | null,
  other: number | null,
  unit: number,
  scale: (value: number) => number,
): number {
  const known = one !== null && other !== null && one > 0 && other > 0;
  return known ? Math.min(Math.abs(scale(one) - scale(other)) / unit, 3) : 0.5;
}

function unlike(one: string | null, other: string | null, weight: number): number {
  if (one === null || other === null) return weight / 2;
  return one === other ? 0 : weight;
}

export interface Comparables<L> {
  /** Nearest first: the near ones, at most 12; farther ones only to have three. */
  readonly nearest: readonly { readonly listing: L; readonly distance: number }[];
  /** How many are near. */
  readonly count: number;
}

/**
 * The comparables of a car, among listings of the same model. The order of the candidates does not matter.
 * `except`: the car's own id.
 */
export function nearestComparables<L extends PriceFacts & { id: string; price: number }>(
  facts: PriceFacts,
  candidates: Iterable<L>,
  except: string | null = null,
): Comparables<L> {
  const nearest: { listing: L; distance: number }[] = [];
  let count = 0;
  for (const listing of candidates) {
    if (listing.id === except) continue;
    const last = nearest.at(-1);
    const full = nearest.length === most && last !== undefined;
    // In a long list most differ by many years: skip them early.
    if (full && Math.abs(facts.year - listing.year) / years > Math.max(farthest, last.distance)) continue;
    const distance = distanceOf(facts, listing);
    if (distance <= farthest) count += 1;
    if (full && !isNearer(listing, distance, last)) continue;
    const place = nearest.findIndex((other) => isNearer(listing, distance, other));
    nearest.splice(place === -1 ? nearest.length : place, 0, { listing, distance });
    if (nearest.length > most) nearest.pop();
  }
  return { nearest: nearest.filter(({ distance }, place) => place < least || distance <= farthest), count };
}

interface Ranked {
  readonly listing: { readonly id: string; readonly price: number };
  readonly distance: number;
}

function isNearer(listing: Ranked["listing"], distance: number, than: Ranked): boolean {
  if (distance !== than.distance) return distance < than.distance;
  if (listing.price !== than.listing.price) return listing.price < than.listing.price;
  return listing.id < than.listing.id;
}
