import type { CarSortKey, CarStatus } from "#domain/admin/admin-sorts.ts";
import type { CarState } from "#domain/cars/car-states.ts";
import { fold } from "#domain/text/fold.ts";
import { IdTable, parseId } from "#server/search/id-table.ts";
import { longer } from "./columns.ts";
import { KeptOrder } from "./kept-order.ts";
import { sortedBy, sortedByNumber } from "./radix-order.ts";
import type { UserTable } from "./user-table.ts";

/** What the lists know of a car. Times in ms since 1970, price in EUR. */
export interface ListedCar {
  readonly id: string;
  readonly ownerId: string;
  readonly number: number;
  readonly brand: string;
  readonly model: string;
  readonly year: number;
  readonly price: number;
  readonly state: CarState;
  readonly hidden: boolean;
  readonly createdAt: number;
  /** Null unless sold, or archived after that. */
  readonly soldAt: number | null;
}

export interface CarCounts {
  active: number;
  sold: number;
  archived: number;
}

// A car's state in one byte; hidden is a bit beside it.
const nothing = 0;
const states: Record<CarState, number> = { active: 1, sold: 2, archived: 3 };
const stateOf: readonly (CarState | null)[] = [null, "active", "sold", "archived"];
const stateBits = 3;
const hiddenBit = 4;

/** Cars by slot, some forty bytes each: what they are ordered, filtered and searched by. */
export class CarTable {
  readonly counts: CarCounts = { active: 0, sold: 0, archived: 0 };
  private readonly users: UserTable;
  private capacity = 1024;
  private readonly ids = new IdTable(this.capacity);
  private used = 0;
  private readonly free: number[] = [];
  private states = new Uint8Array(this.capacity);
  private owners = new Uint32Array(this.capacity);
  private names = new Uint32Array(this.capacity);
  private years = new Uint16Array(this.capacity);
  private prices = new Uint32Array(this.capacity);
  private numbers = new Float64Array(this.capacity);
  private created = new Float64Array(this.capacity);
  private sold = new Float64Array(this.capacity);
  /** Brand and model, each pair once; they are few. */
  private readonly nameNumbers = new Map<string, number>();
  private readonly nameTexts: string[] = [];
  private readonly byAge = new KeptOrder({
    // The id decides between two of one moment, the same in every process.
    isBefore: (first, second) =>
      ((this.created[first] ?? 0) - (this.created[second] ?? 0) ||
        this.ids.lastPart(first) - this.ids.lastPart(second) ||
        first - second) < 0,
    make: () => this.oldestFirst(),
  });

  constructor(users: UserTable) {
    this.users = users;
  }

  get size(): number {
    return this.counts.active + this.counts.sold + this.counts.archived;
  }

  idOf(slot: number): string {
    return this.ids.text(slot);
  }

  partsOf(slot: number): readonly number[] {
    return this.ids.partsOf(slot);
  }

  /** `owner`: the slot of its owner, who is in the table of users. */
  put(car: ListedCar, owner: number): void {
    const parts = parseId(car.id);
    let slot = this.ids.find(parts);
    const isNew = slot < 0;
    if (isNew) {
      slot = this.free.pop() ?? this.takeSlot();
      this.ids.set(slot, parts);
    } else {
      this.count(slot, -1);
      if (this.created[slot] !== car.createdAt) this.byAge.remove(slot);
    }
    const hasMoved = isNew || this.created[slot] !== car.createdAt;
    this.states[slot] = states[car.state] | (car.hidden ? hiddenBit : 0);
    this.owners[slot] = owner;
    this.names[slot] = this.nameNumber(car.brand, car.model);
    this.years[slot] = car.year;
    this.prices[slot] = car.price;
    this.numbers[slot] = car.number;
    this.created[slot] = car.createdAt;
    this.sold[slot] = car.soldAt ?? 0;
    this.count(slot, 1);
    if (hasMoved) this.byAge.add(slot);
  }

  remove(id: string): void {
    const slot = this.ids.find(parseId(id));
    if (slot >= 0) this.removeSlot(slot);
  }

  /** All cars of these owners (slots): they go with them. */
  removeOf(owners: ReadonlySet<number>): void {
    const going = new Uint8Array(this.users.slots);
    for (const owner of owners) going[owner] = 1;
    for (let slot = 0; slot < this.used; slot++)
      if (this.livesAt(slot) && going[this.owners[slot] ?? 0] === 1) this.removeSlot(slot);
  }

  /** When the cars were published, in ms. */
  *publications(): Iterable<number> {
    for (let slot = 0; slot < this.used; slot++) if (this.livesAt(slot)) yield this.created[slot] ?? 0;
  }

  /** When those that are sold were, in ms. */
  *sales(): Iterable<number> {
    for (let slot = 0; slot < this.used; slot++) {
      const at = this.sold[slot] ?? 0;
      if (at > 0 && this.livesAt(slot)) yield at;
    }
  }

