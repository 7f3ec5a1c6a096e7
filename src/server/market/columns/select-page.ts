/** Slots with their sort keys: the greatest key first, ties by id. */
export interface Ordering {
  keys: Float64Array;
  /** Negative if the first slot's id sorts before the second's. */
  compareIds: (first: number, second: number) => number;
}

// Up to this size the best are collected in one pass; beyond, the slots are partitioned once.
const smallPage = 2_000;

/**
 * The slots from `offset` to `offset + limit` in order, without sorting the rest. `slots` and the keys (by
 * index in `slots`) may be reordered. Time grows with the set, not with the offset.
 */
export function selectPage(
  slots: Uint32Array,
  count: number,
  ordering: Ordering,
  offset: number,
  limit: number,
): number[] {
  const end = Math.min(offset + limit, count);
  if (offset >= end) return [];
  const { keys, compareIds } = ordering;
  const isBefore = (a: number, b: number): boolean => {
    const difference = (keys[a] ?? 0) - (keys[b] ?? 0);
    return difference === 0 ? compareIds(slots[a] ?? 0, slots[b] ?? 0) < 0 : difference > 0;
  };
  const swap = (a: number, b: number): void => {
    const key = keys[a] ?? 0;
    keys[a] = keys[b] ?? 0;
    keys[b] = key;
    const slot = slots[a] ?? 0;
    slots[a] = slots[b] ?? 0;
    slots[b] = slot;
  };
  /** Moves the first `wanted` of those before `to` to the front, in any order. */
  const partition = (to: number, wanted: number): void => {
    let low = 0;
    let high = to - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // Median of three as pivot: fast for sorted input.
      if (isBefore(middle, low)) swap(middle, low);
      if (isBefore(high, low)) swap(high, low);
      if (isBefore(high, middle)) swap(high, middle);
      if (high - low < 3) return;
      swap(middle, high - 1);
      const pivot = high - 1;
      let left = low;
      let right = pivot;
      for (;;) {
        do left++;
        while (isBefore(left, pivot));
        do right--;
        while (right > low && isBefore(pivot, right));
        if (left >= right) break;
        swap(left, right);
      }
      swap(left, pivot);
      if (left === wanted || left === wanted - 1) return;
      if (left < wanted) low = left + 1;
      else high = left - 1;
    }
  };

  let size = count;
  if (end <= smallPage && count > end * 4) {
    // A heap-like front of candidates: anything behind the worst candidate is skipped after one comparison.
    const front = Math.max(end * 4, 128);
    size = Math.min(front, count);
    let worst = -1;
    let worstKey = -Infinity;
    for (let at = size; at < count; at++) {
      const key = keys[at] ?? 0;
      // Usually the last step.
      if (key < worstKey) continue;
      if (worst !== -1 && !isBefore(at, worst)) continue;
      if (size === front) {
        partition(size, end);
        size = end;
        swap(hindmost(0, end, isBefore), end - 1);
        worst = end - 1;
        worstKey = keys[worst] ?? 0;
        if (!isBefore(at, worst)) continue;
      }
      if (at !== size) swap(at, size);
      size++;
    }
  }
  if (end < size) partition(size, end);
  if (offset > 0) partition(end, offset);
  return Array.from({ length: end - offset }, (_, index) => offset + index)
    .toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
    .map((place) => slots[place] ?? 0);
}

/** The last of some positions in order. */
function hindmost(from: number, to: number, isBefore: (a: number, b: number) => boolean): number {
  let worst = from;
  for (let place = from + 1; place < to; place++) if (isBefore(worst, place)) worst = place;
  return worst;
}
