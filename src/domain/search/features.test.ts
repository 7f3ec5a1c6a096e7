import { describe, expect, test } from "vitest";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { carFeatures, clausesOf, type TextedCar } from "./feature-texts.ts";
import { features } from "./features.ts";
import { type TextWords, understandQuery } from "./understand.ts";
import { buildVocabulary } from "./vocabulary.ts";
import { compact } from "./words.ts";

const vocabulary = buildVocabulary(carCatalogue);
const noTexts: TextWords = { has: () => false, hasPrefix: () => false, hasNumber: () => false };

const golf: TextedCar = {
  brand: "Volkswagen",
  model: "Golf",
  type: "Hatchback",
  fuel: "Diesel",
  power: null,
  engineSize: null,
  hasRegistration: false,
  seats: null,
};

function saidOf(text: string, car: Partial<TextedCar> = {}): string[] {
  return [...carFeatures(clausesOf(text), { ...golf, ...car })].toSorted();
}

function asked(q: string) {
  const { features: wanted, freeWords, understood } = understandQuery(q, vocabulary, noTexts, 2027);
  return {
    features: wanted.map(({ id, not }) => (not ? `not ${id}` : id)),
    words: freeWords.map(({ word }) => word),
    chips: understood.filter(({ param }) => param === "feature").map(({ text }) => text),
  };
}

describe("the features in a query", () => {
  test.each([
    ["me regjistrim", "registered", "regjistrim"],
    ["e regjistrume", "registered", "regjistrume"],
    ["me targa", "registered", "me targa"],
    ["me regjistrim 10 muaj", "registered", "regjistrim 10 muaj"],
    ["pa regjistrim", "unregistered", "pa regjistrim"],
    ["e paregjistruar", "unregistered", "e paregjistruar"],
    ["gati për regjistrim", "unregistered", "gati për regjistrim"],
    ["4x4", "awd", "4x4"],
    ["4 x 4", "awd", "4 x 4"],
    ["katër me katër", "awd", "katër me katër"],
    ["jo 4x4", "not awd", "jo 4x4"],
    ["quattro", "quattro", "quattro"],
    ["4 motion", "4motion", "4 motion"],
    ["x drive", "xdrive", "x drive"],
    ["me panorame", "panorama", "panorame"],
    ["me panoram", "panorama", "panoram"],
    ["pa panoramë", "not panorama", "pa panoramë"],
    ["me shiber", "sunroof", "shiber"],
    ["me garancion", "warranty", "garancion"],
    ["me garantion", "warranty", "garantion"],
    ["pa aksident", "accidentFree", "pa aksident"],
    ["pa asnjë aksident", "accidentFree", "pa asnjë aksident"],
    ["jo i aksidentuar", "accidentFree", "jo i aksidentuar"],
    ["nuk ka pasur aksident", "accidentFree", "nuk ka pasur aksident"],
    ["aksident ska pas", "accidentFree", "aksident ska pas"],
    ["i aksidentuar", "accident", "aksidentuar"],
    ["7 ulese", "seats:7", "7 ulese"],
    ["shtat ulse", "seats:7", "shtat ulse"],
    ["7ulse", "seats:7", "7ulse"],
    ["nga zvicra", "from:ch", "nga zvicra"],
    ["nga Gjermania", "from:de", "nga Gjermania"],
    ["prej italis", "from:it", "prej italis"],
    ["import nga franca", "from:fr", "import nga franca"],
    ["me letra", "papers", "me letra"],
    ["pa letra", "noPapers", "pa letra"],
    ["familjare", "family", "familjare"],
    ["km reale", "realMileage", "km reale"],
    ["kilometra t'vërteta", "realMileage", "kilometra t'vërteta"],
  ])("the query «%s» asks for the feature %s, and its chip removes «%s»", (q, feature, chip) => {
    expect(asked(q)).toEqual({ features: [feature], words: [], chips: [chip] });
  });

  test.each([
    ["golf 2015 nga gjermania me panorame", ["from:de", "panorama"]],
    ["golf pa dogan 4x4", ["awd"]],
    ["golf 4 x 4", ["awd"]],
    ["150000 km reale", ["realMileage"]],
    ["nga evropa", []],
    ["nga prishtina", []],
  ])("«%s» asks for %j", (q, wanted) => {
    expect(asked(q).features).toEqual(wanted);
  });

  test("removing the country from «nga zvicra 2015» removes its «nga» too", () => {
    const { units } = understandQuery("golf nga zvicra 2015", vocabulary, noTexts, 2027);
    expect(units).toEqual(["golf", "nga zvicra", "2015"]);
  });

  test("no phrase asks for two features", () => {
    const keys = features.flatMap(({ id, asked: phrases }) =>
      [...new Set(phrases.map((phrase) => compact(phrase)))].map((key) => ({ id, key })),
    );
    const byKey = Map.groupBy(keys, ({ key }) => key);
    expect([...byKey.values()].filter((same) => same.length > 1)).toEqual([]);
  });
});

