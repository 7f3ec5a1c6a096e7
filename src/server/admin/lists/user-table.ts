import type { UserRole, UserSortKey } from "#domain/admin/admin-sorts.ts";
import { albanianKey } from "#domain/text/albanian-order.ts";
import { fold } from "#domain/text/fold.ts";
import { IdTable, parseId } from "#server/search/id-table.ts";
import { longer } from "./columns.ts";
import { KeptOrder, orderOfText } from "./kept-order.ts";
import { sortedBy, sortedByNumber } from "./radix-order.ts";

/** What the lists know of a user. Times in ms since 1970. */
export interface ListedUser {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly businessName: string | null;
  readonly isAdmin: boolean;
  readonly isDealerByHand: boolean;
  /** A paid subscription makes a dealer until then; Infinity while it is being renewed, 0 without one. */
  readonly dealerUntil: number;
  readonly createdAt: number;
}

const lives = 1;
const admin = 2;
const dealerByHand = 4;

/** Users by slot: small columns of numbers, and the text that is searched. */
export class UserTable {
  private capacity = 1024;
  private readonly ids = new IdTable(this.capacity);
  private used = 0;
  private readonly free: number[] = [];
  private flags = new Uint8Array(this.capacity);
  private created = new Float64Array(this.capacity);
  private until = new Float64Array(this.capacity);
  private phones = new Float64Array(this.capacity);
  private cars = new Int32Array(this.capacity);
  /** Name, e-mail, and what else is searched, a line each, folded. */
  private readonly texts: string[] = [];
  /** What users are ordered by: the name's place in the alphabet, then the e-mail. */
  private readonly nameKeys: string[] = [];
  private readonly table = { lives: (slot: number) => this.livesAt(slot), slots: () => this.used };
  private readonly byName = new KeptOrder(
    orderOfText(
      (slot) => this.nameOf(slot),
      () => this.livingSlots(),
      this.table,
    ),
  );
  private readonly byEmail = new KeptOrder(
    orderOfText(
      (slot) => (this.texts[slot] ?? "").split("\n", 2)[1] ?? "",
      () => this.livingSlots(),
      this.table,
    ),
  );
  private readonly byAge = new KeptOrder({
    ...this.table,
    // The id decides between two of one moment, the same in every process.
    isBefore: (first, second) =>
      ((this.created[first] ?? 0) - (this.created[second] ?? 0) ||
        this.ids.lastPart(first) - this.ids.lastPart(second) ||
        first - second) < 0,
    make: () => this.oldestFirst(),
  });
  private living = 0;

  get size(): number {
    return this.living;
  }

  /** Slots that may be in use: all are below it. */
  get slots(): number {
    return this.used;
  }

  find(id: string): number {
    return this.ids.find(parseId(id));
  }

  idOf(slot: number): string {
    return this.ids.text(slot);
  }

  partsOf(slot: number): readonly number[] {
    return this.ids.partsOf(slot);
  }

  put(user: ListedUser): number {
    const parts = parseId(user.id);
    let slot = this.ids.find(parts);
    const isNew = slot < 0;
    if (isNew) {
      slot = this.free.pop() ?? this.takeSlot();
      this.ids.set(slot, parts);
      this.cars[slot] = 0;
      this.living++;
    }
    const text = textOf(user);
    const nameKey = `${albanianKey(`${user.firstName} ${user.lastName}`)}\n${user.email}`;
    if (isNew || this.texts[slot] !== text || this.nameKeys[slot] !== nameKey) {
      this.texts[slot] = text;
      this.nameKeys[slot] = nameKey;
      this.byName.touch(slot);
      this.byEmail.touch(slot);
    }
    this.flags[slot] = lives | (user.isAdmin ? admin : 0) | (user.isDealerByHand ? dealerByHand : 0);
    if (isNew || this.created[slot] !== user.createdAt) this.byAge.touch(slot);
    this.created[slot] = user.createdAt;
    this.until[slot] = user.dealerUntil;
    this.phones[slot] = user.phone === null ? 0 : Number(user.phone.replaceAll(/\D/g, ""));
    return slot;
  }

