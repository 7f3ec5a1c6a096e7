import type { TextWords } from "#domain/search/understand.ts";
import { sameColor } from "#domain/search/color-words.ts";
import {
  type ManyName,
  type OneName,
  type RangeName,
  type RecencyName,
  listFields,
  manyNames,
  oneNames,
  rangeNames,
  recencyFields,
  recencyNames,
  recordOf,
} from "#domain/search/search-fields.ts";
import { fold } from "#domain/text/fold.ts";
import {
  type Bitmap,
  clearBit,
  createBitmap,
  growBitmap,
  hasBit,
  setBit,
  wordsFor,
} from "#server/market/columns/bitmap.ts";
import { CarFacts } from "./car-facts.ts";
import { carWords } from "./car-words.ts";
import { Expirations } from "#server/market/columns/expirations.ts";
import { IdTable, parseId } from "#server/market/columns/id-table.ts";
import { RangeColumn } from "#server/market/columns/range-column.ts";
import { RecencyColumn } from "#server/market/columns/recency-column.ts";
import { type IndexedCar, listValue, rangeValue, type TotalOf, totalWithoutTariff } from "./indexed-car.ts";
import { rangeEdges } from "./range-edges.ts";
import { TermIndex } from "#server/market/columns/term-index.ts";
import { ValueColumn } from "#server/market/columns/value-column.ts";

const firstCapacity = 1024;
const slotsPerStep = 10_000;
/** Computing costs and setting a range takes some 5 µs a car. */
const totalsPerStep = 1_000;
/** Keeps the sum of a million moments exact. */
export const momentsModulus = 1_000_003;

/**
 * All public cars in columns and bitmaps, for searching and counting without the database. Pure memory: the
 * keeper decides what is inserted, and `advance` sets the time.
 *
 * Every car has a slot. Slot numbers only increase, so every list of slots is ascending and only appended to. A
 * changed car gets a new slot; its old one becomes a tombstone. With too many tombstones `compacting()` makes a
 * fresh index of the live cars.
 */
export class CarIndex implements TextWords {
  #capacity: number;
  #nextSlot = 0;
  #liveCount = 0;
  #rowVersionSum = 0;
  #now = 0;
  /** Increases with every change that may affect an answer. */
  version = 0;

  ids: IdTable;
  live: Bitmap;
  recommended: Bitmap;
  /** Cars with a valid registration, by its end or else by their text. */
  registered: Bitmap;
  readonly columns: Readonly<Record<OneName, ValueColumn>>;
  /** Cars by value, tombstones included. */
  many: Readonly<Record<ManyName, TermIndex>>;
  ranges: Readonly<Record<RangeName, RangeColumn>>;
  readonly recencies: Readonly<Record<RecencyName, RecencyColumn>>;
  readonly facts: CarFacts;
  /** Words of brand and model. */
  title = new TermIndex();
  /** All words: of title, facts and description. */
  text = new TermIndex();
  /** Features by texts and facts (features.ts), `dated` for cars with a given end of registration. */
  features = new TermIndex();
  #expirations = new Expirations();
  readonly #modelsOfBrand = new Map<string, Map<string, string>>();
  #newModels = 0;
  /** The tariff and year of the current totals. */
  totalOf: TotalOf;

  /** `expected`: how many cars to make room for. */
  constructor(expected = 0, totalOf: TotalOf = totalWithoutTariff) {
    this.totalOf = totalOf;
    const capacity = Math.max(firstCapacity, Math.ceil(expected * 1.15));
    this.#capacity = capacity;
    this.ids = new IdTable(capacity);
    this.live = createBitmap(capacity);
    this.recommended = createBitmap(capacity);
    this.registered = createBitmap(capacity);
    this.columns = recordOf(
      oneNames,
      (name) => new ValueColumn(capacity, listFields[name].isOpen === true ? fold : undefined),
    );
    this.many = recordOf(manyNames, () => new TermIndex());
    this.ranges = recordOf(rangeNames, (name) => new RangeColumn(capacity, rangeEdges[name]));
    this.recencies = recordOf(recencyNames, (name) => new RecencyColumn(capacity, recencyFields[name].days));
    this.facts = new CarFacts(capacity);
  }

  /** Number of live cars. */
  get size(): number {
    return this.#liveCount;
  }

  /** The sum of all live cars' row versions: with `size`, for comparison with the database. */
  get checksum(): number {
    return this.#rowVersionSum;
  }

  /** The sum of all live cars' listing ends: sellers change them without the cars' rows. */
  get endsChecksum(): number {
    let sum = 0;
    for (let slot = 0; slot < this.#nextSlot; slot++) {
      const until = this.facts.listableUntil[slot] ?? 0;
      if (Number.isFinite(until) && hasBit(this.live, slot)) sum += Math.floor(until) % momentsModulus;
    }
    return sum;
  }

