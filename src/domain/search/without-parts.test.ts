import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { withoutParts } from "./without-parts.ts";

test("what is left reads as if it had been typed", () => {
  expect(withoutParts("vw  golf 7 , panorama", ["golf 7"])).toBe("vw , panorama");
  expect(withoutParts("golf gti golf", ["golf", "golf"])).toBe("gti");
});

test("a part goes where it is a word, not where other words hold its letters", () => {
  expect(withoutParts("golf gol", ["gol"])).toBe("golf");
  expect(withoutParts("Vështirë e re", ["e re"])).toBe("Vështirë");
});

test("an article behind a figure goes with its word, a class does not", () => {
  expect(withoutParts("fiat 500 e kuqe", ["kuqe"])).toBe("fiat 500");
  expect(withoutParts("Mercedes E kabrio", ["kabrio"])).toBe("Mercedes E");
  expect(withoutParts("opel corsa e nafte", ["nafte"])).toBe("opel corsa e");
  expect(withoutParts("mercedes e 220 cdi", ["220"])).toBe("mercedes e cdi");
  expect(withoutParts("mercedes klasa e dizel", ["dizel"])).toBe("mercedes klasa e");
});

test("a part that never stands alone is cut out of its word", () => {
  expect(withoutParts("audi a4 190ks", ["190"])).toBe("audi a4 ks");
});

test("signs in it are signs", () => {
  expect(withoutParts("c++ (golf) 2.0", ["2.0"])).toBe("c++ (golf)");
  expect(withoutParts("Mercedes-Benz golf", ["Mercedes-Benz"])).toBe("golf");
  for (const sign of "\\^$.*+?()[]{}|/-!\"#%&',:;<=>@_`~€")
    expect(withoutParts(`a${sign}b c`, [`a${sign}b`])).toBe("c");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (q, part) => {
      expect(typeof withoutParts(q, [part])).toBe("string");
    }),
  );
});
