import { sameColor } from "#domain/search/color-words.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import { townsWithin } from "#domain/places/distance.ts";
import type { QueryMeaning } from "#domain/search/query-meaning.ts";
import {
  type BoundName,
  type FieldName,
  type ManyName,
  type RangeName,
  distanceNames,
  manyNames,
  oneNames,
  rangeFields,
  rangeNames,
  recencyNames,
} from "#domain/search/search-fields.ts";
import { type Bitmap, andInto, collectSlots, countBits } from "#server/market/columns/bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import type { Scratch } from "./scratch.ts";

/** A search: its filters, and its parsed query. */
export interface CarQuestion {
  readonly search: CarSearch;
  readonly meaning: QueryMeaning;
}

interface Filter {
  readonly field: FieldName;
  readonly bits: Bitmap;
}

/** A set of cars as bits and, lazily, as a list. */
export class SlotSet {
  readonly bits: Bitmap;
  readonly size: number;
  readonly #words: number;
  readonly #scratch: Scratch;
  #slots: Uint32Array | null = null;

  constructor(bits: Bitmap, words: number, scratch: Scratch, size = countBits(bits, words)) {
    this.bits = bits;
    this.size = size;
    this.#words = words;
    this.#scratch = scratch;
  }

  /** The first `size` entries count. */
  readonly slots = (): Uint32Array => {
    if (this.#slots === null) {
      this.#slots = this.#scratch.slots(this.size);
      collectSlots(this.bits, this.#words, this.#slots);
    }
    return this.#slots;
  };
}

/** The cars that match, and those that would without one filter. Uses the scratch space. */
export class FilteredCars {
  readonly all: SlotSet;
  readonly #words: number;
  readonly #scratch: Scratch;
  readonly #filters: readonly Filter[];
  readonly #hasWords: boolean;
  /** Cars that match the words and are refused by exactly one filter. */
  readonly #refusedOnce: Bitmap | null;

  constructor(index: CarIndex, { search, meaning }: CarQuestion, scratch: Scratch) {
    const { words } = index;
    this.#words = words;
    this.#scratch = scratch;
    const sets = new QuestionSets(index, scratch);
    const asked = sets.ofMeaning(meaning);
    this.#hasWords = asked.length > 0;
    let base = index.live;
    if (this.#hasWords) {
      base = scratch.dirtyBitmap(words);
      base.set(index.live.subarray(0, words));
      for (const bits of asked) andInto(base, bits, words);
    }
    this.#filters = sets.ofFilters(search);
    if (this.#filters.length === 0) {
      this.#refusedOnce = null;
      this.all = new SlotSet(base, words, scratch, this.#hasWords ? undefined : index.size);
    } else {
      const { all, once } = this.#apply(base);
      this.#refusedOnce = once;
      this.all = new SlotSet(all, words, scratch);
    }
  }

  /** Whether at most this field narrows the cars. */
  isAllBut(field: FieldName): boolean {
    return !this.#hasWords && this.#filters.every((filter) => filter.field === field);
  }

  /** The cars that would match without this field's filter. */
  without(field: FieldName): SlotSet {
    const filter = this.#filters.find((one) => one.field === field);
    const once = this.#refusedOnce;
    if (filter === undefined || once === null) return this.all;
    const words = this.#words;
    const bits = this.#scratch.dirtyBitmap(words);
    const all = this.all.bits;
    for (let i = 0; i < words; i++) bits[i] = (all[i] ?? 0) | ((once[i] ?? 0) & ~(filter.bits[i] ?? 0));
    return new SlotSet(bits, words, this.#scratch);
  }

  /** One pass over all filters: cars that pass all, and cars that exactly one refuses. */
  #apply(base: Bitmap): { all: Bitmap; once: Bitmap } {
    const words = this.#words;
    const all = this.#scratch.dirtyBitmap(words);
    const once = this.#scratch.emptyBitmap(words);
    const more = this.#scratch.emptyBitmap(words);
    for (const { bits } of this.#filters) {
      for (let i = 0; i < words; i++) {
        const refused = ~(bits[i] ?? 0);
        const already = once[i] ?? 0;
        more[i] = (more[i] ?? 0) | (already & refused);
        once[i] = already | refused;
      }
    }
    for (let i = 0; i < words; i++) {
      const inBase = base[i] ?? 0;
      const any = once[i] ?? 0;
      all[i] = inBase & ~any;
      once[i] = inBase & any & ~(more[i] ?? 0);
    }
    return { all, once };
  }
}

/** The set of slots for each condition; may include tombstones. Read-only. */
class QuestionSets {
  readonly #index: CarIndex;
  readonly #scratch: Scratch;

