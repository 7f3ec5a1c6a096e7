import { carColors, swatchOf } from "#domain/cars/car-colors.ts";
import { equipmentList } from "#domain/cars/equipment.ts";
import { carTypes, conditions, doorCounts, fuels, origins, transmissions } from "#domain/cars/car-lists.ts";
import { carBrands } from "#domain/cars/car-brands.ts";
import {
  searchFieldMessages as text,
  searchOrderMessages as orderText,
  searchRangeMessages,
} from "#domain/messages/search-fields.ts";
import { priceBands } from "#domain/cars/price-bands.ts";
import { largestTowns, locations } from "#domain/places/locations.ts";

/**
 * The search fields, one row each. Address, canonical form, facets, index columns, contract, chips, filter
 * panel, saved searches and the meaning of words derive from this table. The order of rows is the order in an
 * address. A field has the name of the indexed car's property (IndexedCar).
 */

/**
 * A choice among values: several values widen a search, several fields narrow it. A car has one value, or any
 * number (`isMany`): then several values narrow a search too, because a person who asks for two things wants
 * both.
 */
interface ListField {
  readonly kind: "list";
  readonly text: { readonly label: string; readonly values?: Readonly<Record<string, string>> };
  /** The known values. */
  readonly values: readonly string[];
  /** Cars may have other values, because sellers type them. */
  readonly isOpen?: boolean;
  readonly isMany?: boolean;
  /** How many values the closed panel shows, the most frequent first; else all of them, in this order. */
  readonly shown?: number;
  /** The tie-breaker for values with equally many cars; all others by name. */
  readonly likely?: readonly string[];
  /** The paint of a value; null for none. */
  readonly swatchOf?: (value: string) => string | null;
  /** Position in the filter panel, with gaps for new ones. */
  readonly panel: number;
}

/** Two optional bounds; 0 is none. */
interface RangeField {
  readonly kind: "range";
  readonly text: {
    readonly label: string;
    readonly value: (value: number) => string;
    readonly from: (value: number) => string;
    readonly to: (value: number) => string;
    /** Unit on a chip, if the figures alone are ambiguous. */
    readonly chip?: (range: string) => string;
    /** An explanation of the figures. */
    readonly hint?: string;
  };
  /** Names of the bounds in an address. */
  readonly min: string;
  readonly max: string;
  /** Formatted without dots, from the first valid model year to this one. */
  readonly isYear?: boolean;
  readonly panel: number;
}

/** Yes or no; null does not filter. */
interface FlagField {
  readonly kind: "flag";
  readonly text: { readonly label: string; readonly inName: string };
  readonly panel: number;
}

/** At most so many days since a moment of the car; null does not filter. */
interface RecencyField {
  readonly kind: "recency";
  readonly text: {
    readonly label: string;
    /** In the panel, and alone: "Brenda 7 ditësh", "Konfirmuar brenda 7 ditësh". */
    readonly choice: (days: number) => string;
    readonly within: (days: number) => string;
  };
  /** The choices, ascending. */
  readonly days: readonly number[];
  readonly panel: number;
}

/** Cars of towns within so many km of a point; null does not filter. Two parameters in an address. */
interface DistanceField {
  readonly kind: "distance";
  readonly text: {
    readonly label: string;
    /** In the panel, and alone: "30 km", "Deri 30 km nga ju". */
    readonly choice: (km: number) => string;
    readonly within: (km: number) => string;
  };
  /** Name of the km in an address; the point has the field's name. */
  readonly within: string;
  /** The choices, ascending; an address may have any up to the last. */
  readonly km: readonly number[];
  readonly panel: number;
}

const table = {
  brand: { kind: "list", text: text.brand, values: carBrands, shown: 8, panel: 10 },
  // Reset by a change of brand; shown once one is chosen.
  model: { kind: "list", text: text.model, values: [], isOpen: true, shown: 8, panel: 20 },
  type: { kind: "list", text: text.type, values: carTypes, panel: 80 },
  fuel: { kind: "list", text: text.fuel, values: fuels, panel: 60 },
  origin: { kind: "list", text: text.origin, values: origins, panel: 110 },
  location: {
    kind: "list",
    text: text.location,
    values: locations,
    shown: 6,
    likely: largestTowns,
    panel: 90,
  },
  transmission: { kind: "list", text: text.transmission, values: transmissions, panel: 70 },
  condition: { kind: "list", text: text.condition, values: conditions, panel: 120 },
  color: {
    kind: "list",
    text: text.color,
    values: carColors,
    isOpen: true,
    shown: 8,
    swatchOf,
    panel: 85,
  },
  doors: { kind: "list", text: text.doors, values: doorCounts, panel: 82 },
  customsPaid: { kind: "list", text: text.customsPaid, values: ["true", "false"], panel: 100 },
  equipment: {
    kind: "list",
    text: text.equipment,
    values: equipmentList,
    isMany: true,
    shown: 6,
    panel: 87,
  },
  priceBand: { kind: "list", text: text.priceBand, values: priceBands, panel: 35 },
  recommended: { kind: "flag", text: text.recommended, panel: 130 },
  confirmed: { kind: "recency", text: text.confirmed, days: [7, 14, 30], panel: 125 },
  near: { kind: "distance", text: text.near, within: "within", km: [10, 20, 30, 50, 100], panel: 89 },
  price: { kind: "range", text: text.price, min: "minPrice", max: "maxPrice", panel: 30 },
  // The price, or with the known costs to plates if customs are not paid (specification.md#cost-to-plates).
  totalPrice: { kind: "range", text: text.totalPrice, min: "minTotal", max: "maxTotal", panel: 32 },
  year: {
    kind: "range",
    text: text.year,
    min: "minYear",
    max: "maxYear",
    isYear: true,
    panel: 40,
  },
  mileage: { kind: "range", text: text.mileage, min: "minMileage", max: "maxMileage", panel: 50 },
  power: { kind: "range", text: text.power, min: "minPower", max: "maxPower", panel: 74 },
  seats: { kind: "range", text: text.seats, min: "minSeats", max: "maxSeats", panel: 84 },
  engineSize: {
    kind: "range",
    text: text.engineSize,
    min: "minEngineSize",
    max: "maxEngineSize",
    panel: 76,
  },
} as const satisfies Readonly<
  Record<string, ListField | RangeField | FlagField | RecencyField | DistanceField>
