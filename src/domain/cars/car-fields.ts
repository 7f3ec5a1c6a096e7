import { locations } from "#domain/places/locations.ts";
import { carBrands } from "./car-brands.ts";
import { carColors } from "./car-colors.ts";
import { carLimits } from "./car-limits.ts";
import { carTypes, conditions, doorCounts, fuels, origins, transmissions } from "./car-lists.ts";
import { equipmentList } from "./equipment.ts";

/**
 * The facts of a car, one row each. Derived from this table: the form's values and optional controls, the facts
 * on the car's page, the window sheet and in comparisons, the database's columns, answers, the columns of stock
 * files (their names and words are in domain/stock/stock-table.ts) and the lists of the exposure tests. The
 * contract, the texts (messages/car-fields.ts), the database table and the samples of demo and benchmarks do
 * not compile without their part of a new row.
 * A fact that is also a search field has the same name there (domain/search/search-fields.ts).
 */
type Kind =
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "number"; readonly min: number; readonly max: number; readonly example: string }
  /** The newest year depends on the date (maxCarYear). */
  | { readonly kind: "year"; readonly min: number; readonly example: string }
  | { readonly kind: "flag" }
  /** YYYY-MM; without `max` the maximum is the current month. */
  | { readonly kind: "month"; readonly min: string; readonly max?: string }
  | {
      readonly kind: "text";
      readonly maxLength: number;
      readonly example?: string;
      /** Common values; any other text is valid too. */
      readonly usual?: readonly string[];
    }
  /** Any number of values. */
  | { readonly kind: "list"; readonly values: readonly string[] };

interface Place<Column extends string = string> {
  readonly isRequired?: boolean;
  /** Older clients do not send it: omitted, it is unchanged. */
  readonly isAdded?: boolean;
  /** Only the owner and admins see it. */
  readonly isPrivate?: boolean;
  /** Position among the form's optional facts, with gaps for new ones; omitted: a section of the form shows it. */
  readonly more?: number;
  /** Position on the car's page and its window sheet; omitted: not shown there. */
  readonly page?: number;
  /** Position in a comparison, beside the rows of compare-rows.ts. */
  readonly compare?: number;
  /** The column of stock files. */
  readonly stock?: Column;
  /** The property of a schema.org Car with this value. */
  readonly schema?: string;
}

const table = {
  brand: { kind: "choice", values: carBrands, isRequired: true, stock: "marka" },
  model: {
    kind: "text",
    maxLength: carLimits.maxModel,
    example: "Golf",
    isRequired: true,
    stock: "modeli",
    schema: "model",
  },
  year: {
    kind: "year",
    min: carLimits.minYear,
    example: "2018",
    isRequired: true,
    page: 10,
    compare: 40,
    stock: "viti",
  },
  mileage: {
    kind: "number",
    min: 0,
    max: carLimits.maxMileage,
    example: "85000",
    isRequired: true,
    page: 20,
    compare: 50,
    stock: "km",
  },
  price: {
    kind: "number",
    min: carLimits.minPrice,
    max: carLimits.maxPrice,
    example: "12500",
    isRequired: true,
    compare: 10,
    stock: "cmimi",
  },
  fuel: {
    kind: "choice",
    values: fuels,
    isRequired: true,
    page: 30,
    compare: 60,
    stock: "karburanti",
    schema: "fuelType",
  },
  transmission: {
    kind: "choice",
    values: transmissions,
    isRequired: true,
    page: 40,
    compare: 70,
    stock: "transmisioni",
    schema: "vehicleTransmission",
  },
  type: {
    kind: "choice",
    values: carTypes,
    isRequired: true,
    page: 50,
    compare: 100,
    stock: "karroceria",
    schema: "bodyType",
  },
  color: {
    kind: "text",
    maxLength: carLimits.maxColor,
    usual: carColors,
    more: 30,
    page: 120,
    compare: 150,
    stock: "ngjyra",
    schema: "color",
  },
  doors: {
    kind: "choice",
    values: doorCounts,
    isAdded: true,
    more: 40,
    page: 52,
    compare: 102,
    stock: "dyert",
  },
  seats: {
    kind: "number",
    min: 1,
    max: 9,
    example: "5",
    isAdded: true,
    more: 50,
    page: 54,
    compare: 104,
    stock: "ulese",
    schema: "vehicleSeatingCapacity",
  },
  origin: {
    kind: "choice",
    values: origins,
    page: 110,
    compare: 140,
    stock: "origjina",
  },
  condition: {
    kind: "choice",
    values: conditions,
    page: 100,
    compare: 110,
    stock: "gjendja",
  },
  customsPaid: { kind: "flag", page: 80, compare: 120, stock: "doganuar" },
  firstRegistration: {
    kind: "month",
    min: "1950-01",
    isAdded: true,
    more: 60,
    page: 15,
    compare: 45,
    stock: "regjistrimi_pare",
    schema: "dateVehicleFirstRegistered",
  },
  registeredUntil: {
    kind: "month",
    min: "1900-01",
    max: "2099-12",
    page: 90,
    compare: 130,
  },
  engineSize: {
    kind: "number",
    min: carLimits.minEngineSize,
    max: carLimits.maxEngineSize,
    example: "1968",
    more: 10,
    page: 60,
    compare: 90,
    stock: "cc",
  },
  power: {
    kind: "number",
    min: carLimits.minPower,
    max: carLimits.maxPower,
    example: "110",
    more: 20,
    page: 70,
    compare: 80,
    stock: "kw",
  },
  negotiable: { kind: "flag", more: 70 },
  location: {
    kind: "choice",
    values: locations,
    isRequired: true,
    page: 130,
    compare: 170,
    stock: "qyteti",
  },
  description: {
    kind: "text",
    maxLength: carLimits.maxDescription,
    stock: "pershkrimi",
  },
  equipment: { kind: "list", values: equipmentList },
  reference: {
    kind: "text",
    maxLength: carLimits.maxReference,
    isPrivate: true,
    more: 80,
  },
} as const satisfies Readonly<Record<string, Kind & Place>>;