  constructor(index: CarIndex, scratch: Scratch) {
    this.#index = index;
    this.#scratch = scratch;
  }

  ofFilters(search: CarSearch): Filter[] {
    const filters: Filter[] = [];
    for (const field of oneNames) {
      const values = search[field];
      if (values.length > 0)
        filters.push({
          field,
          bits: this.#index.columns[field].anyOf(values, this.#empty, this.#index.words),
        });
    }
    for (const field of manyNames) {
      const values = search[field];
      if (values.length > 0) filters.push({ field, bits: this.#withAll(field, values) });
    }
    for (const field of rangeNames) {
      const bits = this.#range(field, search);
      if (bits !== null) filters.push({ field, bits });
    }
    for (const field of recencyNames) {
      const days = search[field];
      if (days !== null) filters.push({ field, bits: this.#index.recencies[field].within(days) });
    }
    for (const field of distanceNames) {
      const near = search[field];
      if (near === null) continue;
      const { words, columns } = this.#index;
      const bits = columns.location.anyOf(townsWithin(near, near.km), this.#empty, words);
      filters.push({ field, bits });
    }
    if (search.recommended !== null) {
      const bits = search.recommended ? this.#index.recommended : this.#not(this.#index.recommended);
      filters.push({ field: "recommended", bits });
    }
    return filters;
  }

  /** The conditions of the words; all must hold. */
  ofMeaning(meaning: QueryMeaning): Bitmap[] {
    const index = this.#index;
    const { words } = index;
    const asked: Bitmap[] = [];
    for (const field of oneNames) {
      const values = meaning.lists[field];
      if (values.length > 0) asked.push(index.columns[field].anyOf(values, this.#empty, words));
    }
    for (const field of manyNames) {
      const values = meaning.lists[field];
      if (values.length > 0) asked.push(this.#withAll(field, values));
    }
    for (const field of rangeNames) {
      const bits = this.#range(field, meaning.bounds);
      if (bits !== null) asked.push(bits);
    }
    for (const { id, not } of meaning.features) asked.push(this.#withFeature(id, not));
    if (meaning.number !== null) {
      const bits = this.#empty();
      const slot = index.slotOfNumber(meaning.number);
      if (slot !== -1) bits[slot >>> 5] = 1 << (slot & 31);
      asked.push(bits);
    }
    for (const { word, prefix } of meaning.freeWords) {
      const bits = this.#empty();
      for (const one of sameColor(word)) index.text.get(one)?.orInto(bits, words);
      if (prefix) for (const posting of index.text.startingWith(word)) posting.orInto(bits, words);
      asked.push(bits);
    }
    return asked;
  }

  readonly #empty = (): Bitmap => this.#scratch.emptyBitmap(this.#index.words);

  #withAll(field: ManyName, [first = "", ...others]: readonly string[]): Bitmap {
    const { words, many } = this.#index;
    const all = this.#empty();
    many[field].get(first)?.orInto(all, words);
    const other = this.#scratch.dirtyBitmap(words);
    for (const value of others) {
      other.fill(0, 0, words);
      many[field].get(value)?.orInto(other, words);
      andInto(all, other, words);
    }
    return all;
  }

  #not(other: Bitmap): Bitmap {
    const { words } = this.#index;
    const bits = this.#scratch.dirtyBitmap(words);
    for (let i = 0; i < words; i++) bits[i] = ~(other[i] ?? 0);
    return bits;
  }

  #range(field: RangeName, bounds: Readonly<Record<BoundName, number | null>>): Bitmap | null {
    const min = bounds[rangeFields[field].min];
    const max = bounds[rangeFields[field].max];
    if (min === null && max === null) return null;
    const { words, ranges } = this.#index;
    const bits = this.#scratch.dirtyBitmap(words);
    ranges[field].between(min, max, bits, this.#scratch.dirtyBitmap(words), words);
    return bits;
  }

  /** Cars with a feature, or without a statement of it. */
  #withFeature(id: string, not: boolean): Bitmap {
    const { words, registered, features } = this.#index;
    if (id === "registered") return not ? this.#not(registered) : registered;
    const bits = this.#empty();
    features.get(id)?.orInto(bits, words);
    if (id === "unregistered") {
      // If an end was given, it has passed.
      const dated = this.#empty();
      features.get("dated")?.orInto(dated, words);
      for (let i = 0; i < words; i++) bits[i] = (bits[i] ?? 0) | ((dated[i] ?? 0) & ~(registered[i] ?? 0));
    }
    return not ? this.#not(bits) : bits;
  }
}
