import { type ComparedCar, dissimilarity } from "#domain/cars/dissimilarity.ts";
import { kilometresBetween } from "#domain/places/distance.ts";
import {
  type Bitmap,
  andInto,
  clearBit,
  collectSlots,
  countBits,
  setDifference,
} from "#server/market/columns/bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import { parseId } from "#server/market/columns/id-table.ts";
import { type Scratch, withScratch } from "./scratch.ts";

/** The reference car; it need not be in the index. */
export interface LikedCar extends ComparedCar {
  readonly _id: string;
  readonly brand: string;
  readonly model: string;
  readonly type: string;
  readonly location: string;
}

/** Common properties, and the penalty for less similar ones (in units of `dissimilarity`). */
const kinds: readonly { readonly same: readonly ("brand" | "model" | "type")[]; readonly less: number }[] = [
  { same: ["brand", "model"], less: 0 },
  { same: ["brand", "type"], less: 4 },
  { same: ["brand"], less: 7 },
  { same: ["type"], less: 8 },
];

/** With more cars than this, only those nearest in price are compared one by one. */
const maxCompared = 4_000;
const priceWindows = [1.33, 1.1, 1.03];

/**
 * Ids of similar public cars, the most similar first: by price, year, mileage and town (`dissimilarity`). The same
 * model comes before the brand, and the brand before the type, unless they differ too much. At most `most`.
 */
export function findSimilarCars(index: CarIndex, car: LikedCar, most: number): string[] {
  return withScratch((scratch) => findNearest(index, car, most, scratch));
}

function findNearest(index: CarIndex, car: LikedCar, most: number, scratch: Scratch): string[] {
  const { words } = index;
  const left = scratch.dirtyBitmap(words);
  left.set(index.live.subarray(0, words));
  const own = index.ids.find(parseId(car._id));
  if (own !== -1) clearBit(left, own);

  const unlike = dissimilarityTo(index, car);
  const nearest = new Nearest(index, most);
  for (const { same, less } of kinds) {
    if (nearest.isFullBelow(less)) break;
    const like = scratch.dirtyBitmap(words);
    like.set(left.subarray(0, words));
    for (const kind of same) {
      andInto(
        like,
        index.columns[kind].anyOf([car[kind]], () => scratch.emptyBitmap(words), words),
        words,
      );
    }
    const compared = atSuchAPrice(index, car, like, most, scratch);
    const slots = scratch.slots(countBits(compared, words));
    const count = collectSlots(compared, words, slots);
    for (let at = 0; at < count; at++) {
      const slot = slots[at] ?? 0;
      nearest.add(slot, unlike(slot) + less);
    }
    setDifference(left, left, like, words);
  }
  return nearest.ids;
}

/** A function from a slot to its difference. */
function dissimilarityTo(index: CarIndex, car: LikedCar): (slot: number) => number {
  const { ranges, columns } = index;
  const ways = columns.location.values.map((town) => kilometresBetween(car.location, town));
  return (slot) =>
    dissimilarity(
      car,
      {
        price: ranges.price.values[slot] ?? 0,
        year: ranges.year.values[slot] ?? 0,
        mileage: ranges.mileage.values[slot] ?? 0,
      },
      ways[columns.location.codeAt(slot)] ?? null,
    );
}

/** Of many only those at about the same price, unless too few remain. */
function atSuchAPrice(
  index: CarIndex,
  { price }: LikedCar,
  like: Bitmap,
  most: number,
  scratch: Scratch,
): Bitmap {
  const { words } = index;
  let compared = like;
  for (const window of priceWindows) {
    if (countBits(compared, words) <= maxCompared) break;
    const near = scratch.dirtyBitmap(words);
    const [from, to] = [Math.floor(price / window), Math.ceil(price * window)];
    index.ranges.price.between(from, to, near, scratch.dirtyBitmap(words), words);
    andInto(near, like, words);
    if (countBits(near, words) < most) break;
    compared = near;
  }
  return compared;
}

/** The least different slots; ties by id, the same in every process. */
class Nearest {
  readonly #index: CarIndex;
  readonly #most: number;
  readonly #best: { slot: number; by: number }[] = [];

  constructor(index: CarIndex, most: number) {
    this.#index = index;
    this.#most = most;
  }

  /** Whether nothing this different would be inserted any more. */
  isFullBelow(by: number): boolean {
    return this.#best.length === this.#most && (this.#best.at(-1)?.by ?? 0) < by;
  }

  add(slot: number, by: number): void {
    const best = this.#best;
    if (best.length === this.#most && this.#isBehind(slot, by, this.#most - 1)) return;
    if (best.length === this.#most) best.pop();
    let place = best.length;
    while (place > 0 && !this.#isBehind(slot, by, place - 1)) place--;
    best.splice(place, 0, { slot, by });
  }

  get ids(): string[] {
    return this.#best.map(({ slot }) => this.#index.ids.text(slot));
  }

  #isBehind(slot: number, by: number, place: number): boolean {
    const other = this.#best[place];
    if (other === undefined) return false;
    return by === other.by ? this.#index.ids.compare(slot, other.slot) > 0 : by > other.by;
  }
}
