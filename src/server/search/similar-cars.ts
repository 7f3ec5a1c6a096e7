import { type ComparedCar, unlikeness } from "#domain/cars/unlikeness.ts";
import { kilometresBetween } from "#domain/places/distance.ts";
import { type Bitmap, andInto, clearBit, collectSlots, countBits, setDifference } from "./bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import { parseId } from "./id-table.ts";
import { Scratch } from "./scratch.ts";

/** The car that others are to be like; it need not be in the index. */
export interface LikedCar extends ComparedCar {
  readonly _id: string;
  readonly brand: string;
  readonly model: string;
  readonly type: string;
  readonly location: string;
}

type Kind = "brand" | "model" | "type";

/** What the most alike cars have in common, then the next ones. */
const steps: readonly (readonly Kind[])[] = [["brand", "model"], ["brand", "type"], ["brand"], ["type"]];

/** Of more cars than these, only those within a third of the price are compared one by one. */
const mostCompared = 4_000;
const priceWindow = 1.33;

/**
 * Ids of public cars like this one, the most alike first: the same model, then the same brand and type, the same brand,
 * the same type; among those, the nearest in price, year, mileage and town (`unlikeness`). At most `most`.
 */
export function findSimilarCars(index: CarIndex, car: LikedCar, most: number): string[] {
  const { words } = index;
  const scratch = new Scratch();
  const left = scratch.dirtyBitmap(words);
  left.set(index.living.subarray(0, words));
  const own = index.ids.find(parseId(car._id));
  if (own !== -1) clearBit(left, own);

  const unlike = unlikenessTo(index, car);
  const found: number[] = [];
  for (const kinds of steps) {
    const like = scratch.dirtyBitmap(words);
    like.set(left.subarray(0, words));
    for (const kind of kinds) {
      andInto(
        like,
        index.columns[kind].anyOf([car[kind]], () => scratch.emptyBitmap(words), words),
        words,
      );
    }
    const missing = most - found.length;
    found.push(...nearest(index, atSuchAPrice(index, car, like, missing, scratch), unlike, missing, scratch));
    if (found.length === most) break;
    setDifference(left, left, like, words);
  }
  scratch.close();
  return found.map((slot) => index.ids.text(slot));
}

/** Tells of a slot how different its car is. */
function unlikenessTo(index: CarIndex, car: LikedCar): (slot: number) => number {
  const { price, year, mileage, columns } = index;
  const ways = columns.location.values.map((town) => kilometresBetween(car.location, town));
  return (slot) =>
    unlikeness(
      car,
      { price: price.values[slot] ?? 0, year: year.values[slot] ?? 0, mileage: mileage.values[slot] ?? 0 },
      ways[columns.location.codeAt(slot)] ?? null,
    );
}

/** Of many only those at about the same price, unless that leaves too few. */
function atSuchAPrice(
  index: CarIndex,
  { price }: LikedCar,
  like: Bitmap,
  most: number,
  scratch: Scratch,
): Bitmap {
  const { words } = index;
  if (countBits(like, words) <= mostCompared) return like;
  const near = scratch.dirtyBitmap(words);
  const [from, to] = [Math.floor(price / priceWindow), Math.ceil(price * priceWindow)];
  index.price.between(from, to, near, scratch.dirtyBitmap(words), words);
  andInto(near, like, words);
  return countBits(near, words) < most ? like : near;
}

/** The least different slots of a set, the least first; equally different ones by id, the same in every process. */
function nearest(
  index: CarIndex,
  set: Bitmap,
  unlike: (slot: number) => number,
  most: number,
  scratch: Scratch,
): number[] {
  const size = countBits(set, index.words);
  const slots = scratch.list(size);
  collectSlots(set, index.words, slots);
  const best: { slot: number; by: number }[] = [];
  const isBehind = (slot: number, by: number, place: number): boolean => {
    const other = best[place];
    if (other === undefined || by !== other.by) return other !== undefined && by > other.by;
    return index.ids.compare(slot, other.slot) > 0;
  };
  for (let at = 0; at < size; at++) {
    const slot = slots[at] ?? 0;
    const by = unlike(slot);
    if (best.length === most && isBehind(slot, by, most - 1)) continue;
    if (best.length === most) best.pop();
    let place = best.length;
    while (place > 0 && !isBehind(slot, by, place - 1)) place--;
    best.splice(place, 0, { slot, by });
  }
  return best.map(({ slot }) => slot);
}
