import * as fc from "#testing/properties.ts";
import { describe, expect, test } from "vitest";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import { type TextWords, understandQuery } from "./understand.ts";
import { buildVocabulary } from "./vocabulary.ts";

const vocabulary = buildVocabulary(carCatalogue);

/** Cars whose texts hold a few words. */
const inTexts = new Set(["tdi", "gti", "panorama", "panoramike", "euro", "zeze", "mercedez", "koda5"]);
const textWords: TextWords = {
  has: (word) => inTexts.has(word),
  hasPrefix: (prefix) => [...inTexts].some((word) => word.startsWith(prefix)),
  hasNumber: (number) => number === 10_234,
};

function understand(q: string) {
  const meaning = understandQuery(q, vocabulary, textWords, 2027);
  const lists = Object.fromEntries(Object.entries(meaning.lists).filter(([, values]) => values.length > 0));
  const bounds = Object.fromEntries(Object.entries(meaning.bounds).filter(([, value]) => value !== null));
  return {
    ...lists,
    ...bounds,
    ...(meaning.number === null ? {} : { number: meaning.number }),
    ...(meaning.features.length > 0
      ? { features: meaning.features.map(({ id, not }) => (not ? `not ${id}` : id)) }
      : {}),
    words: meaning.freeWords.map(({ word }) => word),
  };
}

/** The order that the words ask for, and what is said of it. */
function ordered(q: string) {
  const { order, understood, freeWords, units } = understandQuery(q, vocabulary, textWords, 2027);
  return { order, said: understood.filter(({ param }) => param === "sort"), freeWords, units };
}

const brand = (...values: string[]) => ({ brand: values });

