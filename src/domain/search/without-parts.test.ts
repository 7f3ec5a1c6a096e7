import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { withoutParts } from "./without-parts.ts";

test("withoutParts leaves a query that reads as if it had been typed", () => {
  expect(withoutParts("vw  golf 7 , panorama", ["golf 7"])).toBe("vw , panorama");
  expect(withoutParts("golf gti golf", ["golf", "golf"])).toBe("gti");
});

test("withoutParts removes whole words and not letters inside other words", () => {
  expect(withoutParts("golf gol", ["gol"])).toBe("golf");
  expect(withoutParts("Vështirë e re", ["e re"])).toBe("Vështirë");
});

test("withoutParts removes an article with its word and leaves a class name", () => {
  expect(withoutParts("fiat 500 e kuqe", ["kuqe"])).toBe("fiat 500");
  expect(withoutParts("Mercedes E kabrio", ["kabrio"])).toBe("Mercedes E");
  expect(withoutParts("opel corsa e nafte", ["nafte"])).toBe("opel corsa e");
  expect(withoutParts("mercedes e 220 cdi", ["220"])).toBe("mercedes e cdi");
  expect(withoutParts("mercedes klasa e dizel", ["dizel"])).toBe("mercedes klasa e");
});

test("withoutParts cuts a part out of its word when it is no word of its own", () => {
  expect(withoutParts("audi a4 190ks", ["190"])).toBe("audi a4 ks");
});

test("withoutParts takes special characters literally", () => {
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
