import { sameColor } from "#domain/cars/car-colors.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import type { QueryMeaning } from "#domain/search/query-meaning.ts";
import {
  type BoundName,
  type FieldName,
  type ListName,
  type RangeName,
  type SortOption,
  listNames,
  rangeFields,
  rangeNames,
  recordOf,
  searchOrders,
} from "#domain/search/search-fields.ts";
import { type Bitmap, andInto, collectSlots, countBits } from "#server/columns/bitmap.ts";
import type { CarIndex } from "./car-index.ts";
import { Scratch } from "./scratch.ts";
import { type Ordering, selectPage } from "#server/columns/select-page.ts";

interface Filter {
  field: FieldName;
  bits: Bitmap;
}

/** A set of cars, as bits and, once somebody asks, as a list. */
class SlotSet {
  readonly bits: Bitmap;
  readonly size: number;
  private readonly words: number;
  private readonly scratch: Scratch;
  private list: Uint32Array | null = null;

  constructor(bits: Bitmap, words: number, scratch: Scratch, size: number | null = null) {
    this.bits = bits;
    this.words = words;
    this.scratch = scratch;
    this.size = size ?? countBits(bits, words);
  }

  /** The first `size` of these; not to be changed. */
  readonly slots = (): Uint32Array => {
    if (this.list === null) {
      const list = this.scratch.list(this.size);
      collectSlots(this.bits, this.words, list);
      this.list = list;
    }
    return this.list;
  };
}

/** Counts by value for every facet, and the extents of the ranges; the contract's facets but for the words. */
export type FacetCounts = Record<ListName, Record<string, number>> &
  Record<RangeName, { min: number | null; max: number | null }> & { total: number };

const titlePoints = 2;
const textPoints = 1;

// Keys of the page being chosen: no two are chosen at once.
let keysScratch = new Float64Array(1024);

/**
 * What a search finds in the index as it is. Good until the index changes; `close` gives its working space back. The
 * order and the page do not belong to it: all pages of all orders can be had from one.
 */
export class CarsFound {
  private readonly index: CarIndex;
  private readonly search: CarSearch;
  private readonly meaning: QueryMeaning;
  private readonly words: number;
  private readonly filters: Filter[];
  /** What the words ask for; no facet leaves it out. */
  private readonly base: Bitmap;
  private readonly isBaseAll: boolean;
  private readonly found: SlotSet;
  /** Of the base, those that exactly one filter refuses. */
  private readonly refusedOnce: Bitmap | null;
  private readonly scratch = new Scratch();

  constructor(index: CarIndex, search: CarSearch, meaning: QueryMeaning) {
    this.index = index;
    this.search = search;
    this.meaning = meaning;
    this.words = index.words;
    const asked = this.askedByWords();
    this.isBaseAll = asked.length === 0;
    this.base = index.live;
    if (asked.length > 0) {
      this.base = this.scratch.dirtyBitmap(this.words);
      this.base.set(index.live.subarray(0, this.words));
      for (const bits of asked) andInto(this.base, bits, this.words);
    }
    this.filters = this.chosenFilters();
    if (this.filters.length === 0) {
      this.refusedOnce = null;
      this.found = new SlotSet(this.base, this.words, this.scratch, this.isBaseAll ? index.size : null);
    } else {
      const { all, once } = this.applyFilters();
      this.refusedOnce = once;
      this.found = new SlotSet(all, this.words, this.scratch);
    }
  }

  /** Exact. */
  get total(): number {
    return this.found.size;
  }

  close(): void {
    this.scratch.close();
  }

  /** Ids of one page in an order, by default the search's; `offset` counts cars. */
  page(offset: number, limit: number, sort: SortOption = this.search.sort): string[] {
    const { size } = this.found;
    if (offset >= size) return [];
    // Choosing reorders its list, and the facets may want the first one as it is. Given back at once: any number of
    // pages may be asked of one search.
    const scratch = new Scratch();
    const slots = scratch.list(size);
    slots.set(this.found.slots().subarray(0, size));
    const keys = this.keys(slots, size, sort);
    const ordering: Ordering = { keys, compareIds: (a, b) => this.index.ids.compare(a, b) };
    const ids = selectPage(slots, size, ordering, offset, limit).map((slot) => this.index.ids.text(slot));
    scratch.close();
    return ids;
  }

