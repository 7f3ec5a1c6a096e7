import { readFileSync } from "node:fs";

/**
 * HEIC files for tests. The coded pictures were drawn, encoded by Debian's heif-enc (libheif 1.15.1, x265;
 * `-q 50`, noise `-q 40 -t 64`) and committed, because no library here can encode HEVC. The structure around
 * them (grids, rotations, EXIF, profiles, false values) is written here.
 */
export type CodedPicture =
  | "red"
  | "green"
  | "blue"
  | "yellow"
  /** `fourColours()` of pictures.ts, 240 x 160. */
  | "four-colours"
  | "four-colours-10-bit"
  /** 64 x 64: red on the left, transparent on the right. */
  | "half-transparent"
  /** Four colours over 512 x 512, the size of an iPhone's tiles. */
  | "tile-512"
  /** 160 x 120, with a thumbnail. */
  | "noise";

/** A file as the encoder wrote it. */
export function heicFile(name: CodedPicture): Buffer {
  return readFileSync(new URL(`heic/${name}.heic`, import.meta.url));
}

/** A box of an ISO media file: size, type, content. */
export function heifBox(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

function fullBox(type: string, version: number, flags: number, ...content: Uint8Array[]): Buffer {
  return heifBox(type, Buffer.from([version, 0, 0, flags]), ...content);
}

function uint(bytes: 1 | 2 | 4, ...values: number[]): Buffer {
  const out = Buffer.alloc(bytes * values.length);
  for (const [index, value] of values.entries()) out.writeUIntBE(value, index * bytes, bytes);
  return out;
}

/** Property: the size in pixels. */
export function ispe(width: number, height: number): Buffer {
  return fullBox("ispe", 0, 0, uint(4, width, height));
}

/** Property: quarter turns, counter-clockwise. */
export function irot(quarters: number): Buffer {
  return heifBox("irot", uint(1, quarters));
}

/** Property: mirrored; 0 swaps top and bottom, 1 left and right. */
export function imir(axis: 0 | 1): Buffer {
  return heifBox("imir", uint(1, axis));
}

/** Property: a colour profile. */
export function colourProfile(icc: Uint8Array): Buffer {
  return heifBox("colr", Buffer.from("prof"), icc);
}

/** Property: the purpose of an auxiliary picture, such as a depth map. */
export function auxiliary(urn: string): Buffer {
  return fullBox("auxC", 0, 0, Buffer.from(`${urn}\0`));
}

export interface HeifItem {
  readonly type: string;
  readonly data: Uint8Array;
  readonly properties?: readonly Buffer[];
  /** References to other items by id; ids are positions in the file, from 1. */
  readonly references?: readonly { readonly type: string; readonly to: readonly number[] }[];
}

/** An HEVC picture as an item of another file. */
export function codedItem(name: CodedPicture, width: number, height: number): HeifItem {
  const file = heicFile(name);
  const boxAt = (type: string, from = 0) => {
    const start = file.indexOf(type, from) - 4;
    return file.subarray(start, start + file.readUInt32BE(start));
  };
  return { type: "hvc1", data: boxAt("mdat").subarray(8), properties: [boxAt("hvcC"), ispe(width, height)] };
}

/** Four tiles of 64 x 64, one per colour; as a 2 x 2 grid they look like `fourColours()`. */
export function fourTiles(): HeifItem[] {
  const names = ["red", "green", "blue", "yellow"] satisfies CodedPicture[];
  return names.map((name) => codedItem(name, 64, 64));
}

/** EXIF as an item that describes another one. */
export function exifItem(block: Uint8Array, of: number): HeifItem {
  // iPhones put JPEG's "Exif" header before the TIFF header.
  const data = Buffer.concat([uint(4, 6), Buffer.from("Exif\0\0"), block]);
  return { type: "Exif", data, references: [{ type: "cdsc", to: [of] }] };
}

/** The items of a picture of tiles, as iPhones write it: the grid first, then its tiles. */
export function gridItems(
  columns: number,
  size: { width: number; height: number },
  tiles: readonly HeifItem[],
  properties: readonly Buffer[] = [],
): HeifItem[] {
  const rows = tiles.length / columns;
  const data = Buffer.concat([uint(1, 0, 1, rows - 1, columns - 1), uint(4, size.width, size.height)]);
  return [
    {
      type: "grid",
      data,
      properties: [ispe(size.width, size.height), ...properties],
      references: [{ type: "dimg", to: tiles.map((_, index) => index + 2) }],
    },
    ...tiles,
  ];
}

/** A HEIF file of these items; the first is the primary item. Equal properties and data are stored once. */
export function heifFile(items: readonly HeifItem[], brands: readonly string[] = ["mif1", "heic"]): Buffer {
  const ftyp = heifBox("ftyp", Buffer.from("heic"), uint(4, 0), Buffer.from(brands.join("")));
  const properties: Buffer[] = [];
  const indexOf = (property: Buffer): number => {
    const known = properties.findIndex((one) => one.equals(property));
    return known >= 0 ? known + 1 : properties.push(property);
  };
  const associations = items.map(({ properties: own = [] }, index) =>
    Buffer.concat([uint(2, index + 1), uint(1, own.length), uint(1, ...own.map(indexOf))]),
  );
  const infos = items.map(({ type }, index) =>
    fullBox("infe", 2, 0, uint(2, index + 1, 0), Buffer.from(`${type}\0`, "latin1")),
  );
  const references = items.flatMap(({ references: own = [] }, index) =>
    own.map(({ type, to }) => heifBox(type, uint(2, index + 1, to.length, ...to))),
  );
  const data = new Map<Uint8Array, number>();
  let dataBytes = 0;
  for (const item of items) {
    if (data.has(item.data)) continue;
    data.set(item.data, dataBytes);
    dataBytes += item.data.length;
  }
  const meta = (dataStart: number): Buffer => {
    const locations = items.map((item, index) =>
      Buffer.concat([
        uint(2, index + 1, 0, 1),
        uint(4, dataStart + (data.get(item.data) ?? 0), item.data.length),
      ]),
    );
    return fullBox(
      "meta",
      0,
      0,
      fullBox("hdlr", 0, 0, uint(4, 0), Buffer.from("pict"), Buffer.alloc(13)),
      fullBox("pitm", 0, 0, uint(2, 1)),
      fullBox("iloc", 0, 0, uint(1, 0x44, 0), uint(2, items.length), ...locations),
      fullBox("iinf", 0, 0, uint(2, items.length), ...infos),
      ...(references.length === 0 ? [] : [fullBox("iref", 0, 0, ...references)]),
      heifBox(
        "iprp",
        heifBox("ipco", ...properties),
        fullBox("ipma", 0, 0, uint(4, items.length), ...associations),
      ),
    );
  };
  const dataStart = ftyp.length + meta(0).length + 8;
  return Buffer.concat([ftyp, meta(dataStart), heifBox("mdat", ...data.keys())]);
}
