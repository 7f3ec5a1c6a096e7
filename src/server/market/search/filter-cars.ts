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

/** What a search asks for: its filters, and what its words were taken for. */
export interface CarQuestion {
  readonly search: CarSearch;
  readonly meaning: QueryMeaning;
}

interface Filter {
  readonly field: FieldName;
  readonly bits: Bitmap;
}

/** A set of cars, as bits and, once somebody asks, as a list. */
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

  /** The first `size` of these. */
  readonly slots = (): Uint32Array => {
    if (this.#slots === null) {
      this.#slots = this.#scratch.slots(this.size);
      collectSlots(this.bits, this.#words, this.#slots);
    }
    return this.#slots;
  };
}

/** The cars that answer a question, and those that would if one filter were not chosen. Made of working space. */
export class FilteredCars {
  readonly all: SlotSet;
  readonly #words: number;
  readonly #scratch: Scratch;
  readonly #filters: readonly Filter[];
  readonly #hasWords: boolean;
  /** Of what the words ask for, the cars that exactly one filter refuses. */
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

  /** Whether nothing but this field, if even that, narrows the cars. */
  isAllBut(field: FieldName): boolean {
    return !this.#hasWords && this.#filters.every((filter) => filter.field === field);
  }

  /** What would be found if this field's filter were not chosen. */
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

  /** One pass over all filters: what passes them all, and what exactly one refuses. */
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

/** The set of slots for each condition of a question; removed cars may be among them. Not to be changed. */
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

  /** What the words ask for; all of it must hold. */
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

  /** The cars that have a feature, or do not say so. */
  #withFeature(id: string, not: boolean): Bitmap {
    const { words, registered, features } = this.#index;
    if (id === "registered") return not ? this.#not(registered) : registered;
    const bits = this.#empty();
    features.get(id)?.orInto(bits, words);
    if (id === "unregistered") {
      // Where the end was given, it has come.
      const dated = this.#empty();
      features.get("dated")?.orInto(dated, words);
      for (let i = 0; i < words; i++) bits[i] = (bits[i] ?? 0) | ((dated[i] ?? 0) & ~(registered[i] ?? 0));
    }
    return not ? this.#not(bits) : bits;
  }
}
