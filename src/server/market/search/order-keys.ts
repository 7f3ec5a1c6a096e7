import { sameColor } from "#domain/search/color-words.ts";
import type { QueryMeaning } from "#domain/search/query-meaning.ts";
import { type SortOption, searchOrders } from "#domain/search/search-fields.ts";
import { hasBit } from "#server/market/columns/bitmap.ts";
import type { CarIndex } from "./car-index.ts";

const titlePoints = 2;
const textPoints = 1;

// Milliseconds stay below 2^43 until the year 2248.
const aboveAllMoments = 2 ** 43;
const maxRelevant = 256;

/** Writes each slot's sort key into `keys`; the car with the greatest key comes first. */
export function writeOrderKeys(
  keys: Float64Array,
  index: CarIndex,
  slots: Uint32Array,
  size: number,
  { sort, meaning }: { sort: SortOption; meaning: QueryMeaning },
): void {
  const { by, isDescending } = searchOrders[sort];
  if (by === null) {
    writeStandardKeys(keys, index, slots, size, meaning);
    return;
  }
  const values = by === "listedAt" ? index.facts.listedAt : index.ranges[by].values;
  const sign = isDescending ? 1 : -1;
  for (let i = 0; i < size; i++) keys[i] = sign * (values[slots[i] ?? 0] ?? 0);
}

/** The standard order in one number: recommended, then the order of the words or relevance, then newest. */
function writeStandardKeys(
  keys: Float64Array,
  index: CarIndex,
  slots: Uint32Array,
  size: number,
  { order, relevant }: QueryMeaning,
): void {
  const { recommended, ranges, facts } = index;
  if (order !== null) {
    const { values } = order === "price_asc" ? ranges.price : ranges.mileage;
    for (let i = 0; i < size; i++) {
      const slot = slots[i] ?? 0;
      keys[i] = (hasBit(recommended, slot) ? aboveAllMoments : 0) - (values[slot] ?? 0);
    }
    return;
  }
  const scores = relevant.length === 0 ? null : scoresOf(index, slots, size, relevant);
  for (let i = 0; i < size; i++) {
    const slot = slots[i] ?? 0;
    const rank = (hasBit(recommended, slot) ? maxRelevant : 0) + (scores === null ? 0 : (scores[slot] ?? 0));
    keys[i] = rank * aboveAllMoments + (facts.listedAt[slot] ?? 0);
  }
}

/** Scores by slot: how many of the words occur; those in brand and model count more. */
function scoresOf(
  index: CarIndex,
  slots: Uint32Array,
  size: number,
  relevant: readonly string[],
): Uint8Array {
  const scores = new Uint8Array(index.slots);
  for (const word of relevant) {
    index.title.get(word)?.addScore(scores, slots, size, titlePoints);
    for (const one of sameColor(word)) index.text.get(one)?.addScore(scores, slots, size, textPoints);
  }
  return scores;
}
