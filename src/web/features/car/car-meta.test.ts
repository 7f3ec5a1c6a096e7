import { expect, test } from "vitest";
import { formatPower } from "#domain/format/format.ts";
import { carFacts, sellerName } from "./car-facts.ts";
import { carBreadcrumbs, carDescription, carJsonLd, carTitle, sharedAlt } from "./car-meta.ts";
import type { CarDetails } from "./load-car.ts";

const car: CarDetails = {
  _id: "01890000-0000-7000-8000-000000000001",
  number: 1234,
  user: "u1",
  brand: "Volkswagen",
  model: "Golf",
  year: 2019,
  type: "Hatchback",
  price: 12_500,
  mileage: 150_000,
  fuel: "Diesel",
  origin: "Evropë",
  transmission: "Manual",
  description: "E mbajtur me kujdes. ".repeat(30),
  location: "Prishtinë",
  condition: "E mirë",
  sellerName: "Arta Krasniqi",
  sellerPhone: "+38344123456",
  photos: [{ id: "p", url: "/photos/p/960.jpg", width: 1600, height: 1200, thumbhash: null }],
  isRecommended: false,
  sold: false,
  soldAt: null,
  deleted: false,
  sponsored: false,
  sponsorshipDays: 0,
  socialPromotion: false,
  createdAt: "2026-08-03T12:00:00Z",
  confirmedAt: "2026-08-03T10:00:00.000Z",
  listedAt: "2026-08-03T10:00:00.000Z",
  customsPaid: true,
  registeredUntil: "2027-03",
  engineSize: 1968,
  power: 110,
  doors: null,
  seats: null,
  firstRegistration: null,
  vin: null,
  equipment: [],
  color: "Hiri",
  priceBand: null,
  negotiable: true,
  seller: { id: "u1", name: "Arta Krasniqi", isDealer: false, isVerified: false },
};

test("the technical details have Kosovo's spelling of numbers and units", () => {
  const facts = new Map(carFacts(car).map(({ name, value }) => [name, value]));
  expect(facts.get("Kilometra të kaluara")).toBe("150.000 km");
  expect(facts.get("Motori")).toBe("1.968 cm³");
  expect(facts.get("Fuqia")).toBe("110\u00A0kW (150\u00A0PS)");
  expect(facts.get("Dogana")).toBe("E doganuar");
  expect(facts.get("Regjistruar deri më")).toBe("03/2027");
});

test("the technical details leave out empty values", () => {
  const bare = {
    ...car,
    customsPaid: null,
    registeredUntil: null,
    engineSize: null,
    power: null,
    color: null,
  };
  const names = carFacts({ ...bare, origin: null, condition: null }).map(({ name }) => name);
  expect(names).toEqual([
    "Viti",
    "Kilometra të kaluara",
    "Karburanti",
    "Transmisioni",
    "Kategoria",
    "Lokacioni",
  ]);
});

test("unpaid customs are listed and unknown customs are not", () => {
  const values = carFacts({ ...car, customsPaid: false }).map(({ value }) => value);
  expect(values).toContain("Pa doganë");
});

test.each([
  [55, 75],
  [74, 101],
  [110, 150],
  [250, 340],
])("%i kW are shown as %i PS", (kilowatts, ps) => {
  expect(formatPower(kilowatts)).toBe(`${kilowatts}\u00A0kW (${ps}\u00A0PS)`);
});

test("the seller is the dealer's business name, or anonymous without a name", () => {
  expect(
    sellerName({ ...car, seller: { id: "d", name: "Auto Prishtina", isDealer: true, isVerified: false } }),
  ).toBe("Auto Prishtina");
  expect(sellerName({ ...car, sellerName: " " })).toBe("Shitës anonim");
});

test("title and description describe the car within the length that search engines show", () => {
  expect(carTitle(car, "Vetura")).toBe("Volkswagen Golf 2019 – 12.500 €, Prishtinë · Vetura");
  expect(carDescription(car)).toMatch(/^Volkswagen Golf, 2019, 150\.000 km, Diesel, Manual\. E mbajtur/);
  expect(carDescription(car).length).toBeLessThanOrEqual(155);
});

test("the JSON-LD of a car has the price and absolute picture addresses and no phone number", () => {
  const jsonLd = carJsonLd(car, { publicUrl: "https://vetura.example" });
  expect(jsonLd.offers).toMatchObject({
    price: 12_500,
    priceCurrency: "EUR",
    availability: "https://schema.org/InStock",
  });
  expect(jsonLd.image).toEqual(["https://vetura.example/photos/p/960.jpg"]);
  expect(JSON.stringify(jsonLd)).not.toContain("44123456");
  expect(carJsonLd({ ...car, sold: true }, { publicUrl: "" }).offers.availability).toBe(
    "https://schema.org/SoldOut",
  );
});

test("the breadcrumbs lead over the brand to the car with absolute addresses", () => {
  const { itemListElement: steps } = carBreadcrumbs(
    { ...car, brand: "Citroën" },
    { publicUrl: "https://v.example" },
  );
  expect(steps.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  expect(steps.map(({ item }) => item)).toEqual([
    "https://v.example/",
    "https://v.example/search",
    "https://v.example/search?brand=Citro%C3%ABn",
    `https://v.example/car/${car._id}`,
  ]);
});

test("the alternative text of the share picture names car and price", () => {
  expect(sharedAlt(car).replaceAll("\u00a0", " ")).toBe("Volkswagen Golf 2019, 12.500 €");
});
