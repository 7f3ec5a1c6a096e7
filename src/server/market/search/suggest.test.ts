import { expect, test } from "vitest";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { understandQuery } from "#domain/search/understand.ts";
import { buildVocabulary } from "#domain/search/vocabulary.ts";
import { CarIndex } from "./car-index.ts";
import type { IndexedCar } from "./indexed-car.ts";
import { countCars } from "./search-cars.ts";
import { suggest, suggestionCandidates } from "./suggest.ts";

const vocabulary = buildVocabulary(carCatalogue);
const index = new CarIndex();

type Facts = Pick<IndexedCar, "brand" | "model" | "location"> & Partial<IndexedCar>;

const cars: Facts[] = [
  { brand: "Volkswagen", model: "Golf", location: "Prishtinë" },
  { brand: "Volkswagen", model: "Golf", location: "Dragash", fuel: "Benzinë" },
  { brand: "Volkswagen", model: "Passat", location: "Podujevë", origin: "Koreja" },
  { brand: "BMW", model: "5 Series", location: "Suharekë", transmission: "Manual" },
  { brand: "BMW", model: "X5", location: "Prizren", type: "SUV", customsPaid: false },
  { brand: "Mercedes-Benz", model: "E-Class", location: "Fushë Kosovë" },
  { brand: "Mercedes-Benz", model: "E-Class", location: "Prishtinë" },
  { brand: "Mercedes-Benz", model: "E-Class", location: "Prishtinë" },
  { brand: "Mercedes-Benz", model: "C-Class", location: "Prishtinë" },
  { brand: "Mercedes-Benz", model: "C-Class", location: "Prishtinë" },
  { brand: "Škoda", model: "Octavia", location: "Klinë" },
  { brand: "Peugeot", model: "508", location: "Pejë" },
  { brand: "Nissan", model: "Qashqai", location: "Pejë" },
  { brand: "Volkswagen", model: "Transporter", location: "Pejë" },
];
for (const [n, facts] of cars.entries()) {
  index.put({
    id: `0198a000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`,
    rowVersion: n,
    number: 10_001 + n,
    year: 2015,
    type: "Sedan",
    price: 8_000,
    mileage: 150_000,
    fuel: "Diesel",
    origin: null,
    transmission: "Automatik",
    condition: null,
    customsPaid: null,
    registeredEnd: null,
    power: null,
    doors: null,
    seats: null,
    equipment: [],
    engineSize: null,
    color: null,
    priceBand: null,
    description: "Me dritare elektrike.",
    listedAt: n,
    confirmed: n,
    sponsoredUntil: null,
    listableUntil: Infinity,
    ...facts,
  });
}

const candidates = suggestionCandidates(index);

function labels(q: string): string[] {
  return suggest(q, index, candidates, (search) => {
    const meaning = understandQuery(search.q, vocabulary, index, 2027);
    return countCars(index, { search, meaning });
  }).map(({ kind, label, count }) => `${kind} ${label} ${count}`);
}

test("a first letter suggests names that begin with it and no aliases", () => {
  // "Benz", "Besiana" (Podujevë) and "bemve" have the same prefix.
  expect(labels("b")[0]).toBe("brand BMW 2");
  expect(labels("b").join()).not.toMatch(/Mercedes|Podujevë/);
  expect(labels("benz")[0]).toBe("brand Mercedes-Benz 5");
});

test("suggest finds models by their phonetic key", () => {
  expect(labels("okt")).toContain("model Škoda Octavia 1");
  expect(labels("kash")).toContain("model Nissan Qashqai 1");
  expect(labels("t5")).toContain("model Volkswagen Transporter 1");
  expect(labels("pasat")).toContain("model Volkswagen Passat 1");
  expect(labels("mercedes e k")).toEqual(["model Mercedes-Benz E-Class 3"]);
  // Both match, as "C-Class" and as "class e": the name first.
  expect(labels("mercedes c")).toEqual(["model Mercedes-Benz C-Class 2", "model Mercedes-Benz E-Class 3"]);
  expect(labels("bmw ser")[0]).toBe("model BMW 5 Series 1");
});

test("suggest offers fuels, bodies, gearboxes, origins and customs, alone and behind other words", () => {
  expect(labels("elek").join()).not.toMatch(/fuel/);
  expect(labels("naf")[0]).toBe("fuel Diesel 13");
  expect(labels("suv")[0]).toBe("type SUV 1");
  expect(labels("aut")[0]).toBe("transmission Automatik 13");
  expect(labels("kor")[0]).toBe("origin Koreja 1");
  expect(labels("pa d")[0]).toBe("customsPaid Pa doganë 1");
  expect(labels("golf diz")).toEqual(["fuel golf Diesel 1"]);
});

test("suggest offers no name for a word before a number", () => {
  for (const typed of ["deri 5", "nen 5", "nga k", "e d"])
    expect(labels(typed).filter((label) => !label.startsWith("words"))).toEqual([]);
  expect(labels("golf nga pri")).toContain("location golf nga Prishtinë 1");
});

test("suggest leaves out words that find every car or no more than a suggestion", () => {
  expect(labels("me")).toEqual(labels("me").filter((label) => !label.startsWith("words")));
  expect(labels("mer").filter((label) => label.startsWith("words"))).toEqual([]);
  expect(labels("elek")).toEqual([]);
});

test("suggest stays at hand at every letter of what people type", () => {
  const typed = [
    "golf dizel",
    "golf diesel automatik prishtine",
    "dizel",
    "naftë",
    "mercedes e klasa automatik",
    "bmw x5 pa doganë",
    "passat nga koreja",
    "golf deri 10000",
    "octavia 2015 dizel",
    "golf xhirim",
  ];
  const empty = typed.flatMap((words) =>
    Array.from(words, (_, at) => words.slice(0, at + 1)).filter((prefix) => labels(prefix).length === 0),
  );
  expect(empty).toEqual([]);
});

test("suggest completes a half word of two letters behind others and says what those find", () => {
  expect(labels("golf di")).toEqual(["fuel golf Diesel 1", "words golf 2"]);
  expect(labels("golf deri x")).toEqual(["words golf 2"]);
  expect(labels("xq")).toEqual([]);
});