>;

type Table = typeof table;
type NameOf<Kind> = {
  [Name in keyof Table]: Table[Name]["kind"] extends Kind ? Name : never;
}[keyof Table];

export type FieldName = keyof Table;
export type ListName = NameOf<"list">;
/** Lists with many values per car, and lists with one. */
export type ManyName = { [Name in ListName]: Table[Name] extends { isMany: true } ? Name : never }[ListName];
export type OneName = Exclude<ListName, ManyName>;
export type RangeName = NameOf<"range">;
export type FlagName = NameOf<"flag">;
export type RecencyName = NameOf<"recency">;
export type DistanceName = NameOf<"distance">;
/** "minPrice", "maxPrice" and so on. */
export type BoundName = Table[RangeName]["min" | "max"];

export const listFields: Readonly<Record<ListName, ListField>> = table;
export const rangeFields: Readonly<Record<RangeName, RangeField & { min: BoundName; max: BoundName }>> =
  table;
export const flagFields: Readonly<Record<FlagName, FlagField>> = table;
export const recencyFields: Readonly<Record<RecencyName, RecencyField>> = table;
export const distanceFields: Readonly<Record<DistanceName, DistanceField>> = table;

export const isField = (name: string): name is FieldName => Object.hasOwn(table, name);
const isMany = (name: ListName): name is ManyName => listFields[name].isMany === true;
const isOne = (name: ListName): name is OneName => !isMany(name);
export const isList = (name: FieldName): name is ListName => table[name].kind === "list";
export const isRange = (name: FieldName): name is RangeName => table[name].kind === "range";
const isFlag = (name: FieldName): name is FlagName => table[name].kind === "flag";
export const isRecency = (name: FieldName): name is RecencyName => table[name].kind === "recency";
export const isDistance = (name: FieldName): name is DistanceName => table[name].kind === "distance";

const fieldNames: readonly FieldName[] = Object.keys(table).filter(isField);
export const listNames: readonly ListName[] = fieldNames.filter(isList);
export const manyNames: readonly ManyName[] = listNames.filter(isMany);
export const oneNames: readonly OneName[] = listNames.filter(isOne);
export const rangeNames: readonly RangeName[] = fieldNames.filter(isRange);
export const flagNames: readonly FlagName[] = fieldNames.filter(isFlag);
export const recencyNames: readonly RecencyName[] = fieldNames.filter(isRecency);
export const distanceNames: readonly DistanceName[] = fieldNames.filter(isDistance);
export const boundNames: readonly BoundName[] = rangeNames.flatMap((name) => [
  rangeFields[name].min,
  rangeFields[name].max,
]);
/** In the order of the filter panel. */
export const panelNames: readonly FieldName[] = fieldNames.toSorted(
  (a, b) => table[a].panel - table[b].panel,
);

/** A record with a value for each name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  const record: Partial<Record<Name, Value>> = {};
  for (const name of names) record[name] = valueOf(name);
  const isWhole = (one: typeof record): one is Record<Name, Value> => names.every((name) => name in one);
  if (!isWhole(record)) throw new Error("A name is missing.");
  return record;
}

/** The label of a list's value. */
export function valueLabel(name: ListName, value: string): string {
  return listFields[name].text.values?.[value] ?? value;
}

/** The label of a range's bounds, "5.000 € – 9.000 €"; null without bounds. */
export function rangeLabel(name: RangeName, from: number | null, to: number | null): string | null {
  const { value, chip = (range: string) => range } = rangeFields[name].text;
  const { from: since, to: upTo, both } = searchRangeMessages;
  if (from !== null && to !== null) return chip(both(value(from), value(to)));
  if (from !== null) return chip(since(value(from)));
  return to === null ? null : chip(upTo(value(to)));
}

interface Order {
  readonly label: string;
  /** The indexed car's property; null for the standard order. */
  readonly by: string | null;
  readonly isDescending: boolean;
}

/** The orders of the results. `standard`: recommended, then the order of the words or relevance, then newest. */
const orders = {
  standard: { label: orderText.standard, by: null, isDescending: true },
  price_asc: { label: orderText.price_asc, by: "price", isDescending: false },
  price_desc: { label: orderText.price_desc, by: "price", isDescending: true },
  year_desc: { label: orderText.year_desc, by: "year", isDescending: true },
  year_asc: { label: orderText.year_asc, by: "year", isDescending: false },
  mileage_asc: { label: orderText.mileage_asc, by: "mileage", isDescending: false },
  mileage_desc: { label: orderText.mileage_desc, by: "mileage", isDescending: true },
  createdAt_desc: { label: orderText.createdAt_desc, by: "listedAt", isDescending: true },
} as const satisfies Readonly<Record<string, Order>>;

export type SortOption = keyof typeof orders;
export const searchOrders: Readonly<Record<SortOption, Order & { by: (typeof orders)[SortOption]["by"] }>> =
  orders;
export const isSortOption = (name: string): name is SortOption => Object.hasOwn(orders, name);
export const sortOptions: readonly SortOption[] = Object.keys(orders).filter(isSortOption);