  remove(slot: number): void {
    if (!this.livesAt(slot)) return;
    this.byName.touch(slot);
    this.byEmail.touch(slot);
    this.byAge.touch(slot);
    this.texts[slot] = "";
    this.nameKeys[slot] = "";
    this.flags[slot] = 0;
    this.created[slot] = 0;
    this.ids.remove(slot);
    this.free.push(slot);
    this.living--;
  }

  /** As it is ordered. */
  nameOf(slot: number): string {
    return this.nameKeys[slot] ?? "";
  }

  /** Counts the user's cars, active and sold. */
  addCars(slot: number, count: number): void {
    this.cars[slot] = (this.cars[slot] ?? 0) + count;
  }

  livesAt(slot: number): boolean {
    return ((this.flags[slot] ?? 0) & lives) !== 0;
  }

  includes(slot: number, word: string): boolean {
    return (this.texts[slot] ?? "").includes(word);
  }

  /** Who is a dealer at that moment (ms). */
  countDealers(now: number): number {
    let dealers = 0;
    for (let slot = 0; slot < this.used; slot++)
      if (this.livesAt(slot) && this.isDealer(slot, now)) dealers++;
    return dealers;
  }

  /** When each registered, in ms; 0 for slots without a user. */
  get registrations(): Float64Array {
    return this.created.subarray(0, this.used);
  }

  /** Which slots hold all words and have the role, and how many they are. */
  match(words: readonly string[], role: UserRole | null, now: number): { mask: Uint8Array; found: number } {
    const mask = new Uint8Array(this.used);
    let found = 0;
    for (let slot = 0; slot < this.used; slot++) {
      if (!this.livesAt(slot) || (role !== null && this.roleOf(slot, now) !== role)) continue;
      const text = this.texts[slot] ?? "";
      if (!words.every((word) => text.includes(word))) continue;
      mask[slot] = 1;
      found++;
    }
    return { mask, found };
  }

  /** All living slots by name. */
  byNameOrder(): Uint32Array<ArrayBuffer> {
    return this.byName.all();
  }

  /** All living slots, ascending. */
  order(key: UserSortKey, now: number): Uint32Array<ArrayBuffer> {
    if (key === "name") return this.byName.all();
    if (key === "email") return this.byEmail.all();
    const byAge = this.byAge.all();
    if (key === "createdAt") return byAge;
    if (key === "phone") return sortedByNumber(byAge, this.phones, this.used);
    const keys = new Uint32Array(this.used);
    for (const slot of byAge) {
      keys[slot] = key === "cars" ? (this.cars[slot] ?? 0) : rank[this.roleOf(slot, now)];
    }
    return sortedBy(byAge, keys);
  }

  private oldestFirst(): Uint32Array<ArrayBuffer> {
    const slots = Uint32Array.from(this.livingSlots());
    const lastParts = new Uint32Array(this.used);
    for (const slot of slots) lastParts[slot] = this.ids.lastPart(slot);
    return sortedByNumber(sortedBy(slots, lastParts), this.created, this.used);
  }

  private *livingSlots(): Iterable<number> {
    for (let slot = 0; slot < this.used; slot++) if (this.livesAt(slot)) yield slot;
  }

  private isDealer(slot: number, now: number): boolean {
    return ((this.flags[slot] ?? 0) & dealerByHand) !== 0 || (this.until[slot] ?? 0) > now;
  }

  private roleOf(slot: number, now: number): UserRole {
    if (((this.flags[slot] ?? 0) & admin) !== 0) return "admin";
    return this.isDealer(slot, now) ? "dealer" : "user";
  }

  private takeSlot(): number {
    if (this.used === this.capacity) {
      this.capacity *= 2;
      this.ids.grow(this.capacity);
      this.flags = longer(this.flags, this.capacity);
      this.created = longer(this.created, this.capacity);
      this.until = longer(this.until, this.capacity);
      this.phones = longer(this.phones, this.capacity);
      this.cars = longer(this.cars, this.capacity);
    }
    return this.used++;
  }
}

const rank: Record<UserRole, number> = { user: 0, dealer: 1, admin: 2 };

/** What is searched: name, e-mail, phone as stored, business. */
function textOf({ firstName, lastName, email, phone, businessName }: ListedUser): string {
  return [`${firstName} ${lastName}`, email, phone ?? "", businessName ?? ""].map(fold).join("\n");
}