  /** The sum of all live cars' confirmations: imports change them without the cars' rows. */
  get confirmationsChecksum(): number {
    let sum = 0;
    for (let slot = 0; slot < this.#nextSlot; slot++)
      if (hasBit(this.live, slot)) sum += this.recencies.confirmed.at(slot) % momentsModulus;
    return sum;
  }

  /** Slots used so far, tombstones included. */
  get slots(): number {
    return this.#nextSlot;
  }

  /** Words of a bitmap in use. */
  get words(): number {
    return wordsFor(this.#nextSlot);
  }

  /** Whether compaction pays off: tombstones exceed a third of the live slots. */
  get needsCompaction(): boolean {
    const tombstones = this.#nextSlot - this.#liveCount;
    return tombstones > 4096 && tombstones * 3 > this.#liveCount;
  }

  /** Models of each brand's cars, as written; `modelsVersion` increases with a new one. */
  get models(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    return this.#modelsOfBrand;
  }

  get modelsVersion(): number {
    return this.#newModels;
  }

  /** The row version, listing end and confirmation of the car with this id; null if it is not in the index. */
  rowState(id: string): { rowVersion: number; listableUntil: number; confirmed: number } | null {
    const slot = this.ids.find(parseId(id));
    if (slot === -1) return null;
    return {
      rowVersion: this.facts.rowVersions[slot] ?? 0,
      listableUntil: this.facts.listableUntil[slot] ?? 0,
      confirmed: this.recencies.confirmed.at(slot),
    };
  }

  /** Applies what has ended by then: sponsorships, and dealers' listings. */
  advance(now: number): void {
    this.#now = now;
    while (this.#expirations.next <= now) {
      const slot = this.#expirations.take();
      if (!hasBit(this.live, slot)) continue;
      if ((this.facts.listableUntil[slot] ?? 0) <= now) {
        this.#kill(slot);
        continue;
      }
      if ((this.facts.sponsoredUntil[slot] ?? 0) <= now && hasBit(this.recommended, slot)) {
        clearBit(this.recommended, slot);
        this.version++;
      }
      if ((this.facts.registeredUntil[slot] ?? 0) <= now && hasBit(this.registered, slot)) {
        clearBit(this.registered, slot);
        this.version++;
      }
      for (const name of recencyNames) {
        if (!this.recencies[name].advance(slot, now)) continue;
        this.#awaitRecencyEnd(slot, name);
        this.version++;
      }
    }
  }

  /** Inserts or updates a public car; removes it if its listing has expired. */
  put(car: IndexedCar): void {
    const parts = parseId(car.id);
    const old = this.ids.find(parts);
    if (car.listableUntil <= this.#now) {
      if (old !== -1) this.#kill(old);
      return;
    }
    if (old !== -1 && this.facts.rowVersions[old] === car.rowVersion) {
      // Only the seller changed, or an import confirmed the car without writing its row.
      if (this.facts.listableUntil[old] !== car.listableUntil) this.#listUntil(old, car.listableUntil);
      for (const name of recencyNames) {
        if (this.recencies[name].at(old) === car[name]) continue;
        this.recencies[name].drop(old);
        this.#setRecency(old, name, car[name]);
        this.version++;
      }
      return;
    }
    if (old !== -1) this.#kill(old);
    const slot = this.#takeSlot();
    this.ids.set(slot, parts);
    this.#fill(slot, car);
    setBit(this.live, slot);
    this.#liveCount++;
    this.#rowVersionSum += car.rowVersion;
    this.version++;
  }

  /** Removes a car that is no longer public; no-op for an unknown one. */
  remove(id: string): void {
    const slot = this.ids.find(parseId(id));
    if (slot !== -1) this.#kill(slot);
  }

  /** The slot of the live car with this number, or -1. */
  slotOfNumber(number: number): number {
    for (
      let slot = this.facts.numbers.indexOf(number);
      slot !== -1;
      slot = this.facts.numbers.indexOf(number, slot + 1)
    ) {
      if (slot < this.#nextSlot && hasBit(this.live, slot)) return slot;
      if (slot >= this.#nextSlot) break;
    }
    return -1;
  }

  /** "BMW X5 2016". */
  describe(slot: number): string {
    const value = (field: OneName) => this.columns[field].values[this.columns[field].codeAt(slot)] ?? "";
    return `${value("brand")} ${value("model")} ${this.ranges.year.at(slot) ?? ""}`;
  }

  has(word: string): boolean {
    return sameColor(word).some((one) => this.text.has(one, this.live, this.words));
  }

  hasPrefix(prefix: string): boolean {
    return this.text.hasPrefix(prefix, this.live, this.words);
  }

  hasNumber(number: number): boolean {
    return this.slotOfNumber(number) !== -1;
  }

  /** Ids of all live cars, to find those deleted from the database. */
  *liveIds(): Generator<string> {
    for (let slot = 0; slot < this.#nextSlot; slot++) if (hasBit(this.live, slot)) yield this.ids.text(slot);
  }

  /**
   * A compacted index of the live cars with the same answers. Made in steps of some milliseconds, so that
   * searches of the old one continue. Meanwhile no car may be inserted or removed, but time may advance.
   */
  *compacting(): Generator<void, CarIndex> {
    const index = new CarIndex(this.#liveCount, this.totalOf);
    index.#now = this.#now;
    const moved = new Int32Array(this.#nextSlot).fill(-1);
    for (let slot = 0; slot < this.#nextSlot; slot++) {
      if (slot % slotsPerStep === slotsPerStep - 1) yield;
      if (!hasBit(this.live, slot)) continue;
      const to = index.#takeSlot();
      moved[slot] = to;
      index.ids.set(to, this.ids.partsOf(slot));
      for (const field of oneNames) index.columns[field].copy(to, this.columns[field], slot, index.#capacity);
      for (const name of rangeNames) index.ranges[name].set(to, this.ranges[name].at(slot));
      for (const name of recencyNames) index.#setRecency(to, name, this.recencies[name].at(slot));
      index.#setFacts(to, {
        number: this.facts.numbers[slot] ?? 0,
        rowVersion: this.facts.rowVersions[slot] ?? 0,
        listedAt: this.facts.listedAt[slot] ?? 0,
        sponsoredUntil: this.facts.sponsoredUntil[slot] ?? 0,
        listableUntil: this.facts.listableUntil[slot] ?? 0,
        registeredUntil: this.facts.registeredUntil[slot] ?? 0,
      });
      setBit(index.live, to);
      index.#liveCount++;
      index.#rowVersionSum += this.facts.rowVersions[slot] ?? 0;
    }
    index.title = yield* this.title.moving(moved, index.#capacity);
    index.text = yield* this.text.moving(moved, index.#capacity);
    index.features = yield* this.features.moving(moved, index.#capacity);
    for (const name of manyNames) {
      const moving = yield* this.many[name].moving(moved, index.#capacity);
      index.many = { ...index.many, [name]: moving };
    }
    for (const [brand, models] of this.#modelsOfBrand) index.#modelsOfBrand.set(brand, new Map(models));
    index.#newModels = this.#newModels;
    index.version = this.version + 1;
    return index;
  }

  /**
   * Recomputes all cars' prices with plates, in steps of some milliseconds during which searches use the former
   * ones. Meanwhile no car may be inserted or removed, but time may advance.
   */
  *computingTotals(totalOf: TotalOf): Generator<void, void> {
    const totals = new RangeColumn(this.#capacity, rangeEdges.totalPrice);
    const valueAt = (name: "fuel" | "customsPaid", slot: number): string =>
      this.columns[name].values[this.columns[name].codeAt(slot)] ?? "";
    for (let slot = 0; slot < this.#nextSlot; slot++) {
      if (slot % totalsPerStep === totalsPerStep - 1) yield;
      if (!hasBit(this.live, slot)) continue;
      const customsPaid = valueAt("customsPaid", slot);
      const total = totalOf({
        price: this.ranges.price.at(slot) ?? 0,
        year: this.ranges.year.at(slot) ?? 0,
        fuel: valueAt("fuel", slot),
        engineSize: this.ranges.engineSize.at(slot),
        customsPaid: customsPaid === "" ? null : customsPaid === "true",
      });
      totals.set(slot, total);
    }
    this.ranges = { ...this.ranges, totalPrice: totals };
    this.totalOf = totalOf;
    this.version++;
  }

  /** Approximate memory in bytes. */
  get bytes(): { columns: number; words: number } {
    const columns =
      this.live.byteLength +
      this.recommended.byteLength +
      this.registered.byteLength +
      this.facts.bytes +
      this.ids.bytes +
      rangeNames.reduce((sum, name) => sum + this.ranges[name].bytes, 0) +
      recencyNames.reduce((sum, name) => sum + this.recencies[name].bytes, 0) +
      oneNames.reduce((sum, field) => sum + this.columns[field].bytes, 0) +
      manyNames.reduce((sum, field) => sum + this.many[field].bytes, 0);
    return { columns, words: this.title.bytes + this.text.bytes + this.features.bytes };
  }

  #takeSlot(): number {
    if (this.#nextSlot >= this.#capacity) this.#grow(this.#capacity * 2);
    return this.#nextSlot++;
  }

  #grow(capacity: number): void {
    this.#capacity = capacity;
    this.ids.grow(capacity);
    this.live = growBitmap(this.live, capacity);
    this.recommended = growBitmap(this.recommended, capacity);
    this.registered = growBitmap(this.registered, capacity);
    for (const field of oneNames) this.columns[field].grow(capacity);
    for (const name of rangeNames) this.ranges[name].grow(capacity);
    for (const name of recencyNames) this.recencies[name].grow(capacity);
    this.facts.grow(capacity);
  }

  #fill(slot: number, car: IndexedCar): void {
    const { columns } = this;
    const capacity = this.#capacity;
    for (const name of oneNames) columns[name].set(slot, listValue(car, name), capacity);
    for (const name of manyNames) this.many[name].add(slot, car[name], capacity);
    for (const name of rangeNames) this.ranges[name].set(slot, rangeValue(car, name, this.totalOf));
    for (const name of recencyNames) this.#setRecency(slot, name, car[name]);
    this.#addModel(car.brand, listValue(car, "model") ?? "");

    const { title, text, features } = carWords(car);
    this.title.add(slot, title, capacity);
    this.text.add(slot, text, capacity);
    this.features.add(slot, features, capacity);
    if (car.registeredEnd !== null) this.features.add(slot, ["dated"], capacity);
    const saidUntil = features.has("registered") ? Infinity : 0;
    this.#setFacts(slot, {
      number: car.number,
      rowVersion: car.rowVersion,
      listedAt: car.listedAt,
      listableUntil: car.listableUntil,
      sponsoredUntil: car.sponsoredUntil ?? 0,
      registeredUntil: car.registeredEnd ?? saidUntil,
    });
  }

  #setFacts(
    slot: number,
    facts: Pick<IndexedCar, "number" | "rowVersion" | "listedAt" | "listableUntil"> & {
      sponsoredUntil: number;
      registeredUntil: number;
    },
  ): void {
    this.facts.numbers[slot] = facts.number;
    this.facts.rowVersions[slot] = facts.rowVersion;
    this.facts.listedAt[slot] = facts.listedAt;
    this.facts.sponsoredUntil[slot] = facts.sponsoredUntil;
    this.facts.listableUntil[slot] = facts.listableUntil;
    this.facts.registeredUntil[slot] = facts.registeredUntil;
    this.#awaitEnds(slot);
  }

  /** Sets the slot's recommended and registered bits, and schedules their ends. */
  #awaitEnds(slot: number): void {
    const [sponsored, listable] = [this.facts.sponsoredUntil[slot] ?? 0, this.facts.listableUntil[slot] ?? 0];
    const registered = this.facts.registeredUntil[slot] ?? 0;
    if (registered > this.#now) {
      setBit(this.registered, slot);
      if (Number.isFinite(registered)) this.#expirations.add(registered, slot);
    }
    if (sponsored > this.#now) {
      setBit(this.recommended, slot);
      if (Number.isFinite(sponsored)) this.#expirations.add(sponsored, slot);
    }
    if (Number.isFinite(listable)) this.#expirations.add(listable, slot);
  }

  #setRecency(slot: number, name: RecencyName, moment: number): void {
    this.recencies[name].set(slot, moment, this.#now);
    this.#awaitRecencyEnd(slot, name);
  }

  /** Schedules only the nearest end of a car; when it comes the next is scheduled. */
  #awaitRecencyEnd(slot: number, name: RecencyName): void {
    const end = this.recencies[name].nextEnd(slot, this.#now);
    if (Number.isFinite(end)) this.#expirations.add(end, slot);
  }

  #listUntil(slot: number, until: number): void {
    this.facts.listableUntil[slot] = until;
    if (Number.isFinite(until)) this.#expirations.add(until, slot);
  }

  #addModel(brand: string, model: string): void {
    const models = this.#modelsOfBrand.get(brand) ?? new Map<string, string>();
    this.#modelsOfBrand.set(brand, models);
    const folded = fold(model);
    if (models.has(folded)) return;
    models.set(folded, model);
    this.#newModels++;
  }

  #kill(slot: number): void {
    clearBit(this.live, slot);
    clearBit(this.recommended, slot);
    clearBit(this.registered, slot);
    this.ids.remove(slot);
    for (const field of oneNames) this.columns[field].drop(slot);
    for (const name of recencyNames) this.recencies[name].drop(slot);
    this.#liveCount--;
    this.#rowVersionSum -= this.facts.rowVersions[slot] ?? 0;
    this.version++;
  }
}
