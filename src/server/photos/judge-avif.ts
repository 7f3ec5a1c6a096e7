import { judgeSize, refuse, type Verdict } from "./picture-verdict.ts";

/** An iPhone's 48 MP picture has some 200 items; boxes beyond this are there to cost time. */
const MAX_BOXES = 4_096;
const MAX_ITEMS = 4_096;

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Judges an AVIF by walking its boxes: every size that it declares must be one that we take, and all the data
 * that its items point at must be there. What stands behind the last whole box is cut off; the rest goes to
 * the decoder as it is, since the items' offsets are absolute.
 */
export function judgeAvif(bytes: Uint8Array): Verdict {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes = readBoxes(view, 0, bytes.length);
  if (boxes === null) return broken("boxes");
  const soundEnd = boxes.at(-1)?.end ?? 0;
  const meta = boxes.find((box) => box.type === "meta");
  if (meta === undefined) return broken("no meta box");

  const items = readBoxes(view, meta.start + 4, meta.end);
  const properties = items?.find((box) => box.type === "iprp");
  const locations = items?.find((box) => box.type === "iloc");
  if (properties === undefined || locations === undefined) return broken("no properties or locations");
  const container = readBoxes(view, properties.start, properties.end)?.find((box) => box.type === "ipco");
  const facts = container === undefined ? null : readBoxes(view, container.start, container.end);
  if (facts === null) return broken("no properties");

  let largest = { width: 0, height: 0 };
  for (const fact of facts) {
    if (fact.type !== "ispe") continue;
    if (fact.end - fact.start < 12) return broken("size");
    const width = view.getUint32(fact.start + 4);
    const height = view.getUint32(fact.start + 8);
    const refusal = judgeSize(width, height);
    if (refusal !== null) return refusal;
    if (width * height > largest.width * largest.height) largest = { width, height };
  }
  if (largest.width === 0) return broken("no size");

  const dataEnd = endOfItemData(view, locations);
  if (dataEnd === null || dataEnd > soundEnd) return broken("picture data beyond the end");
  return {
    ok: true,
    kind: "avif",
    ...largest,
    // Turned by its own irot and imir boxes, which the decoder obeys; EXIF has no say in this format.
    orientation: 1,
    bytes: bytes.subarray(0, soundEnd),
    wholeInMemory: true,
  };
}

function broken(detail: string): Verdict {
  return refuse("broken", detail, "AVIF");
}

/** The whole boxes from `start` on; stops at the first one that is not whole. Null for too many. */
function readBoxes(view: DataView, start: number, end: number): Box[] | null {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end) {
    if (boxes.length >= MAX_BOXES) return null;
    let size = view.getUint32(at);
    let header = 8;
    if (size === 1) {
      if (at + 16 > end) break;
      size = Number(view.getBigUint64(at + 8));
      header = 16;
    } else if (size === 0) {
      size = end - at;
    }
    if (size < header || at + size > end) break;
    boxes.push({ type: fourCharacters(view, at + 4), start: at + header, end: at + size });
    at += size;
  }
  return boxes;
}

function fourCharacters(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}

/** The furthest byte of the file that an item's data reaches to (iloc box); null where the box is broken. */
function endOfItemData(view: DataView, box: Box): number | null {
  const reader = new Reader(view, box.start, box.end);
  const version = reader.uint(1);
  reader.uint(3);
  const sizes = reader.uint(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  if (
    version > 2 ||
    [offsetSize, lengthSize, baseSize, indexSize].some((size) => ![0, 4, 8].includes(size))
  ) {
    return null;
  }
  const count = reader.uint(version < 2 ? 2 : 4);
  if (count === 0 || count > MAX_ITEMS) return null;
  let furthest = 0;
  for (let item = 0; item < count; item++) {
    reader.uint(version < 2 ? 2 : 4);
    const inFile = version === 0 || (reader.uint(2) & 15) === 0;
    reader.uint(2);
    const base = reader.uint(baseSize);
    const extents = reader.uint(2);
    for (let extent = 0; extent < extents; extent++) {
      if (reader.failed) return null;
      reader.uint(indexSize);
      const end = base + reader.uint(offsetSize) + reader.uint(lengthSize);
      if (inFile) furthest = Math.max(furthest, end);
    }
  }
  return reader.failed ? null : furthest;
}

/** Reads numbers one after the other; past the end it gives zeros and remembers that it failed. */
class Reader {
  readonly #view: DataView;
  readonly #end: number;
  #at: number;
  failed = false;

  constructor(view: DataView, at: number, end: number) {
    this.#view = view;
    this.#at = at;
    this.#end = end;
  }

  uint(bytes: number): number {
    if (this.#at + bytes > this.#end) {
      this.failed = true;
      return 0;
    }
    let value = 0;
    for (let i = 0; i < bytes; i++) value = value * 256 + this.#view.getUint8(this.#at + i);
    this.#at += bytes;
    return value;
  }
}
