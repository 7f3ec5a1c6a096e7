function longer(array: Float64Array<ArrayBuffer>, capacity: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(capacity);
  grown.set(array);
  return grown;
}

/** Data of every slot's car that is not searched by: its number, its row's version, its moments in ms. */
export class CarFacts {
  listedAt: Float64Array<ArrayBuffer>;
  numbers: Uint32Array<ArrayBuffer>;
  rowVersions: Float64Array<ArrayBuffer>;
  /** 0 if never. */
  sponsoredUntil: Float64Array<ArrayBuffer>;
  listableUntil: Float64Array<ArrayBuffer>;
  /** Infinity if only the text says that the car is registered, 0 if nothing does. */
  registeredUntil: Float64Array<ArrayBuffer>;

  constructor(capacity: number) {
    this.listedAt = new Float64Array(capacity);
    this.numbers = new Uint32Array(capacity);
    this.rowVersions = new Float64Array(capacity);
    this.sponsoredUntil = new Float64Array(capacity);
    this.listableUntil = new Float64Array(capacity);
    this.registeredUntil = new Float64Array(capacity);
  }

  grow(capacity: number): void {
    this.listedAt = longer(this.listedAt, capacity);
    this.rowVersions = longer(this.rowVersions, capacity);
    this.sponsoredUntil = longer(this.sponsoredUntil, capacity);
    this.listableUntil = longer(this.listableUntil, capacity);
    this.registeredUntil = longer(this.registeredUntil, capacity);
    const numbers = new Uint32Array(capacity);
    numbers.set(this.numbers);
    this.numbers = numbers;
  }

  get bytes(): number {
    return [
      this.listedAt,
      this.numbers,
      this.rowVersions,
      this.sponsoredUntil,
      this.listableUntil,
      this.registeredUntil,
    ].reduce((sum, array) => sum + array.byteLength, 0);
  }
}
