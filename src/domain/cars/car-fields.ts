import { carColors } from "#domain/cars/car-colors.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { carTypes, conditions, fuels, origins, transmissions } from "#domain/cars/car-lists.ts";
import { carBrands } from "#domain/catalogue/car-brands.ts";
import { carTypeLabels } from "#domain/messages/car-types.ts";
import { locations } from "#domain/places/locations.ts";

/**
 * The facts of a car, one row each. Their columns in files of stock (`stock`, whose names and words stand in
 * domain/stock/stock-table.ts) are made from this table.
 */
type Kind =
  | {
      readonly kind: "choice";
      readonly values: readonly string[];
      /** As people read the values, where not as they are. */
      readonly labels?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "number"; readonly min: number; readonly max: number; readonly example: string }
  /** Its newest year moves with time (maxCarYear). */
  | { readonly kind: "year"; readonly min: number; readonly example: string }
  | { readonly kind: "flag" }
  /** YYYY-MM. */
  | { readonly kind: "month" }
  | {
      readonly kind: "text";
      readonly maxLength: number;
      readonly example?: string;
      /** What most people write; any other text is fine, too. */
      readonly usual?: readonly string[];
    };

interface Place<Column extends string = string> {
  readonly isRequired?: boolean;
  readonly stock?: Column;
}

const table = {
  brand: { kind: "choice", values: carBrands, isRequired: true, stock: "marka" },
  model: {
    kind: "text",
    maxLength: carLimits.maxModel,
    example: "Golf",
    isRequired: true,
    stock: "modeli",
  },
  year: { kind: "year", min: carLimits.minYear, example: "2018", isRequired: true, stock: "viti" },
  mileage: {
    kind: "number",
    min: 0,
    max: carLimits.maxMileage,
    example: "85000",
    isRequired: true,
    stock: "km",
  },
  price: {
    kind: "number",
    min: carLimits.minPrice,
    max: carLimits.maxPrice,
    example: "12500",
    isRequired: true,
    stock: "cmimi",
  },
  fuel: { kind: "choice", values: fuels, isRequired: true, stock: "karburanti" },
  transmission: { kind: "choice", values: transmissions, isRequired: true, stock: "transmisioni" },
  type: { kind: "choice", values: carTypes, labels: carTypeLabels, isRequired: true, stock: "karroceria" },
  color: { kind: "text", maxLength: carLimits.maxColor, usual: carColors, stock: "ngjyra" },
  power: {
    kind: "number",
    min: carLimits.minPower,
    max: carLimits.maxPower,
    example: "110",
    stock: "kw",
  },
  engineSize: {
    kind: "number",
    min: carLimits.minEngineSize,
    max: carLimits.maxEngineSize,
    example: "1968",
    stock: "cc",
  },
  origin: { kind: "choice", values: origins, stock: "origjina" },
  condition: { kind: "choice", values: conditions, stock: "gjendja" },
  customsPaid: { kind: "flag", stock: "doganuar" },
  location: { kind: "choice", values: locations, isRequired: true, stock: "qyteti" },
  description: { kind: "text", maxLength: carLimits.maxDescription, stock: "pershkrimi" },
} as const satisfies Readonly<Record<string, Kind & Place>>;

type Table = typeof table;
export type CarFieldName = keyof Table;
/** The columns of stock files that fill a fact. */
export type FactColumn = Table[CarFieldName]["stock"];
export type CarField = Kind & Place<FactColumn>;

export const carFieldTable: Readonly<Record<CarFieldName, CarField>> = table;
const isName = (name: string): name is CarFieldName => Object.hasOwn(table, name);
export const carFieldNames: readonly CarFieldName[] = Object.keys(table).filter(isName);