  /** Each count is the total after choosing that value, its own field's present choice left out. */
  facets(options: { models: boolean } = { models: true }): FacetCounts {
    return {
      total: this.total,
      ...recordOf(listNames, (field) => (field !== "model" || options.models ? this.countsOf(field) : {})),
      ...recordOf(rangeNames, (field) => this.extentOf(field)),
    };
  }

  private countsOf(field: ListName): Record<string, number> {
    const column = this.index.columns[field];
    const isOnlyFilter = this.filters.every((filter) => filter.field === field);
    // Nothing but this field is chosen: what all live cars are is known already.
    if (this.isBaseAll && isOnlyFilter) return column.countAll();
    return column.countIn(this.without(field), this.words);
  }

  private extentOf(field: RangeName): { min: number | null; max: number | null } {
    return this.index.ranges[field].extent(this.without(field), this.words) ?? { min: null, max: null };
  }

  /** What would be found if this field's filter were not chosen. */
  private without(field: FieldName): SlotSet {
    const filter = this.filters.find((one) => one.field === field);
    if (filter === undefined || this.refusedOnce === null) return this.found;
    const { words, refusedOnce: once } = this;
    const bits = this.scratch.dirtyBitmap(words);
    const all = this.found.bits;
    for (let i = 0; i < words; i++) bits[i] = (all[i] ?? 0) | ((once[i] ?? 0) & ~(filter.bits[i] ?? 0));
    return new SlotSet(bits, words, this.scratch);
  }

