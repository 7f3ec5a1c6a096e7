import type { CarListQuery, UserListQuery } from "#contract/admin-lists.ts";
import { type CarCounts, CarTable, type ListedCar } from "./car-table.ts";
import { pageOf } from "./columns.ts";
import { searchWords } from "./list-words.ts";
import { type ListedUser, UserTable } from "./user-table.ts";

type UserQuestion = Pick<UserListQuery, "q" | "role" | "sort">;
type CarQuestion = Pick<CarListQuery, "q" | "status" | "owner" | "sort">;

/** A part of a list: ids in order, how many match, and how many there are in all. */
export interface ListPart {
  readonly ids: string[];
  readonly found: number;
  readonly all: number;
}

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** Figures of days: how many of each thing fell between one border and the next. */
export interface DayCounts {
  readonly registrations: number[];
  readonly cars: number[];
  readonly sales: number[];
}

/** The orders that were asked for since something changed; each is made once. */
class Orders<Key extends string> {
  private readonly made = new Map<Key, Uint32Array<ArrayBuffer>>();

  get(key: Key, make: () => Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const order = make();
    this.made.set(key, order);
    return order;
  }

  forget(): void {
    this.made.clear();
  }
}

/**
 * Every user and car as far as the admin lists order, filter, search and count them: an exact total and a deep page of a
 * million cars take some milliseconds, which no database gives. Some 60 bytes a car and 250 a user. What the lists show is
 * read from the database by the ids that this names.
 */
export class AdminIndex {
  private readonly users = new UserTable();
  private readonly cars = new CarTable(this.users);
  private readonly userOrders = new Orders<UserQuestion["sort"]["key"]>();

  get userCount(): number {
    return this.users.size;
  }

  get carCounts(): CarCounts {
    return this.cars.counts;
  }

  countDealers(now: number): number {
    return this.users.countDealers(now);
  }

  putUser(user: ListedUser): void {
    const slot = this.users.find(user.id);
    const name = slot < 0 ? null : this.users.nameOf(slot);
    const now = this.users.put(user);
    this.userOrders.forget();
    if (name !== null && this.users.nameOf(now) !== name) this.cars.ownerChanged(now);
  }

  hasUser(id: string): boolean {
    return this.users.find(id) >= 0;
  }

  /** False where its owner is not known: put that one first. */
  putCar(car: ListedCar): boolean {
    const owner = this.users.find(car.ownerId);
    if (owner < 0) return false;
    this.cars.put(car, owner);
    this.changed();
    return true;
  }

  removeCars(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) this.cars.remove(id);
    this.changed();
  }

  /** Their cars go with them. */
  removeUsers(ids: readonly string[]): void {
    const slots = new Set(ids.map((id) => this.users.find(id)).filter((slot) => slot >= 0));
    if (slots.size === 0) return;
    this.cars.removeOf(slots);
    for (const slot of slots) this.users.remove(slot);
    this.changed();
  }

  /** A part of the users' list. `now` in ms: it decides who is a dealer. */
  listUsers(question: UserQuestion, window: Window, now: number): ListPart {
    const { order, mask, found } = this.userList(question, now);
    const slots = pageOf(order, mask, question.sort, window.offset, window.limit);
    return { ids: slots.map((slot) => this.users.idOf(slot)), found, all: this.users.size };
  }

  listCars(question: CarQuestion, window: Window): ListPart {
    const { order, mask, found } = this.carList(question);
    const slots = pageOf(order, mask, question.sort, window.offset, window.limit);
    return { ids: slots.map((slot) => this.cars.idOf(slot)), found, all: this.cars.size };
  }

  /** The whole list as 16 bytes an id: what changes meanwhile does not shift it. */
  allUserIds(question: UserQuestion, now: number): Uint32Array {
    const { order, mask, found } = this.userList(question, now);
    return partsOfAll(pageOf(order, mask, question.sort, 0, found), (slot) => this.users.partsOf(slot));
  }

  allCarIds(question: CarQuestion): Uint32Array {
    const { order, mask, found } = this.carList(question);
    return partsOfAll(pageOf(order, mask, question.sort, 0, found), (slot) => this.cars.partsOf(slot));
  }

  /** `borders`: beginnings of the days in ms, ascending, and the end of the last one. */
  countByDay(borders: readonly number[]): DayCounts {
    return {
      registrations: countBetween(borders, this.users.registrations),
      cars: countBetween(borders, this.cars.publications),
      sales: countBetween(borders, this.cars.sales),
    };
  }

  private userList({ q, role, sort }: UserQuestion, now: number) {
    // Whoever is a dealer may cease to be one without a change.
    const order =
      sort.key === "status"
        ? this.users.order("status", now)
        : this.userOrders.get(sort.key, () => this.users.order(sort.key, now));
    const words = searchWords(q ?? "");
    if (words.length === 0 && role === undefined) return { order, mask: null, found: this.users.size };
    return { order, ...this.users.match(words, role ?? null, now) };
  }

  private carList({ q, status, owner, sort }: CarQuestion) {
    const order = this.cars.order(sort.key);
    const words = searchWords(q ?? "");
    if (words.length === 0 && status === undefined && owner === undefined)
      return { order, mask: null, found: this.cars.size };
    const ownerSlot = owner === undefined ? null : this.users.find(owner);
    return { order, ...this.cars.match(words, status ?? null, ownerSlot) };
  }

  private changed(): void {
    this.userOrders.forget();
  }
}

function partsOfAll(slots: readonly number[], partsOf: (slot: number) => readonly number[]): Uint32Array {
  const parts = new Uint32Array(slots.length * 4);
  for (const [at, slot] of slots.entries()) parts.set(partsOf(slot), at * 4);
  return parts;
}

const dayMs = 86_400_000;

function countBetween(borders: readonly number[], moments: Float64Array): number[] {
  const counts = Array.from({ length: Math.max(0, borders.length - 1) }, () => 0);
  const first = borders[0] ?? 0;
  const end = borders.at(-1) ?? 0;
  for (const moment of moments) {
    if (moment < first || moment >= end) continue;
    // Days are 24 hours but for two a year: the guess is right, or one off.
    let day = Math.min(counts.length - 1, Math.floor((moment - first) / dayMs));
    while (day > 0 && moment < (borders[day] ?? 0)) day--;
    while (moment >= (borders[day + 1] ?? end)) day++;
    counts[day] = (counts[day] ?? 0) + 1;
  }
  return counts;
}
