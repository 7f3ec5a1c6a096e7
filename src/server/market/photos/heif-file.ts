/** An iPhone's 48-megapixel picture has some 200 items; more boxes than this are an attack. */
const maxBoxes = 4_096;
const maxItems = 4_096;
/** Phones write up to ten. */
const maxPropertiesOfItem = 64;

/** A box of an ISO media file: its four-character type, and the range of its content. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** One item of a HEIF file: a coded picture, a tile, a grid of tiles, metadata. */
export interface HeifItem {
  /** Four characters: `hvc1` and `av01` are coded pictures, `grid` is composed of others. */
  readonly type: string;
  readonly properties: readonly Box[];
}

/** The common structure of AVIF and HEIC (ISO/IEC 23008-12): the boxes, without the coded pictures. */
export interface HeifFile {
  readonly view: DataView;
  /** The displayed item; others are its thumbnails, depth and gain maps, other pictures of a burst. */
  readonly primary: HeifItem;
  /** The parts of a primary item of type `grid`, row by row; empty for others. */
  readonly tiles: readonly HeifItem[];
  /** All properties of all items. */
  readonly properties: readonly Box[];
  /** The first EXIF block (TIFF structure); null if there is none in one piece. */
  readonly exif: Uint8Array | null;
  /** Where the last complete box ends. */
  readonly soundEnd: number;
}

/**
 * Parses the boxes of a HEIF file. Returns a text for an invalid one: boxes or items that are missing,
 * truncated or too many, and item data outside the file. Never throws; decodes nothing.
 */
export function readHeifFile(bytes: Uint8Array): HeifFile | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes = readBoxes(view, 0, bytes.length);
  if (boxes === null) return "too many boxes";
  const [meta, ...more] = boxes.filter((box) => box.type === "meta");
  if (meta === undefined || more.length > 0) return "not one meta box";
  const inMeta = readBoxes(view, meta.start + 4, meta.end);
  if (inMeta === null) return "too many boxes in meta";
  const box = (type: string): Box | undefined => inMeta.find((one) => one.type === type);
  const [primaryBox, infos, properties, locations] = [box("pitm"), box("iinf"), box("iprp"), box("iloc")];
  if (!primaryBox || !infos || !properties || !locations) return "no items";

  const types = readTypes(view, infos);
  const inProperties = readBoxes(view, properties.start, properties.end);
  const container = inProperties?.find((one) => one.type === "ipco");
  const all = container === undefined ? null : readBoxes(view, container.start, container.end);
  const associations = inProperties?.find((one) => one.type === "ipma");
  const ofItems = associations === undefined ? null : readAssociations(view, associations);
  if (types === null || all === null || ofItems === null) return "items or properties";
  const item = (id: number): HeifItem | null => {
    const type = types.get(id);
    const indexes = ofItems.get(id) ?? [];
    // Property 0 means none.
    return type === undefined ? null : { type, properties: indexes.flatMap((index) => all[index - 1] ?? []) };
  };

  const primaryId = readPrimary(view, primaryBox);
  const primary = item(primaryId);
  if (primary === null) return "no primary item";
  const tileIds = primary.type === "grid" ? readTiles(view, box("iref"), primaryId) : [];
  if (tileIds === null) return "tiles";
  const tiles = tileIds.map(item);
  if (primary.type === "grid" && (tiles.length === 0 || tiles.includes(null))) return "missing tiles";

  const soundEnd = boxes.at(-1)?.end ?? 0;
  const data = readLocations(view, locations);
  if (data === null || data.end > soundEnd) return "picture data beyond the end";
  const [exifId] = [...types].find(([, type]) => type === "Exif") ?? [];
  return {
    view,
    primary,
    tiles: tiles.filter((tile) => tile !== null),
    properties: all,
    exif: exifId === undefined ? null : readExif(view, data.pieces.get(exifId)),
    soundEnd,
  };
}

/** The size in an `ispe` property; null if truncated. */
export function readSize(view: DataView, { start, end }: Box): { width: number; height: number } | null {
  if (end - start < 12) return null;
  return { width: view.getUint32(start + 4), height: view.getUint32(start + 8) };
}

/** An item's embedded colour profile, unchecked; null for none. */
export function readIccProfile(file: HeifFile): Uint8Array | null {
  const { view, primary, tiles } = file;
  for (const property of [...primary.properties, ...(tiles[0]?.properties ?? [])]) {
    if (property.type !== "colr" || property.end - property.start < 4) continue;
    const kind = fourCharacters(view, property.start);
    if (kind !== "prof" && kind !== "rICC") continue;
    const length = property.end - property.start - 4;
    return new Uint8Array(view.buffer, view.byteOffset + property.start + 4, length);
  }
  return null;
}