  /** One pass over all filters: what passes them all, and what exactly one refuses. */
  private applyFilters(): { all: Bitmap; once: Bitmap } {
    const { words, base } = this;
    const all = this.scratch.dirtyBitmap(words);
    const once = this.scratch.emptyBitmap(words);
    const more = this.scratch.emptyBitmap(words);
    for (const { bits } of this.filters) {
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

  private chosenFilters(): Filter[] {
    const { index, search, words } = this;
    const filters: Filter[] = [];
    for (const field of listNames) {
      const values = search[field];
      if (values.length > 0) {
        filters.push({
          field,
          bits: index.columns[field].anyOf(values, () => this.scratch.emptyBitmap(words), words),
        });
      }
    }
    for (const field of rangeNames) {
      const bits = this.range(field, search);
      if (bits !== null) filters.push({ field, bits });
    }
    if (search.recommended !== null) {
      filters.push({
        field: "recommended",
        bits: search.recommended ? index.recommended : this.notRecommended(),
      });
    }
    return filters;
  }

  private notRecommended(): Bitmap {
    const bits = this.scratch.dirtyBitmap(this.words);
    for (let i = 0; i < this.words; i++) bits[i] = ~(this.index.recommended[i] ?? 0);
    return bits;
  }

  private range(field: RangeName, bounds: Readonly<Record<BoundName, number | null>>): Bitmap | null {
    const min = bounds[rangeFields[field].min];
    const max = bounds[rangeFields[field].max];
    if (min === null && max === null) return null;
    const bits = this.scratch.dirtyBitmap(this.words);
    this.index.ranges[field].between(min, max, bits, this.scratch.dirtyBitmap(this.words), this.words);
    return bits;
  }

  /** Sets that the words of the search ask for; all of them must hold. */
  private askedByWords(): Bitmap[] {
    const { index, meaning, words } = this;
    const empty = () => this.scratch.emptyBitmap(words);
    const asked: Bitmap[] = [];
    for (const field of listNames) {
      const values = meaning.lists[field];
      if (values.length > 0) asked.push(index.columns[field].anyOf(values, empty, words));
    }
    for (const field of rangeNames) {
      const bits = this.range(field, meaning.bounds);
      if (bits !== null) asked.push(bits);
    }
    for (const { id, not } of meaning.features) asked.push(this.withFeature(id, not));
    if (meaning.number !== null) {
      const bits = empty();
      const slot = index.slotOfNumber(meaning.number);
      if (slot !== -1) bits[slot >>> 5] = 1 << (slot & 31);
      asked.push(bits);
    }
    for (const { word, prefix } of meaning.freeWords) {
      const bits = empty();
      for (const one of sameColor(word)) index.text.get(one)?.orInto(bits, words);
      if (prefix) for (const posting of index.text.startingWith(word)) posting.orInto(bits, words);
      asked.push(bits);
    }
    return asked;
  }

  /** The cars that have a feature, or do not say so; dead ones among them. */
  private withFeature(id: string, not: boolean): Bitmap {
    const { index, words } = this;
    if (id === "registered" && !not) return index.registered;
    const bits = this.scratch.emptyBitmap(words);
    if (id === "registered") bits.set(index.registered.subarray(0, words));
    else index.features.get(id)?.orInto(bits, words);
    if (id === "unregistered") {
      // Where the end was given, it has come.
      const dated = this.scratch.emptyBitmap(words);
      index.features.get("dated")?.orInto(dated, words);
      for (let i = 0; i < words; i++)
        bits[i] = (bits[i] ?? 0) | ((dated[i] ?? 0) & ~(index.registered[i] ?? 0));
    }
    if (not) for (let i = 0; i < words; i++) bits[i] = ~(bits[i] ?? 0);
    return bits;
  }

  /** What each slot is ordered by, the largest first. */
  private keys(slots: Uint32Array, size: number, sort: SortOption): Float64Array {
    if (keysScratch.length < size) keysScratch = new Float64Array(size * 2);
    const keys = keysScratch;
    const { index } = this;
    const { by, isDescending } = searchOrders[sort];
    if (by === null) return this.standardKeys(slots, size, keys);
    const values = by === "createdAt" ? index.facts.createdAt : index.ranges[by].values;
    const sign = isDescending ? 1 : -1;
    for (let i = 0; i < size; i++) keys[i] = sign * (values[slots[i] ?? 0] ?? 0);
    return keys;
  }

  /** Recommended, then what the words ask to have first, or relevance where there are any, then newest: in one number. */
  private standardKeys(slots: Uint32Array, size: number, keys: Float64Array): Float64Array {
    const { index } = this;
    const { order } = this.meaning;
    if (order !== null) {
      const { values } = order === "price_asc" ? index.ranges.price : index.ranges.mileage;
      const aboveAll = 2 ** 43;
      for (let i = 0; i < size; i++) {
        const slot = slots[i] ?? 0;
        keys[i] = (this.isRecommended(slot) ? aboveAll : 0) - (values[slot] ?? 0);
      }
      return keys;
    }
    const scores = this.meaning.relevant.length === 0 ? null : this.scores(slots, size);
    // Milliseconds stay below 2^43 until the year 2248; 256 steps of relevance and the recommended above them.
    const step = 2 ** 43;
    for (let i = 0; i < size; i++) {
      const slot = slots[i] ?? 0;
      const rank = (this.isRecommended(slot) ? 256 : 0) + (scores === null ? 0 : (scores[slot] ?? 0));
      keys[i] = rank * step + (index.facts.createdAt[slot] ?? 0);
    }
    return keys;
  }

  private isRecommended(slot: number): boolean {
    return (((this.index.recommended[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  /** By slot: how many of the words stand in its text, those in brand and model counting more. */
  private scores(slots: Uint32Array, size: number): Uint8Array {
    const scores = new Uint8Array(this.index.slots);
    for (const word of this.meaning.relevant) {
      this.index.title.get(word)?.addScore(scores, slots, size, titlePoints);
      for (const one of sameColor(word)) this.index.text.get(one)?.addScore(scores, slots, size, textPoints);
    }
    return scores;
  }
}