describe("understandQuery", () => {
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
    ["kombi", { type: ["Van"] }],
    ["pickup", { type: ["Pickup"] }],
    ["pick-up nafte", { type: ["Pickup"], fuel: ["Diesel"] }],
    ["škoda pickup", { ...brand("Škoda"), model: ["Pick-up"] }],
    ["passat kombi", { model: expect.arrayContaining(["Passat"]), type: ["Wagon"] }],
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
    ["pa doganë", { customsPaid: ["false"] }],
    ["e doganuar", { customsPaid: ["true"] }],
    ["10234", { number: 10_234 }],
    ["e re", { condition: ["E re"] }],
    ["bmw 320d", { brand: ["BMW"], model: ["3 Series", "3 Series Gran Turismo"], features: ["engine:320d"] }],
    ["e 220", { model: ["E-Class"], features: ["engine:220"] }],
    ["c klas", { model: ["C-Class"] }],
    ["x-trail", { model: ["X-Trail"] }],
    ["crv", { model: ["CR-V"] }],
    ["w204", { model: ["C-Class"], minYear: 2007, maxYear: 2015 }],
    // The year decides within the generation's years.
    ["passat b8 2016", { model: expect.arrayContaining(["Passat"]), minYear: 2016, maxYear: 2016 }],
    ["golf 7.5", { model: expect.arrayContaining(["Golf"]), minYear: 2017, maxYear: 2021 }],
    ["klio 4", { model: expect.arrayContaining(["Clio"]), minYear: 2012, maxYear: 2021 }],
    // Years of two figures, and a month that is none.
    ["golf 14", { model: expect.arrayContaining(["Golf"]), minYear: 2014, maxYear: 2014 }],
    ["passat 08", { model: expect.arrayContaining(["Passat"]), minYear: 2008, maxYear: 2008 }],
    ["x5 '09", { model: expect.arrayContaining(["X5"]), minYear: 2009, maxYear: 2009 }],
    ["2018 e naltë", { minYear: 2018 }],
    ["veture per ni mij euro", { maxPrice: 1_000 }],
    ["kors e re", { model: expect.arrayContaining(["Corsa"]), condition: ["E re"] }],
    ["vetura te reja", { condition: ["E re"] }],
    [
      "bmw e46 pa doganu",
      {
        brand: ["BMW"],
        model: ["3 Series", "3 Series Gran Turismo"],
        minYear: 1997,
        maxYear: 2006,
        customsPaid: ["false"],
      },
    ],
    ["5k-7k", { minPrice: 5_000, maxPrice: 7_000 }],
    ["bmw trojka", { model: expect.arrayContaining(["3 Series"]) }],
    ["full opcion golf", { model: expect.arrayContaining(["Golf"]) }],
    ["kupe sportive me kredi", { type: ["Coupe"] }],
    ["auto na prodaju", {}],
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
    // Written so by a seller: no misspelt name with a figure behind it.
    ["koda5", { words: ["koda5"] }],
    ["koda6", { model: ["Kona"] }],
    // The model by ear, its variant by name.
    ["pasat variant", { model: ["Passat Variant"] }],
    ["rang rover evoque", { model: ["Range Rover Evoque"] }],
    ["oktavia kombi", { model: ["Octavia Combi"] }],
    // An engine behind its model, a package, a power: no models of those names.
    ["e klas 220", { model: ["E-Class"], features: ["engine:220"] }],
    ["bmw x6 m paket", { brand: ["BMW"], model: ["X6", "X6 M"], words: ["m", "paket"] }],
    ["skoda 105ks", { brand: ["Škoda"], words: ["105", "ks"] }],
    ["peugeot 206 cc", { brand: ["Peugeot"], model: ["206", "206+"], words: ["cc"] }],
    // A misspelt word is no second make's model, unless it is said so.
    ["peugeot 2008 alure", { brand: ["Peugeot"], model: ["2008"], words: ["alure"] }],
    ["polo ose kliio", { model: ["Polo", "Clio", "Clio Grandtour"] }],
    ["volvo xc60 awd", { brand: ["Volvo"], model: ["XC60"], features: ["awd"] }],
    ["golf 2", { model: expect.arrayContaining(["Golf"]), minYear: 1983, maxYear: 1992 }],
    ["vw t5", { ...brand("Volkswagen"), model: ["Transporter"], minYear: 2003, maxYear: 2015 }],
    ["t5 kombi", { model: ["Transporter"], type: ["Van"], minYear: 2003, maxYear: 2015 }],
    ["golf 2 mije euro", { model: expect.arrayContaining(["Golf"]), maxPrice: 2_000 }],
    ["golf 2 0 tdi", { model: expect.arrayContaining(["Golf"]), words: ["2", "0", "tdi"] }],
    ["golf 2 litra", { model: expect.arrayContaining(["Golf"]), words: ["2", "litra"] }],
    ["golf 3 mije e 500", { model: expect.arrayContaining(["Golf"]), maxPrice: 3_500 }],
    ["transporter t4", { model: ["Transporter"], minYear: 1990, maxYear: 2003 }],
    ["golf 5 ose 6", { model: expect.arrayContaining(["Golf"]), minYear: 2003, maxYear: 2014 }],
    [
      "golf dizel 5",
      { model: expect.arrayContaining(["Golf"]), fuel: ["Diesel"], minYear: 2003, maxYear: 2009 },
    ],
    [
      "golf 3 cabrio",
      { model: expect.arrayContaining(["Golf"]), type: ["Convertible"], minYear: 1991, maxYear: 1999 },
    ],
    ["hiace kombi", { model: ["Hiace"], type: ["Van"] }],
    ["mercedes c", { brand: ["Mercedes-Benz"], model: ["C-Class"] }],
    ["mercedes e zezë", { brand: ["Mercedes-Benz"], words: ["zeze"] }],
    ["jo automatik", { transmission: ["Manual"] }],
    ["lexus rx450h", { brand: ["Lexus"], model: ["RX"] }],
    ["kilometrazh i vogël deri 100000", { maxMileage: 100_000 }],
    // Said politely.
    ["Kërkoj veturë në Prizren", { location: ["Prizren"] }],
  ];
  test.each(cases)("understandQuery parses «%s»", (q, expected) => {
    expect(understand(q)).toEqual({ words: [], ...expected });
  });

  test.each<[string, object]>([
    ["deri 10 mije", { maxPrice: 10_000 }],
    ["deri 10mijë euro", { maxPrice: 10_000 }],
    ["max 10k", { maxPrice: 10_000 }],
    ["nën 2.5k", { maxPrice: 2_500 }],
    ["8000€", { maxPrice: 8_000 }],
    ["€8000", { maxPrice: 8_000 }],
    ["8,000 euro", { maxPrice: 8_000 }],
    ["12'500 eur", { maxPrice: 12_500 }],
    ["8 000 euro", { maxPrice: 8_000 }],
    ["5000e", { maxPrice: 5_000 }],
    ["5-7 mije", { minPrice: 5_000, maxPrice: 7_000 }],
    ["nga 5 deri në 7 mijë euro", { minPrice: 5_000, maxPrice: 7_000 }],
    ["3000 deri 5000", { minPrice: 3_000, maxPrice: 5_000 }],
    ["mes 4000 dhe 6000 euro", { minPrice: 4_000, maxPrice: 6_000 }],
    ["rreth 6000", { minPrice: 5_100, maxPrice: 6_900 }],
    ["jo më shumë se 5000", { maxPrice: 5_000 }],
    ["> 3000 <5000", { minPrice: 3_000, maxPrice: 5_000 }],
    ["mbi 2015", { minYear: 2015 }],
    ["2015+", { minYear: 2015 }],
    ["2015 e lart", { minYear: 2015 }],
    ["2014 ose më e re", { minYear: 2014 }],
    ["më e re se 2014", { minYear: 2014 }],
    ["para 2010", { maxYear: 2010 }],
    ["2010 e poshtë", { maxYear: 2010 }],
    ["2010-2014", { minYear: 2010, maxYear: 2014 }],
    ["nga 2012 deri 8000 euro", { minYear: 2012, maxPrice: 8_000 }],
    ["deri 150 mijë km", { maxMileage: 150_000 }],
    ["150000km", { maxMileage: 150_000 }],
    ["100-150 mije km", { minMileage: 100_000, maxMileage: 150_000 }],
    ["deri 5000 mbi 9000", { minPrice: 9_000, maxPrice: 5_000 }],
  ])("understandQuery reads the numbers in «%s»", (q, expected) => {
    expect(understand(q)).toEqual({ words: [], ...expected });
  });

  test("understandQuery reads no price from a number with another unit", () => {
    expect(understand("7 ulëse")).toEqual({ features: ["seats:7"], words: [] });
    expect(understand("2000 cc")).toEqual({ words: ["2000", "cc"] });
    expect(understand("155 kw").words).toEqual(["155", "kw"]);
  });

  test("understandQuery reads a number beside other words as a price", () => {
    expect(understand("golf 12000")).toMatchObject({ maxPrice: 12_000 });
    expect(understand("nr 10234")).toEqual({ number: 10_234, words: [] });
  });

  test.each<[string, object]>([
    ["golfi", { model: expect.arrayContaining(["Golf"]) }],
    ["golfin 5", { model: expect.arrayContaining(["Golf"]), minYear: 2003, maxYear: 2009 }],
    ["audit", brand("Audi")],
    ["mercedesin", brand("Mercedes-Benz")],
    ["astrën", { model: expect.arrayContaining(["Astra"]) }],
    ["prishtinës", { location: ["Prishtinë"] }],
    ["në Gjilanit", { location: ["Gjilan"] }],
    ["kashkaj", { model: ["Qashqai"] }],
    ["oktavia", { model: expect.arrayContaining(["Octavia"]) }],
    ["tojota", brand("Toyota")],
    ["bmwx5", { ...brand("BMW"), model: expect.arrayContaining(["X5"]) }],
    ["audia4", { ...brand("Audi"), model: expect.arrayContaining(["A4"]) }],
    ["klio 2", { model: expect.arrayContaining(["Clio"]), minYear: 1998, maxYear: 2012 }],
    [
      "passat 2.0 b6",
      { model: expect.arrayContaining(["Passat"]), minYear: 2005, maxYear: 2010, words: ["2.0"] },
    ],
    ["golf vi", { model: expect.arrayContaining(["Golf"]), minYear: 2008, maxYear: 2014 }],
    ["golf shtatë", { model: expect.arrayContaining(["Golf"]), minYear: 2012, maxYear: 2021 }],
    ["m3 e46", { model: ["M3"], minYear: 1997, maxYear: 2006 }],
    ["golf6tdi", { model: expect.arrayContaining(["Golf"]), minYear: 2008, maxYear: 2014, words: ["tdi"] }],
    ["tiguan2017", { model: expect.arrayContaining(["Tiguan"]), minYear: 2017, maxYear: 2017 }],
    ["ce iks pesë", { model: ["CX-5"] }],
    ["porshe kajen", { ...brand("Porsche"), model: expect.arrayContaining(["Cayenne"]) }],
    ["mercedes vito 111", { ...brand("Mercedes-Benz"), model: ["Vito"], words: ["111"] }],
    ["tre mijë deri pesë mijë e pesëqind euro", { minPrice: 3_000, maxPrice: 5_500 }],
    ["nga 2018 deri 2012", { minYear: 2012, maxYear: 2018 }],
    ["golf 2015shi", { model: expect.arrayContaining(["Golf"]), minYear: 2015, maxYear: 2015 }],
    ["kilometrazhi deri 150", { maxMileage: 150_000 }],
    ["golf e kuqe line", { model: expect.arrayContaining(["Golf"]), words: ["kuqe", "line"] }],
    ["golf nga gjermania", { model: expect.arrayContaining(["Golf"]), features: ["from:de"] }],
    ["golf apo passat", { model: expect.arrayContaining(["Golf", "Passat"]) }],
    // A brand beside another brand's model does not take it away.
    ["golf ose audi a4", { brand: ["Audi", "Volkswagen"], model: expect.arrayContaining(["Golf", "A4"]) }],
    ["si e re", {}],
    ["Përshëndetje, a ka ndonjë golf të lirë ju lutem", { model: expect.arrayContaining(["Golf"]) }],
    ["deri 9000", { maxPrice: 9_000 }],
    ["saab 9000", { ...brand("Saab"), model: ["9000"] }],
  ])("understandQuery reads the spoken or inflected query «%s»", (q, expected) => {
    expect(understand(q)).toEqual({ words: [], ...expected });
  });

  test.each([
    ["tiguan 2020 km pak", { minYear: 2020, maxYear: 2020 }],
    ["tiguan 2020 km te vogla", { minYear: 2020, maxYear: 2020 }],
    ["tiguan 2015 km 150000", { minYear: 2015, maxYear: 2015, maxMileage: 150_000 }],
    ["tiguan 2015 km deri 150000", { minYear: 2015, maxYear: 2015, maxMileage: 150_000 }],
    ["tiguan 2020 km", { maxMileage: 2_020 }],
    ["tiguan deri 2020 km", { maxMileage: 2_020 }],
    ["tiguan deri 2020 km te vogla", { maxMileage: 2_020 }],
    ["tiguan viti 2015 km te pakta", { minYear: 2015, maxYear: 2015 }],
    ["tiguan viti 2015 km origjinale", { minYear: 2015, maxYear: 2015, words: ["origjinale"] }],
    ["tiguan 2015 km 150", { minYear: 2015, maxYear: 2015, maxMileage: 150_000 }],
    ["tiguan 2000 km 25000 euro", { maxMileage: 2_000, maxPrice: 25_000 }],
    ["tiguan 2020 km 2023", { maxMileage: 2_020, minYear: 2023, maxYear: 2023 }],
  ])("understandQuery tells the year from the kilometres in «%s»", (q, expected) => {
    expect(understand(q)).toEqual({ words: [], model: expect.anything(), ...expected });
  });

  test("understandQuery does not read the Albanian article «e» as part of a model's name", () => {
    expect(understand("fiat 500 e zeze")).toEqual({ ...brand("Fiat"), model: ["500"], words: ["zeze"] });
    for (const q of ["fiat 500e", "fiat 500 e", "fiat 500e e zeze", "fiat 500 e elektrike"])
      expect(understand(q)).toMatchObject({ model: ["500e"] });
  });

  test("understandQuery reads t5 beside a Volvo as an engine and not as a Transporter", () => {
    expect(understand("volvo v60 t5")).toEqual({
      ...brand("Volvo"),
      model: expect.arrayContaining(["V60"]),
      words: ["t5"],
    });
  });

  test("understandQuery leaves unknown words as free words", () => {
    expect(understand("golf gti ledd").words).toEqual(["gti", "ledd"]);
    expect(understand("euro 5").words).toEqual(["euro", "5"]);
  });
});