/** The complete boxes from `start` on, up to the first incomplete one. Null for too many. */
function readBoxes(view: DataView, start: number, end: number): Box[] | null {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end) {
    if (boxes.length >= maxBoxes) return null;
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

/** The id of the primary item (pitm box). */
function readPrimary(view: DataView, box: Box): number {
  const reader = new Reader(view, box.start, box.end);
  const { version } = reader.fullBox();
  return reader.uint(version === 0 ? 2 : 4);
}

/** Types of items by id (iinf box with its infe boxes); null if invalid. */
function readTypes(view: DataView, box: Box): Map<number, string> | null {
  const reader = new Reader(view, box.start, box.end);
  const { version } = reader.fullBox();
  reader.uint(version === 0 ? 2 : 4);
  const entries = reader.failed ? null : readBoxes(view, reader.at, box.end);
  if (entries === null) return null;
  const types = new Map<number, string>();
  for (const entry of entries) {
    if (entry.type !== "infe") continue;
    const info = new Reader(view, entry.start, entry.end);
    const size = info.fullBox().version === 3 ? 4 : 2;
    const id = info.uint(size);
    info.uint(2);
    const { at } = info;
    info.uint(4);
    if (info.failed) return null;
    types.set(id, fourCharacters(view, at));
  }
  return types;
}

/** Each item's properties, by their 1-based indexes in ipco (ipma box); null if invalid. */
function readAssociations(view: DataView, box: Box): Map<number, number[]> | null {
  const reader = new Reader(view, box.start, box.end);
  const { version, flags } = reader.fullBox();
  const wide = (flags & 1) === 1;
  const count = reader.uint(4);
  if (count > maxItems) return null;
  const ofItems = new Map<number, number[]>();
  for (let entry = 0; entry < count; entry++) {
    const id = reader.uint(version === 0 ? 2 : 4);
    const ofItem = reader.uint(1);
    if (ofItem > maxPropertiesOfItem) return null;
    const indexes: number[] = [];
    for (let left = ofItem; left > 0; left--) {
      // The highest bit says whether a reader must understand the property.
      indexes.push(wide ? reader.uint(2) & 0x7fff : reader.uint(1) & 0x7f);
    }
    if (reader.failed) return null;
    ofItems.set(id, indexes);
  }
  return ofItems;
}

/** The ids of a grid's items (dimg in the iref box); null if invalid. */
function readTiles(view: DataView, box: Box | undefined, grid: number): number[] | null {
  if (box === undefined) return null;
  const { version } = new Reader(view, box.start, box.end).fullBox();
  const idSize = version === 0 ? 2 : 4;
  for (const reference of readBoxes(view, box.start + 4, box.end) ?? []) {
    if (reference.type !== "dimg") continue;
    const reader = new Reader(view, reference.start, reference.end);
    if (reader.uint(idSize) !== grid) continue;
    const count = reader.uint(2);
    if (count > maxItems) return null;
    const ids = Array.from({ length: count }, () => reader.uint(idSize));
    return reader.failed ? null : ids;
  }
  return null;
}

/** An EXIF item begins with the offset of its TIFF header. */
function readExif(view: DataView, piece: { start: number; end: number } | undefined): Uint8Array | null {
  if (piece === undefined || piece.end - piece.start < 4) return null;
  const start = piece.start + 4 + view.getUint32(piece.start);
  return start > piece.end ? null : new Uint8Array(view.buffer, view.byteOffset + start, piece.end - start);
}

interface Locations {
  /** The last byte of the file used by any item. */
  readonly end: number;
  /** Ranges of the items' data by id, for those in one piece and in the file itself. */
  readonly pieces: ReadonlyMap<number, { start: number; end: number }>;
}

/** Where the items' data is (iloc box); null if the box is invalid. */
function readLocations(view: DataView, box: Box): Locations | null {
  const reader = new Reader(view, box.start, box.end);
  const { version } = reader.fullBox();
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
  if (count === 0 || count > maxItems) return null;
  let furthest = 0;
  const pieces = new Map<number, { start: number; end: number }>();
  for (let item = 0; item < count; item++) {
    const id = reader.uint(version < 2 ? 2 : 4);
    const inFile = version === 0 || (reader.uint(2) & 15) === 0;
    reader.uint(2);
    const base = reader.uint(baseSize);
    const extents = reader.uint(2);
    for (let extent = 0; extent < extents; extent++) {
      if (reader.failed) return null;
      reader.uint(indexSize);
      const start = base + reader.uint(offsetSize);
      const end = start + reader.uint(lengthSize);
      if (!inFile) continue;
      furthest = Math.max(furthest, end);
      if (extents === 1) pieces.set(id, { start, end });
    }
  }
  return reader.failed ? null : { end: furthest, pieces };
}

/** Reads consecutive numbers; past the end it returns zeros and records the failure. */
class Reader {
  readonly #view: DataView;
  readonly #end: number;
  at: number;
  failed = false;

  constructor(view: DataView, at: number, end: number) {
    this.#view = view;
    this.at = at;
    this.#end = end;
  }

  /** The header of every full box. */
  fullBox(): { version: number; flags: number } {
    return { version: this.uint(1), flags: this.uint(3) };
  }

  uint(bytes: number): number {
    if (this.at + bytes > this.#end) {
      this.failed = true;
      return 0;
    }
    let value = 0;
    for (let i = 0; i < bytes; i++) value = value * 256 + this.#view.getUint8(this.at + i);
    this.at += bytes;
    return value;
  }
}
