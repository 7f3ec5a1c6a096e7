import { expect, test } from "vitest";
import type { Car } from "#contract/cars.ts";
import { compareMessages } from "#domain/messages/compare.ts";
import { compareRows } from "./compare-rows.ts";

const car: Car = {
  _id: "a",
  number: 1,
  user: "u",
  brand: "Audi",
  model: "A4",
  year: 2015,
  type: "Wagon",
  price: 9_500,
  mileage: 180_000,
  fuel: "Diesel",
  origin: null,
  transmission: "Manual",
  description: "",
  location: "Pejë",
  condition: null,
  sellerName: "Arta",
  images: [],
  photos: [],
  isRecommended: false,
  sold: false,
  soldAt: null,
  deleted: false,
  sponsored: false,
  sponsorshipDays: 0,
  socialPromotion: false,
  createdAt: "2026-11-20T10:00:00.000Z",
  confirmedAt: "2026-11-20T10:00:00.000Z",
  listedAt: "2026-11-20T10:00:00.000Z",
  customsPaid: true,
  registeredUntil: null,
  engineSize: null,
  power: 110,
  doors: null,
  seats: null,
  firstRegistration: null,
  vin: null,
  equipment: [],
  color: null,
  negotiable: null,
  priceBand: "fair",
  seller: { id: "u", name: "Arta", isDealer: false, isVerified: false },
};

test("a comparison marks the facts that differ and leaves out those that no car has", () => {
  const rows = compareRows(
    [car, { ...car, price: 8_900, priceBand: null, customsPaid: false }],
    [null, 11_602.2],
    "2026-11-21T10:00:00Z",
  );
  expect(rows.filter(({ differs }) => differs).map(({ name }) => name)).toEqual([
    "Çmimi",
    "Me targa, me sa dihet",
    "Në treg",
    "Dogana",
  ]);
  expect(rows.find(({ name }) => name === "Dogana")?.values).toEqual(["E doganuar", "Pa doganë"]);
  expect(rows.find(({ name }) => name.startsWith("Me targa"))?.values).toEqual(["–", "11.602,20 €"]);
  expect(rows.map(({ name }) => name)).not.toContain("Ngjyra");
});

test("compareRows names of the equipment what not all of the cars have", () => {
  const equipped: (typeof car.equipment)[] = [
    ["airbags", "esp"],
    ["airbags", "towbar", "roofRails"],
    ["airbags"],
  ];
  const cars = equipped.map((equipment) => Object.assign({}, car, { equipment }));
  const row = compareRows(cars, [null, null, null], "2026-11-21T10:00:00Z").find(
    ({ name }) => name === compareMessages.rows.equipment,
  );
  expect(row?.values).toEqual(["ESP", "Ganxhë, Shina në kulm", "–"]);
  expect(compareRows([car, car], [null, null], "2026-11-21T10:00:00Z").map(({ name }) => name)).not.toContain(
    compareMessages.rows.equipment,
  );
});