describe("an order in a query", () => {
  test.each([
    ["vetura te lira", "price_asc", "te lira"],
    ["veture e lirë për student", "price_asc", "e lirë"],
    ["cheap cars", "price_asc", "cheap"],
    ["me pak kilometra", "mileage_asc", "me pak kilometra"],
    ["veture km te vogla", "mileage_asc", "km te vogla"],
  ])("understandQuery reads an order from «%s»", (q, order, typed) => {
    expect(ordered(q)).toEqual({
      order,
      said: [{ param: "sort", value: order, label: expect.stringContaining("më parë"), text: typed }],
      freeWords: [],
      units: [],
    });
  });

  test("the first of two orders in a query counts unless a limit replaces it", () => {
    expect(ordered("te lira me pak km").order).toBe("price_asc");
    expect(ordered("te lira me pak km deri 3000 euro").order).toBe("mileage_asc");
  });

  test.each([
    "golf",
    "te lira deri 3000 euro",
    "me pak km deri 150000 km",
    "jo me pak se 3000 euro",
    "liri",
    "jo e lire",
    "mos te jete e lire",
    "me i lire se passati",
  ])("the query «%s» asks for no order", (q) => {
    expect(ordered(q)).toMatchObject({ order: null, said: [] });
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
  ])("understandQuery corrects the misspelt query «%s»", (q, expected) => {
    expect(understand(q)).toEqual({ words: [], ...expected });
  });

  test("understandQuery does not correct numbers and words that a car's text contains", () => {
    expect(understand("zeze golf").words).toEqual(["zeze"]);
    expect(understand("3009 audi")).toEqual({ brand: ["Audi"], words: ["3009"] });
    expect(understand("qwertyuiop").words).toEqual(["qwertyuiop"]);
  });

  test("editDistance counts inserted, deleted, replaced and swapped letters", () => {
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

test("understandQuery reads a chassis code as part of the model before it", () => {
  const { understood, units } = understandQuery("Vito W639 nafte", vocabulary, textWords, 2027);
  expect(understood.map(({ param, text }) => [param, text])).toEqual([
    ["model", "Vito W639"],
    ["fuel", "nafte"],
  ]);
  expect(units).toEqual(["Vito W639", "nafte"]);
});

test("each parsed filter names the words it was read from", () => {
  const { understood, units } = understandQuery("VW  golf 7, panorama", vocabulary, textWords, 2027);
  expect(understood.map(({ param, text }) => [param, text])).toEqual([
    ["brand", "VW"],
    ["model", "golf 7"],
    ["year", "golf 7"],
    ["feature", "panorama"],
  ]);
  expect(units).toEqual(["VW", "golf 7", "panorama"]);
  // Without its brand a model is called by its whole name.
  expect(understandQuery("golf", vocabulary, textWords, 2027).understood[0]?.label).toBe("Volkswagen Golf");
});

test("understandQuery accepts any text and bounds the number of words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (q) => {
      const { units, freeWords } = understandQuery(q, vocabulary, textWords, 2027);
      expect(units.length).toBeLessThanOrEqual(16);
      expect(freeWords.length).toBeLessThanOrEqual(16);
    }),
  );
});
