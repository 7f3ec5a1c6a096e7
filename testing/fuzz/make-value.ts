import type { SeededRandom } from "#testing/seeded-random.ts";

/** Values that break parsers, databases, dates and sums. */
export const oddValues: readonly unknown[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\uD800",
  "\u202Eabc",
  "%",
  "%00",
  "%ff",
  "_",
  "..",
  "../../etc/passwd",
  "'; drop table users; --",
  "' or '1'='1",
  "<script>alert(1)</script>",
  "${7*7}",
  "{{7*7}}",
  "ë".repeat(300),
  "🚗".repeat(2_000),
  "9".repeat(40),
  "-1",
  "1e9",
  "1e999",
  "NaN",
  "0x10",
  "2026-02-31",
  "0000-01-01",
  "9999-12-31",
  "+999999-01-01",
  "constructor",
  "toString",
  "__proto__",
  "null",
  "true",
  "[]",
  "data:image/jpeg;base64,",
  "data:image/jpeg;base64,/9j/4AAQSkZJRg==",
  "data:image/svg+xml,<svg/>",
  "https://evil.example/x.jpg",
  "//evil.example",
  "/photos/../../x/960.jpg",
  "=1+1",
  "a,b,,c",
  ",",
  "\r\nSet-Cookie: x=1",
  "+383 44 123 456",
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2_147_483_648,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e308,
  [],
  {},
  [[]],
  [null],
  { length: 1 },
  { toString: 1 },
];

/** Values that pass the first checks, by field name. */
export type Hints = Readonly<Record<string, readonly unknown[]>>;

function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberIn(random: SeededRandom, schema: Readonly<Record<string, unknown>>): number {
  const from = typeof schema["minimum"] === "number" ? Math.max(schema["minimum"], -1e9) : 0;
  const to = typeof schema["maximum"] === "number" ? Math.min(schema["maximum"], 1e9) : from + 1_000;
  const edges = [from, to, from - 1, to + 1];
  return random.chance(0.2) ? random.pick(edges) : Math.round(from + random.next() * (to - from));
}

function textIn(random: SeededRandom, schema: Readonly<Record<string, unknown>>): string {
  const longest = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 40;
  if (random.chance(0.05)) return "x".repeat(Math.min(longest + random.below(2), 25_000));
  return random.pick(["a", "Golf", "Krasniqi", "e bardhë", "2017", "x y z", "Ç"]);
}

/**
 * Usually a value that matches a JSON Schema. The server may still refuse it, by rules that the schema does
 * not express.
 */
export function makeValue(random: SeededRandom, given: unknown, hints: Hints, name = ""): unknown {
  const schema = record(given);
  const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
  if (hint !== undefined && hint.length > 0 && random.chance(0.7)) return random.pick(hint);
  if (schema === null) return random.pick(oddValues);
  if ("const" in schema) return schema["const"];
  const choices = list(schema["enum"]);
  if (choices.length > 0) return random.pick(choices);
  const either = [...list(schema["anyOf"]), ...list(schema["oneOf"])];
  if (either.length > 0) return makeValue(random, random.pick(either), hints, name);
  const types = Array.isArray(schema["type"]) ? list(schema["type"]) : [schema["type"]];
  switch (random.pick(types.map(String))) {
    case "string":
      return textIn(random, schema);
    case "number":
      return numberIn(random, schema);
    case "integer":
      return numberIn(random, schema);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "array":
      return Array.from({ length: random.below(4) }, () =>
        makeValue(random, schema["items"] ?? {}, hints, name),
      );
    case "object": {
      const properties = record(schema["properties"]) ?? {};
      const required = new Set(list(schema["required"]));
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([key]) => required.has(key) || random.chance(0.5))
          .map(([key, value]) => [key, makeValue(random, value, hints, key)]),
      );
    }
    default:
      return random.pick(oddValues);
  }
}

const strangeKeys = ["__proto__", "constructor", "id", "isAdmin", "user", "x".repeat(500), "\u0000", ""];

/**
 * The same with a fault: a value replaced, a key missing or added, a part repeated or deeply nested.
 */
export function mutateValue(random: SeededRandom, value: unknown): unknown {
  const fields = record(value);
  if (fields === null) {
    if (Array.isArray(value) && value.length > 0 && random.chance(0.6)) {
      const at = random.below(value.length);
      return value.map((each: unknown, index) => (index === at ? mutateValue(random, each) : each));
    }
    return random.pick(oddValues);
  }
  const entries = Object.entries(fields);
  if (entries.length === 0 || random.chance(0.15))
    return Object.fromEntries([...entries, [random.pick(strangeKeys), random.pick(oddValues)]]);
  const [key, inside] = random.pick(entries);
  const way = random.below(5);
  if (way === 0) return Object.fromEntries(entries.filter(([each]) => each !== key));
  if (way === 1) return { ...fields, [key]: [inside] };
  if (way === 2) return { ...fields, [key]: mutateValue(random, inside) };
  return { ...fields, [key]: random.pick(oddValues) };
}
