import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { AppError } from "#server/http/app-error.ts";
import { type JsonLimits, JsonScanner } from "#server/http/json-scanner.ts";
import { cutPictures, isDataUrlBeginning } from "./cut-pictures.ts";

const limits: JsonLimits = { bytes: 256_000, keys: 300, values: 5_000 };
const maxPictures = 10;

/** What a form is once read: pictures as `{ picture }` with their bytes in base64, null for what is none. */
function readPieces(pieces: readonly Uint8Array[], path: readonly string[] = ["images"]): unknown {
  const { cut, pictures } = cutPictures(path, maxPictures);
  const scanner = new JsonScanner(limits, cut);
  for (const piece of pieces) scanner.write(piece);
  const text = new TextDecoder("utf-8", { fatal: true }).decode(scanner.finish());
  return JSON.parse(text, (_, value: unknown) => {
    const picture = typeof value === "string" ? pictures.get(value) : undefined;
    return picture === undefined ? value : { picture: picture.take()?.toString("base64") ?? null };
  });
}

function asPicture(text: string): unknown {
  const comma = text.indexOf(",");
  if (comma < 0 || comma >= 500 || !isDataUrlBeginning(text.slice(0, comma + 1))) return text;
  const content = text.slice(comma + 1).replaceAll(/\s+/g, "");
  const isBase64 = /^[A-Za-z0-9+/_-]*={0,2}$/.test(content);
  return { picture: isBase64 ? Buffer.from(content, "base64").toString("base64") : null };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The same by JSON.parse: where the path leads through objects to a list, its data URLs are pictures. */
function parseWhole(bytes: Uint8Array, path: readonly string[] = ["images"]): unknown {
  const place = (value: unknown, depth: number): unknown => {
    const key = path[depth];
    if (key === undefined)
      return Array.isArray(value)
        ? value.map((one: unknown) => (typeof one === "string" ? asPicture(one) : one))
        : value;
    if (!isObject(value) || !Object.hasOwn(value, key)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, name === key ? place(one, depth + 1) : one]),
    );
  };
  return place(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)), 0);
}

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
}

/** How one character of a text may be written: as it is, by its short escape, by its number in either case. */
function written(character: string, way: number): string {
  const plain = JSON.stringify(character).slice(1, -1);
  const number = character.charCodeAt(0).toString(16).padStart(4, "0");
  if (way === 1) return `\\u${number}`;
  if (way === 2) return `\\u${number.toUpperCase()}`;
  return way === 3 && character === "/" ? "\\/" : plain;
}

const base64 = fc.uint8Array({ maxLength: 200 }).chain((bytes) =>
  fc.constantFrom(
    Buffer.from(bytes).toString("base64"),
    Buffer.from(bytes)
      .toString("base64")
      .replaceAll(/(.{20})/g, "$1\r\n"),
    `${Buffer.from(bytes).toString("base64")}*`,
    `=${Buffer.from(bytes).toString("base64")}`,
  ),
);
const beginning = fc.constantFrom(
  "data:image/jpeg;base64,",
  "DATA:;BASE64,",
  "data:image/png;name=a/b; base64,",
  "data:image/svg+xml,",
  "data:,x;base64,",
  `data:${"x".repeat(500)};base64,`,
  "picture:0,",
  "",
);
const image = fc.oneof(
  fc.tuple(beginning, base64).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
  fc.jsonValue({ maxDepth: 2 }),
);
const key = fc.oneof(fc.constantFrom("images", "carData", "brand", "__proto__"), fc.string());

interface Written {
  readonly text: string;
}

/** A text of JSON for a value, each character of its strings written in some way. */
function writtenJson(value: unknown): fc.Arbitrary<Written> {
  return fc.array(fc.nat(5), { minLength: 1, maxLength: 40 }).map((ways) => {
    let next = 0;
    const string = (text: string): string => {
      // By code units: halves of pairs are written by their number.
      const units = Array.from({ length: text.length }, (_, index) => text.charAt(index));
      return `"${units.map((unit) => written(unit, ways[next++ % ways.length] ?? 0)).join("")}"`;
    };
    const space = (): string => [" ", "", "\n", "", "\t", ""][ways[next++ % ways.length] ?? 0] ?? "";
    const write = (one: unknown): string => {
      if (typeof one === "string") return space() + string(one);
      if (Array.isArray(one)) return `${space()}[${one.map(write).join(",")}${space()}]`;
      if (one instanceof Entries)
        return `{${one.list.map(([name, inner]) => `${space()}${string(name)}${space()}:${write(inner)}`).join(",")}${space()}}`;
      if (isObject(one)) return write(new Entries(Object.entries(one)));
      return space() + JSON.stringify(one);
    };
    return { text: write(value) };
  });
}

/** An object with its keys as they come: one may come twice. */
class Entries {
  readonly list: readonly (readonly [string, unknown])[];
  constructor(list: readonly (readonly [string, unknown])[]) {
    this.list = list;
  }
}

const entry = fc.tuple(
  key,
  fc.oneof(fc.array(image, { maxLength: 6 }), fc.jsonValue({ maxDepth: 3 }), image),
);
const inner = fc.array(entry, { maxLength: 5 }).map((list) => new Entries(list));
const form = fc
  .array(fc.oneof(entry, fc.tuple(key, inner)), { maxLength: 6 })
  .map((list) => new Entries(list));