type Table = typeof table;
type NameOf<Row> = { [Name in keyof Table]: Table[Name] extends Row ? Name : never }[keyof Table];

export type CarFieldName = keyof Table;
export type NumberFact = NameOf<{ kind: "number" | "year" }>;
export type FlagFact = NameOf<{ kind: "flag" }>;
export type ListFact = NameOf<{ kind: "list" }>;
/** Facts whose value is a text: choices, months and free text. */
export type TextFact = NameOf<{ kind: "choice" | "month" | "text" }>;
export type RequiredFact = NameOf<{ isRequired: true }>;
export type AddedFact = NameOf<{ isAdded: true }>;
/** Optional facts whose schemas in the contract derive from their rows. */
export type PlainFact = Exclude<
  NameOf<{ kind: "number" | "flag" | "month" }> | NameOf<{ kind: "choice"; isAdded: true }>,
  RequiredFact
>;
/** Facts with a column in stock files. */
export type StockFact = NameOf<{ stock: string }>;
/** Facts that guests see. */
export type PublicFact = Exclude<CarFieldName, NameOf<{ isPrivate: true }>>;
type ColumnOf<Row> = Row extends { readonly stock: infer Column } ? Column : never;
/** Columns of stock files that contain a fact. */
export type FactColumn = ColumnOf<Table[CarFieldName]>;
export type CarField = Kind & Place<FactColumn>;

export const carFieldTable: Readonly<Record<CarFieldName, CarField>> = table;
const isName = (name: string): name is CarFieldName => Object.hasOwn(table, name);
export const isPlainFact = (name: CarFieldName): name is PlainFact => {
  const { kind, isRequired, isAdded } = carFieldTable[name];
  const isPlain = kind === "number" || kind === "flag" || kind === "month";
  return isRequired !== true && (isPlain || (kind === "choice" && isAdded === true));
};
export const isAddedFact = (name: CarFieldName): name is AddedFact => carFieldTable[name].isAdded === true;
export const isStockFact = (name: CarFieldName): name is StockFact => carFieldTable[name].stock !== undefined;
const isPublic = (name: CarFieldName): name is PublicFact => carFieldTable[name].isPrivate !== true;
export const isNumberFact = (name: CarFieldName): name is NumberFact =>
  table[name].kind === "number" || table[name].kind === "year";
export const isFlagFact = (name: CarFieldName): name is FlagFact => table[name].kind === "flag";
export const isListFact = (name: CarFieldName): name is ListFact => table[name].kind === "list";
export const isTextFact = (name: CarFieldName): name is TextFact =>
  !isNumberFact(name) && !isFlagFact(name) && !isListFact(name);

export const carFieldNames: readonly CarFieldName[] = Object.keys(table).filter(isName);
export const publicFacts: readonly PublicFact[] = carFieldNames.filter(isPublic);

/** Facts with a position, in that order. */
export function factsIn(where: "more" | "page" | "compare"): readonly CarFieldName[] {
  const placeOf = (name: CarFieldName) => carFieldTable[name][where] ?? Number.POSITIVE_INFINITY;
  return carFieldNames
    .filter((name) => Number.isFinite(placeOf(name)))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}