  /**
   * Which cars match, and how many: each word must be in brand or model or in what is searched of the owner, or be the
   * car's number or year.
   */
  match(
    words: readonly string[],
    status: CarStatus | null,
    owner: number | null,
  ): { mask: Uint8Array; found: number } {
    const mask = new Uint8Array(this.used);
    const all = (1 << words.length) - 1;
    const byName = this.nameTexts.map((text) => bitsOf(words, (word) => text.includes(word)));
    const byOwner = new Uint16Array(this.users.slots);
    if (words.length > 0) {
      for (let slot = 0; slot < byOwner.length; slot++)
        byOwner[slot] = bitsOf(words, (word) => this.users.includes(slot, word));
    }
    const wholeNumbers = words.map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : -1));
    const anyNumber = wholeNumbers.some((value) => value >= 0);
    let found = 0;
    for (let slot = 0; slot < this.used; slot++) {
      const state = this.states[slot] ?? nothing;
      if (state === nothing) continue;
      if (owner !== null && this.owners[slot] !== owner) continue;
      if (status !== null && !hasStatus(state, status)) continue;
      let bits = (byName[this.names[slot] ?? 0] ?? 0) | (byOwner[this.owners[slot] ?? 0] ?? 0);
      if (bits !== all && anyNumber) {
        for (let word = 0; word < wholeNumbers.length; word++) {
          const value = wholeNumbers[word];
          if (value === this.numbers[slot] || value === this.years[slot]) bits |= 1 << word;
        }
      }
      if (bits !== all) continue;
      mask[slot] = 1;
      found++;
    }
    return { mask, found };
  }

  /** All living slots, ascending. */
  order(key: CarSortKey, now: number): Uint32Array<ArrayBuffer> {
    const byAge = this.byAge.all();
    if (key === "createdAt") return byAge;
    if (key === "price") return sortedBy(byAge, this.prices);
    return sortedBy(byAge, this.ranks(key, now));
  }

  private ranks(key: "name" | "owner" | "status", now: number): Uint32Array<ArrayBuffer> {
    const ranks = new Uint32Array(this.used);
    if (key === "status") {
      for (let slot = 0; slot < this.used; slot++) ranks[slot] = this.states[slot] ?? 0;
      return ranks;
    }
    const places =
      key === "name" ? this.nameRanks() : placesIn(this.users.order("name", now), this.users.slots);
    const column = key === "name" ? this.names : this.owners;
    for (let slot = 0; slot < this.used; slot++) ranks[slot] = places[column[slot] ?? 0] ?? 0;
    return ranks;
  }

  private nameRanks(): Uint32Array {
    const numbers = this.nameTexts.map((text, number) => ({ text, number }));
    numbers.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.number - b.number));
    return placesIn(
      Uint32Array.from(numbers, ({ number }) => number),
      numbers.length,
    );
  }

  private oldestFirst(): Uint32Array<ArrayBuffer> {
    const slots = new Uint32Array(this.size);
    const lastParts = new Uint32Array(this.used);
    let length = 0;
    for (let slot = 0; slot < this.used; slot++) {
      if (!this.livesAt(slot)) continue;
      slots[length++] = slot;
      lastParts[slot] = this.ids.lastPart(slot);
    }
    return sortedByNumber(sortedBy(slots, lastParts), this.created, this.used);
  }

  private livesAt(slot: number): boolean {
    return this.states[slot] !== nothing;
  }

  private count(slot: number, by: 1 | -1): void {
    const state = stateOf[(this.states[slot] ?? 0) & stateBits] ?? null;
    if (state === null) return;
    this.counts[state] += by;
    if (state !== "archived") this.users.addCars(this.owners[slot] ?? 0, by);
  }

  private removeSlot(slot: number): void {
    this.byAge.remove(slot);
    this.count(slot, -1);
    this.states[slot] = nothing;
    this.sold[slot] = 0;
    this.ids.remove(slot);
    this.free.push(slot);
  }

  private nameNumber(brand: string, model: string): number {
    const key = `${brand}\n${model}`;
    const known = this.nameNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.nameTexts.length;
    this.nameNumbers.set(key, number);
    this.nameTexts.push(fold(`${brand} ${model}`));
    return number;
  }

  private takeSlot(): number {
    if (this.used === this.capacity) {
      this.capacity *= 2;
      this.ids.grow(this.capacity);
      this.states = longer(this.states, this.capacity);
      this.owners = longer(this.owners, this.capacity);
      this.names = longer(this.names, this.capacity);
      this.years = longer(this.years, this.capacity);
      this.prices = longer(this.prices, this.capacity);
      this.numbers = longer(this.numbers, this.capacity);
      this.created = longer(this.created, this.capacity);
      this.sold = longer(this.sold, this.capacity);
    }
    return this.used++;
  }
}

function hasStatus(state: number, status: CarStatus): boolean {
  return status === "hidden" ? (state & hiddenBit) !== 0 : (state & stateBits) === states[status];
}

function bitsOf(words: readonly string[], holds: (word: string) => boolean): number {
  let bits = 0;
  for (const [at, word] of words.entries()) if (holds(word)) bits |= 1 << at;
  return bits;
}

/** Of each value its place in an order. */
function placesIn(order: Uint32Array, length: number): Uint32Array {
  const places = new Uint32Array(length);
  for (let at = 0; at < order.length; at++) places[order[at] ?? 0] = at;
  return places;
}