const json = fc.oneof(form, fc.array(image, { maxLength: 4 }), fc.jsonValue()).chain(writtenJson);
const paths = fc.constantFrom(["images"], ["carData", "images"]);
const places = fc.array(fc.nat(), { maxLength: 30 });

test("a form is parsed as JSON.parse parses it, whatever it contains and wherever its pieces end", () => {
  fc.assert(
    fc.property(json, places, paths, ({ text }, at, path) => {
      const bytes = Buffer.from(text);
      expect(readPieces(cutAt(bytes, at), path)).toEqual(parseWhole(bytes, path));
    }),
    { numRuns: 1_500 },
  );
});

test("a form is refused where JSON.parse refuses it", () => {
  const spoiled = fc.tuple(json, fc.nat(), fc.nat(255)).map(([{ text }, place, byte]) => {
    const bytes = Buffer.from(text);
    if (bytes.length > 0) bytes[place % bytes.length] = byte;
    return bytes;
  });
  fc.assert(
    fc.property(spoiled, places, (bytes, at) => {
      let expected: unknown;
      try {
        expected = parseWhole(bytes);
      } catch {
        // Bytes that are no UTF-8 may stand in a picture, which is none then, or is not in the form that is read: its
        // key came again. Anything else is refused here too.
        let found: unknown;
        try {
          found = readPieces(cutAt(bytes, at));
        } catch {
          return;
        }
        expect(found).toEqual(parseWhole(Buffer.from(new TextDecoder().decode(bytes))));
        return;
      }
      expect(readPieces(cutAt(bytes, at))).toEqual(expected);
    }),
    { numRuns: 1_500 },
  );
});

test("a form that begins with a byte order mark is parsed without it", () => {
  const text = '\ufeff{"images":["data:;base64,QUJD"]}';
  expect(readPieces([Buffer.from(text)])).toEqual({ images: [{ picture: "QUJD" }] });
});

test("a text that looks like a picture's placeholder stays a text", () => {
  const { cut, pictures } = cutPictures(["images"], maxPictures);
  const { standIn } = cut.open();
  const forged = { images: ["data:;base64,QUJD", "picture:0", standIn] };
  const read = readPieces([Buffer.from(JSON.stringify(forged))]);
  expect(pictures.size).toBe(1);
  expect(read).toEqual({ images: [{ picture: "QUJD" }, "picture:0", standIn] });
});

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof AppError ? error.code : "another error";
  }
  return "read";
}

const manyKeys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1])));
const picture = (characters: number) => `data:image/jpeg;base64,${"A".repeat(characters)}`;

test.each([
  ["300 keys", manyKeys(300), "read"],
  ["301 keys", manyKeys(301), "payload_too_large"],
  ["301 keys at three depths", `{"a":${manyKeys(150)},"b":[${manyKeys(149)}]}`, "payload_too_large"],
  ["5,000 values", JSON.stringify(Array.from({ length: 4_999 }, () => 1)), "read"],
  ["more values", JSON.stringify(Array.from({ length: 5_001 }, () => 1)), "payload_too_large"],
  ["a depth of 100,000", "[".repeat(100_000), "payload_too_large"],
  ["255 kB of text", JSON.stringify({ description: "a".repeat(255_000) }), "read"],
  ["257 kB of text", JSON.stringify({ description: "a".repeat(257_000) }), "payload_too_large"],
  [
    "257 kB of a picture in another field",
    JSON.stringify({ description: picture(257_000) }),
    "payload_too_large",
  ],
  [
    "257 kB of a picture in a list of another name",
    JSON.stringify({ photos: [picture(257_000)] }),
    "payload_too_large",
  ],
  [
    "257 kB of a picture one list deeper",
    JSON.stringify({ images: [[picture(257_000)]] }),
    "payload_too_large",
  ],
  ["257 kB of blanks", " ".repeat(257_000), "payload_too_large"],
  ["a picture of 25 MB", JSON.stringify({ images: [picture(34_952_532)] }), "read"],
  ["a picture of more", JSON.stringify({ images: [picture(34_952_540)] }), "payload_too_large"],
  [
    "pictures of 40 MB in all",
    JSON.stringify({ images: [picture(20_000_000), picture(20_000_000)] }),
    "read",
  ],
  [
    "pictures of more in all",
    JSON.stringify({ images: [picture(20_000_000), picture(20_000_001)] }),
    "payload_too_large",
  ],
  [
    "40 MB in an eleventh one",
    JSON.stringify({ images: [...Array.from({ length: 10 }, () => picture(4)), picture(40_000_000)] }),
    "payload_too_large",
  ],
  [
    "100,000 tiny pictures",
    JSON.stringify({ images: Array.from({ length: 100_000 }, () => picture(4)) }),
    "payload_too_large",
  ],
])("a form with %s is read, or refused by its size before it is parsed", (_, text, outcome) => {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (__, n) =>
    bytes.subarray(n * 65_536, (n + 1) * 65_536),
  );
  expect(codeOf(() => readPieces(pieces))).toBe(outcome);
});

test("a picture of escaped characters alone is read in linear time", () => {
  const characters = 300_000;
  const text = `{"images":["data:;base64,${"\\u0041".repeat(characters)}"]}`;
  const pieces = cutAt(
    Buffer.from(text),
    Array.from({ length: 40 }, (_, n) => n * 47_111),
  );
  expect(readPieces(pieces)).toEqual({ images: [{ picture: "A".repeat(characters) }] });
});