describe("the features in a text", () => {
  test.each([
    ["E regjistruar deri në mars.", ["registered"]],
    ["Është e regjistruar prej vitesh në Kosovë.", ["registered"]],
    ["Regjistrim 10 muaj", ["registered"]],
    ["Sapo e ardhur, gati për regjistrim.", ["unregistered"]],
    ["Ende e paregjistruar në Kosovë.", ["unregistered"]],
    ["Pa regjistrim.", ["unregistered"]],
    ["Nuk është e regjistruar.", ["unregistered"]],
    ["Regjistrimi i parë në vitin 2012.", []],
    ["E regjistruar në vitin 2015.", []],
    ["E regjistruar ne 2015.", []],
    ["Me targa të huaja.", []],
    ["Tërheqje 4x4.", ["4motion", "awd"]],
    ["Golf 4-Motion", ["4motion", "awd"]],
    ["xDrive20d", ["awd", "xdrive"]],
    ["Jo 4x4.", []],
    ["Çati panoramike dhe kamerë.", ["panorama"]],
    ["Pa panoramë.", []],
    ["Nuk ka panoramë", []],
    ["Panoramë nuk ka.", []],
    ["Kamera panoramike.", []],
    ["Pa doganë, me panoramë.", ["panorama"]],
    ["Pa doganë me panoramë", ["panorama"]],
    ["Ka garanci pesë vjet.", ["warranty"]],
    ["Pa garanci", []],
    ["I aksidentuar në pjesën e parme.", ["accident"]],
    ["Jo i aksidentuar.", ["accidentFree"]],
    ["Nuk ka pasur aksidente", ["accidentFree"]],
    ["Pa asnjë aksident.", ["accidentFree"]],
    ["Pa gërvishtje dhe aksidente.", ["accidentFree"]],
    ["Aksidentuar: jo", ["accidentFree"]],
    ["E paaksidentuar", ["accidentFree"]],
    // Small ones are not denied.
    ["Vjen me raport, pa aksidente të mëdha.", []],
    ["Pa doganë e aksidentuar", ["accident"]],
    ["Pa aksident më parë. Tani i aksidentuar.", ["accident"]],
    ["7 ulëse", ["family", "seats:7"]],
    ["Shtatë ulëse prej lëkure", ["family", "seats:7"]],
    ["5 ulëse", ["seats:5"]],
    ["E sjellë nga Zvicra.", ["from:ch"]],
    ["Një pronar në Itali.", ["from:it"]],
    ["Shitet për shkak të kthimit në Gjermani.", []],
    ["Cilësi gjermane.", []],
    ["Letrat i ka në rregull", ["papers"]],
    ["Pa letra.", ["noPapers"]],
    ["Kilometrat janë reale.", ["realMileage"]],
    ["150.000 km reale", ["realMileage"]],
  ])("the text «%s» has the features %j", (text, expected) => {
    const brand = text.includes("xDrive") ? "BMW" : "Volkswagen";
    expect(saidOf(text, { brand })).toEqual(expected);
  });

  test("the registration feature comes from the car's date and not from its text", () => {
    expect(saidOf("E regjistruar.", { hasRegistration: true })).toEqual([]);
    expect(saidOf("Gati për regjistrim.", { hasRegistration: true })).toEqual([]);
  });

  test("a family car is an estate, a van or has seven seats", () => {
    expect(saidOf("", { type: "Wagon" })).toEqual(["family"]);
    expect(saidOf("", { type: "Van" })).toEqual(["family"]);
    expect(saidOf("", { type: "SUV" })).toEqual([]);
  });
});

