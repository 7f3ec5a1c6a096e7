/** A UUID as four 32-bit integers; their unsigned order is the text's order. */
export type IdParts = readonly [number, number, number, number];

export function parseId(id: string): IdParts {
  return [
    Number.parseInt(id.slice(0, 8), 16),
    Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16),
    Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16),
    Number.parseInt(id.slice(28, 36), 16),
  ];
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The lower 16 bits. */
function hex(value: number): string {
  return (hexOfByte[(value >>> 8) & 255] ?? "") + (hexOfByte[value & 255] ?? "");
}

/**
 * Maps slots to ids and live ids to slots: 16 bytes a slot and about 8 for the look-up, a tenth of a Map of
 * strings.
 */
export class IdTable {
  #parts: Uint32Array<ArrayBuffer>;
  // Open addressing: slot + 1, 0 for empty; removed entries are tombstones until the table is rebuilt.
  #table: Int32Array<ArrayBuffer>;
  #used = 0;

  constructor(capacity: number) {
    this.#parts = new Uint32Array(capacity * 4);
    this.#table = new Int32Array(tableSize(capacity));
  }

  grow(capacity: number): void {
    const parts = new Uint32Array(capacity * 4);
    parts.set(this.#parts);
    this.#parts = parts;
  }

  /** Adds a slot for a new id. */
  set(slot: number, [a, b, c, d]: IdParts): void {
    const at = slot * 4;
    this.#parts[at] = a;
    this.#parts[at + 1] = b;
    this.#parts[at + 2] = c;
    this.#parts[at + 3] = d;
    if ((this.#used + 1) * 2 > this.#table.length) this.#rebuild();
    this.#insert(slot);
  }

  /** The live slot with this id, or -1. */
  find([a, b, c, d]: IdParts): number {
    const mask = this.#table.length - 1;
    for (let at = hash(a, b, c, d) & mask; ; at = (at + 1) & mask) {
      const entry = this.#table[at] ?? 0;
      if (entry === 0) return -1;
      if (entry < 0) continue;
      const place = (entry - 1) * 4;
      if (
        this.#parts[place + 3] === d &&
        this.#parts[place + 2] === c &&
        this.#parts[place + 1] === b &&
        this.#parts[place] === a
      ) {
        return entry - 1;
      }
    }
  }

  /** Removes the id's look-up; its text stays readable. */
  remove(slot: number): void {
    const mask = this.#table.length - 1;
    for (let at = this.#hashOf(slot) & mask; ; at = (at + 1) & mask) {
      const entry = this.#table[at] ?? 0;
      if (entry === 0) return;
      if (entry === slot + 1) {
        this.#table[at] = -1;
        return;
      }
    }
  }

  /** The id as text. */
  text(slot: number): string {
    const at = slot * 4;
    const a = this.#parts[at] ?? 0;
    const b = this.#parts[at + 1] ?? 0;
    const c = this.#parts[at + 2] ?? 0;
    const d = this.#parts[at + 3] ?? 0;
    return `${hex(a >>> 16)}${hex(a)}-${hex(b >>> 16)}-${hex(b)}-${hex(c >>> 16)}-${hex(c)}${hex(d >>> 16)}${hex(d)}`;
  }

  partsOf(slot: number): IdParts {
    const at = slot * 4;
    return [
      this.#parts[at] ?? 0,
      this.#parts[at + 1] ?? 0,
      this.#parts[at + 2] ?? 0,
      this.#parts[at + 3] ?? 0,
    ];
  }

  /** The id's last 32 bits: random in a UUIDv7. */
  lastPart(slot: number): number {
    return this.#parts[slot * 4 + 3] ?? 0;
  }

  /** Negative if the first slot's id sorts before the second's. */
  compare(first: number, second: number): number {
    for (let i = 0; i < 4; i++) {
      const difference = (this.#parts[first * 4 + i] ?? 0) - (this.#parts[second * 4 + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  get bytes(): number {
    return this.#parts.byteLength + this.#table.byteLength;
  }

  #hashOf(slot: number): number {
    const at = slot * 4;
    return hash(
      this.#parts[at] ?? 0,
      this.#parts[at + 1] ?? 0,
      this.#parts[at + 2] ?? 0,
      this.#parts[at + 3] ?? 0,
    );
  }

  #insert(slot: number): void {
    const mask = this.#table.length - 1;
    let at = this.#hashOf(slot) & mask;
    while ((this.#table[at] ?? 0) !== 0) at = (at + 1) & mask;
    this.#table[at] = slot + 1;
    this.#used++;
  }

  #rebuild(): void {
    const live = this.#table.filter((entry) => entry > 0);
    this.#table = new Int32Array(tableSize(Math.max(live.length * 2, 512)));
    this.#used = 0;
    for (const entry of live) this.#insert(entry - 1);
  }
}

function tableSize(capacity: number): number {
  return 2 ** Math.max(10, Math.ceil(Math.log2(capacity * 2)));
}

function hash(a: number, b: number, c: number, d: number): number {
  let value =
    Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(c ^ Math.imul(d, 0xc2b2ae35), 0x27d4eb2f);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return value ^ (value >>> 13);
}
