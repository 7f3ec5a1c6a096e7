import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { editDistance } from "./edit-distance.ts";
import { type TextWords, understandQuery } from "./understand.ts";
import { buildVocabulary } from "./vocabulary.ts";

const vocabulary = buildVocabulary(carCatalogue);

/** Cars whose texts hold a few words. */
const inTexts = new Set(["tdi", "gti", "panorama", "panoramike", "euro", "zeze", "mercedez"]);
const textWords: TextWords = {
  has: (word) => inTexts.has(word),
  hasPrefix: (prefix) => [...inTexts].some((word) => word.startsWith(prefix)),
  hasNumber: (number) => number === 10_234,
};

function understand(q: string) {
  const meaning = understandQuery(q, vocabulary, textWords, 2027);
  const lists = Object.fromEntries(Object.entries(meaning.lists).filter(([, values]) => values.length > 0));
  const ranges = Object.fromEntries(Object.entries(meaning.ranges).filter(([, value]) => value !== null));
  return {
    ...lists,
    ...ranges,
    ...(meaning.customsPaid.length > 0 ? { customsPaid: meaning.customsPaid } : {}),
    ...(meaning.number === null ? {} : { number: meaning.number }),
    words: meaning.freeWords.map(({ word }) => word),
  };
}

const brand = (...values: string[]) => ({ brand: values });

describe("what people type", () => {
  const cases: [string, object][] = [
    ["vw", brand("Volkswagen")],
    ["benz", brand("Mercedes-Benz")],
    ["shkoda", brand("Škoda")],
    ["skoda", brand("Škoda")],
    ["bmw audi", brand("BMW", "Audi")],
    ["land rover", brand("Land Rover")],
    ["benzin", { fuel: ["Benzinë"] }],
    ["naftë", { fuel: ["Diesel"] }],
    ["dizell automatike", { fuel: ["Diesel"], transmission: ["Automatik"] }],
    ["karavan", { type: ["Wagon"] }],
    ["xhip", { type: ["SUV"] }],
    ["kabrio", { type: ["Convertible"] }],
    ["kombi", { type: ["Van", "Wagon"] }],
    ["prishtina", { location: ["Prishtinë"] }],
    ["Fushë Kosova", { location: ["Fushë Kosovë"] }],
    ["besianë", { location: ["Podujevë"] }],
    ["viti", { location: ["Viti"] }],
    ["viti 2015", { minYear: 2015, maxYear: 2015 }],
    ["2015 2018", { minYear: 2015, maxYear: 2018 }],
    ["nga 2015 deri 2018", { minYear: 2015, maxYear: 2018 }],
    ["deri 5000 euro", { maxPrice: 5_000 }],
    ["nën 8.000", { maxPrice: 8_000 }],
    ["deri 150.000 km", { maxMileage: 150_000 }],
    ["pa doganë", { customsPaid: [false] }],
    ["e doganuar", { customsPaid: [true] }],
    ["10234", { number: 10_234 }],
    ["e re", { condition: ["E re"] }],
    ["bmw 320d", { brand: ["BMW"], model: ["3 Series", "3 Series Gran Turismo"] }],
    ["e 220", { model: ["E-Class"] }],
    ["c klas", { model: ["C-Class"] }],
    ["x-trail", { model: ["X-Trail"] }],
    ["crv", { model: ["CR-V"] }],
    ["w204", { model: ["C-Class"], minYear: 2007, maxYear: 2015 }],
    // The year decides within the generation's years.
    ["passat b8 2016", { model: expect.arrayContaining(["Passat"]), minYear: 2016, maxYear: 2016 }],
    ["golf 7", { model: expect.arrayContaining(["Golf", "Golf Variant"]), minYear: 2012, maxYear: 2021 }],
    // A brand beside it makes a figure or a small word a model.
    ["peugeot 2008", { brand: ["Peugeot"], model: ["2008"] }],
    ["2008", { minYear: 2008, maxYear: 2008 }],
    ["ford ka", { brand: ["Ford"], model: ["Ka", "Ka+"] }],
    ["ka", {}],
    ["dodge ram", { brand: ["Dodge"], model: ["Ram"] }],
    ["ram", brand("RAM")],
    ["fiat coupe", { brand: ["Fiat"], model: ["Coupé"] }],
    ["audi coupe", { brand: ["Audi"], type: ["Coupe"] }],
    // Said politely.
    ["Kërkoj veturë në Prizren", { location: ["Prizren"] }],
  ];
  test.each(cases)("%s", (q, expected) => {
    expect(understand(q)).toEqual({ words: [], ...expected });
  });

  test("other words must stand in the cars' texts", () => {
    expect(understand("golf gti panorama").words).toEqual(["gti", "panorama"]);
    expect(understand("euro 5").words).toEqual(["euro", "5"]);
  });
});

describe("misspelt words", () => {
  test.each([
    ["volkswagn", { brand: ["Volkswagen"] }],
    ["pasat", { model: expect.arrayContaining(["Passat"]) }],
    ["mercdes", { brand: ["Mercedes-Benz"] }],
    ["prishtne", { location: ["Prishtinë"] }],
    ["land rovr", { brand: ["Land Rover"] }],
    ["autmoatik", { transmission: ["Automatik"] }],
  ])("%s is read as what is nearest", (q, expected) => {
    expect(understand(q)).toEqual({ words: [], ...expected });
  });

  test("a word that stands in a text is taken as it is, and so is a number", () => {
    expect(understand("panoramike golf").words).toEqual(["panoramike"]);
    expect(understand("3009 audi")).toEqual({ brand: ["Audi"], words: ["3009"] });
    expect(understand("qwertyuiop").words).toEqual(["qwertyuiop"]);
  });

  test("distance counts letters inserted, dropped, changed and swapped", () => {
    expect(editDistance("pasat", "passat", 2)).toBe(1);
    expect(editDistance("golf", "glof", 2)).toBe(1);
    expect(editDistance("audi", "opel", 2)).toBe(3);
    expect(editDistance("", "ab", 2)).toBe(2);
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(editDistance(a, b, 20)).toBe(editDistance(b, a, 20));
        expect(editDistance(a, b, 20) === 0).toBe(a === b);
      }),
    );
  });
});

test("what was understood says the words it was read from", () => {
  const { understood, units } = understandQuery("VW  golf 7, panorama", vocabulary, textWords, 2027);
  expect(understood.map(({ param, text }) => [param, text])).toEqual([
    ["brand", "VW"],
    ["model", "golf 7"],
    ["year", "golf 7"],
  ]);
  expect(units).toEqual(["VW", "golf 7", "panorama"]);
});

test("anything at all can be typed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (q) => {
      const { units, freeWords } = understandQuery(q, vocabulary, textWords, 2027);
      expect(units.length).toBeLessThanOrEqual(16);
      expect(freeWords.length).toBeLessThanOrEqual(16);
    }),
  );
});