describe("engine codes", () => {
  const bmw = { brand: "BMW", model: "5 Series" };
  const mercedes = { brand: "Mercedes-Benz", model: "C-Class" };

  test.each([
    ["BMW F10 520d, viti 2014", bmw, ["engine:520", "engine:520d"]],
    ["Shitet 520 d", bmw, ["engine:520", "engine:520d"]],
    ["Çmimi 520 euro për gomat", bmw, []],
    ["320d", bmw, []],
    ["Mercedes W205 C 220 d", mercedes, ["engine:220", "engine:220d"]],
    ["C220 CDI Avantgarde", mercedes, ["engine:220", "engine:220d"]],
    ["Mercedes W204 C 180", { ...mercedes, fuel: "Benzinë" }, ["engine:180", "engine:180i"]],
    ["C63 AMG", { ...mercedes, fuel: "Benzinë" }, ["engine:63", "engine:63i"]],
    ["Me 220 mijë km", mercedes, []],
    ["Golf 220", {}, []],
  ])("the text «%s» names an engine code of the car %j", (text, car, expected) => {
    expect(saidOf(text, car)).toEqual(expected);
  });

  test("a power that only one engine has gives the engine code when no text names it", () => {
    expect(saidOf("", { ...bmw, power: 140, engineSize: 1_995 })).toEqual(["engine:520", "engine:520d"]);
    expect(saidOf("", { ...bmw, power: 190, engineSize: 2_993 })).toEqual(["engine:530", "engine:530d"]);
    // A 518d has as much.
    expect(saidOf("", { ...bmw, power: 110, engineSize: 1_995 })).toEqual([]);
    expect(saidOf("", { ...bmw, power: 140, fuel: "Benzinë" })).toEqual([]);
    expect(saidOf("Shitet 525d", { ...bmw, power: 140, engineSize: 1_995 })).toEqual([
      "engine:525",
      "engine:525d",
    ]);
  });

  test.each([
    ["c220", ["engine:220"]],
    ["c 220 d", ["engine:220d"]],
    ["bmw 520 d", ["engine:520d"]],
    ["bmw 520", ["engine:520"]],
    ["e klas 220 cdi", ["engine:220"]],
    ["mercedes 220 c klas", ["engine:220"]],
    ["mercedes 190", []],
    ["peugeot 308", []],
  ])("«%s» asks for %j", (q, wanted) => {
    expect(asked(q).features).toEqual(wanted);
  });
});

describe("the generation of a model with a namesake", () => {
  test.each(["passat b8", "b8 passat automatik", "passat 2.0 tdi b8"])(
    "the query «%s» does not find the Passat CC",
    (q) => {
      const { lists, understood } = understandQuery(q, vocabulary, noTexts, 2027);
      expect(lists.model).toEqual(["Passat", "Passat Alltrack", "Passat Variant"]);
      expect(understood.find(({ param }) => param === "model")?.value).not.toContain("CC");
    },
  );

  test("the query «passat cc b7» finds the Passat CC", () => {
    expect(understandQuery("passat cc b7", vocabulary, noTexts, 2027).lists.model).toEqual(["Passat CC"]);
  });
});
