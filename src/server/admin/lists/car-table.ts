import { carSortKeys, type CarSortKey, type CarStatus } from "#domain/admin/admin-sorts.ts";
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
  private readonly orders: Record<CarSortKey, KeptOrder> = {
    createdAt: new KeptOrder({
      isBefore: (first, second) => this.olderFirst(first, second) < 0,
      make: () => this.oldestFirst(),
      lives: (slot) => this.livesAt(slot),
      slots: () => this.used,
    }),
    price: this.keptBy(
      (first, second) => (this.prices[first] ?? 0) - (this.prices[second] ?? 0),
      (byAge) => sortedBy(byAge, this.prices),
    ),
    status: this.keptBy(
      (first, second) => (this.states[first] ?? 0) - (this.states[second] ?? 0),
      (byAge) => sortedBy(byAge, Uint32Array.from(this.states)),
    ),
    name: this.keptBy(
      (first, second) =>
        compared(this.nameTexts[this.names[first] ?? 0], this.nameTexts[this.names[second] ?? 0]),
      (byAge) => sortedBy(byAge, this.ranks(this.names, this.nameRanks())),
    ),
    owner: this.keptBy(
      (first, second) =>
        compared(this.users.nameOf(this.owners[first] ?? 0), this.users.nameOf(this.owners[second] ?? 0)),
      (byAge) => sortedBy(byAge, this.ranks(this.owners, this.ownerRanks())),
    ),
  };

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
    }
    const state = states[car.state] | (car.hidden ? hiddenBit : 0);
    const name = this.nameNumber(car.brand, car.model);
    const { orders } = this;
    if (isNew || this.created[slot] !== car.createdAt) for (const key of carSortKeys) orders[key].touch(slot);
    if (this.prices[slot] !== car.price) orders.price.touch(slot);
    if (this.states[slot] !== state) orders.status.touch(slot);
    if (this.names[slot] !== name) orders.name.touch(slot);
    if (this.owners[slot] !== owner) orders.owner.touch(slot);
    this.states[slot] = state;
    this.owners[slot] = owner;
    this.names[slot] = name;
    this.years[slot] = car.year;
    this.prices[slot] = car.price;
    this.numbers[slot] = car.number;
    this.created[slot] = car.createdAt;
    this.sold[slot] = car.soldAt ?? 0;
    this.count(slot, 1);
  }

  /** The owner has another name: its cars stand elsewhere in the order of owners. */
  ownerChanged(owner: number): void {
    if (!this.orders.owner.isKept) return;
    for (let slot = 0; slot < this.used; slot++)
      if (this.owners[slot] === owner && this.livesAt(slot)) this.orders.owner.touch(slot);
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

  /** When each was published, in ms; 0 for slots without a car. */
  get publications(): Float64Array {
    return this.created.subarray(0, this.used);
  }

  /** When each was sold, in ms; 0 for those that are not. */
  get sales(): Float64Array {
    return this.sold.subarray(0, this.used);
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
  order(key: CarSortKey): Uint32Array<ArrayBuffer> {
    return this.orders[key].all();
  }

  /** An order by something, and among equals by age: kept, or made from the one by age. */
  private keptBy(
    compare: (first: number, second: number) => number,
    make: (byAge: Uint32Array<ArrayBuffer>) => Uint32Array<ArrayBuffer>,
  ): KeptOrder {
    return new KeptOrder({
      isBefore: (first, second) => (compare(first, second) || this.olderFirst(first, second)) < 0,
      make: () => make(this.orders.createdAt.all()),
      lives: (slot) => this.livesAt(slot),
      slots: () => this.used,
    });
  }

  /** Below zero where the first was published before the second. */
  private olderFirst(first: number, second: number): number {
    return (
      (this.created[first] ?? 0) - (this.created[second] ?? 0) ||
      // The id decides between two of one moment, the same in every process.
      this.ids.lastPart(first) - this.ids.lastPart(second) ||
      first - second
    );
  }

  private ranks(column: Uint32Array, places: Uint32Array): Uint32Array<ArrayBuffer> {
    const ranks = new Uint32Array(this.used);
    for (let slot = 0; slot < this.used; slot++) ranks[slot] = places[column[slot] ?? 0] ?? 0;
    return ranks;
  }

  /** Equal names are one place: age decides between their cars. */
  private nameRanks(): Uint32Array {
    return placesOf(this.nameTexts);
  }

  private ownerRanks(): Uint32Array {
    const places = new Uint32Array(this.users.slots);
    let place = 0;
    let before = "";
    for (const slot of this.users.byNameOrder()) {
      const name = this.users.nameOf(slot);
      if (name !== before) place++;
      places[slot] = place;
      before = name;
    }
    return places;
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
    for (const key of carSortKeys) this.orders[key].touch(slot);
    this.count(slot, -1);
    this.states[slot] = nothing;
    this.created[slot] = 0;
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

function compared(first = "", second = ""): number {
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Of each text its place among all of them; equal ones share it. */
function placesOf(texts: readonly string[]): Uint32Array {
  const places = new Map<string, number>();
  for (const text of [...new Set(texts)].toSorted(compared)) places.set(text, places.size);
  return Uint32Array.from(texts, (text) => places.get(text) ?? 0);
}
