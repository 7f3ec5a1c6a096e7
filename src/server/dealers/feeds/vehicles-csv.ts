import type { Car } from "#contract/cars.ts";
import type { CarType, Condition, Fuel, Transmission } from "#domain/cars/car-lists.ts";
import { csvLine, withoutFormula } from "#domain/format/csv.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { resizedPhotoUrl } from "#domain/photos/photo-addresses.ts";
import { municipalities } from "#domain/places/municipalities.ts";

const bodyStyles: Readonly<Record<CarType, string>> = {
  Sedan: "SEDAN",
  SUV: "SUV",
  Hatchback: "HATCHBACK",
  Coupe: "COUPE",
  Convertible: "CONVERTIBLE",
  Pickup: "TRUCK",
  Van: "VAN",
  Wagon: "WAGON",
};
const fuelTypes: Readonly<Record<Fuel, string>> = {
  Benzinë: "GASOLINE",
  Diesel: "DIESEL",
  Hybrid: "HYBRID",
  Elektrik: "ELECTRIC",
  GPL: "OTHER",
};
const transmissions: Readonly<Record<Transmission, string>> = { Manual: "MANUAL", Automatik: "AUTOMATIC" };
const conditions: Readonly<Record<Condition, string>> = {
  "E re": "EXCELLENT",
  "Shumë e mirë": "VERY_GOOD",
  "E mirë": "GOOD",
  "E kënaqshme": "FAIR",
};
const places = new Map(municipalities.map(({ name, lat, lng }) => [name, { lat, lng }]));

const maxImages = 10;
/** Meta's own limits, in characters. */
const maxTitleLength = 500;
const maxDescriptionLength = 5000;

/** Absolute addresses of what a car links to. */
export interface FeedAddresses {
  readonly carUrl: (id: string) => string;
  readonly photoUrl: (url: string) => string;
  readonly dealerUrl: (id: string) => string;
}

type Column = readonly [name: string, value: (car: Car, addresses: FeedAddresses) => string | number];

/** Brand, model and year: what a car is called where it stands alone. */
export function carTitle({ brand, model, year }: Car): string {
  return `${brand} ${model} ${year}`;
}

function addressOf({ location }: Car): string {
  return JSON.stringify({ city: location, region: location, country: "XK" });
}

/** Meta's "automotive inventory" file, its names and values. */
const columns: readonly Column[] = [
  ["vehicle_id", (car) => car._id],
  ["title", (car) => carTitle(car).slice(0, maxTitleLength)],
  ["description", (car) => car.description.slice(0, maxDescriptionLength)],
  ["url", (car, { carUrl }) => carUrl(car._id)],
  ["make", (car) => car.brand],
  ["model", (car) => car.model],
  ["year", (car) => car.year],
  ["mileage.value", (car) => car.mileage],
  ["mileage.unit", () => "KM"],
  ["price", (car) => `${car.price} EUR`],
  ["state_of_vehicle", (car) => (car.condition === "E re" ? "NEW" : "USED")],
  ["condition", (car) => (car.condition === null ? "OTHER" : conditions[car.condition])],
  ["body_style", (car) => bodyStyles[car.type]],
  ["fuel_type", (car) => fuelTypes[car.fuel]],
  ["transmission", (car) => transmissions[car.transmission]],
  ["exterior_color", (car) => car.color ?? ""],
  ["availability", () => "AVAILABLE"],
  ["date_first_on_lot", (car) => dayOf(new Date(car.createdAt))],
  ["address", addressOf],
  ["latitude", (car) => places.get(car.location)?.lat ?? ""],
  ["longitude", (car) => places.get(car.location)?.lng ?? ""],
  ["dealer_id", (car) => car.seller.id],
  ["dealer_name", (car) => car.seller.name],
  ...Array.from({ length: maxImages }, (_, at): Column[] => [
    [`image[${at}].url`, (car, { photoUrl }) => photoUrl(resizedPhotoUrl(car.images[at] ?? "", 1600, "jpg"))],
    [`image[${at}].tag[0]`, (car) => (car.images[at] === undefined ? "" : carTitle(car))],
  ]).flat(),
];

/** This file is for programs, which would not know a quote in front. */
const line = (values: readonly (string | number)[]) =>
  csvLine(values, { separator: ",", guard: withoutFormula });

/** The file in parts, as its cars are read. */
export async function* vehiclesCsv(
  cars: AsyncIterable<readonly Car[]>,
  addresses: FeedAddresses,
): AsyncGenerator<string> {
  yield line(columns.map(([name]) => name));
  for await (const part of cars)
    yield part.map((car) => line(columns.map(([, value]) => value(car, addresses)))).join("");
}
