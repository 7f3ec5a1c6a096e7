import type { User } from "#contract/accounts.ts";
import type { Car, CarFields } from "#contract/cars.ts";
import { type Equipment, inEquipmentOrder } from "#domain/cars/equipment.ts";
import {
  type CarFieldName,
  carFieldNames,
  type FlagFact,
  isAddedFact,
  isFlagFact,
  isListFact,
  isNumberFact,
  type ListFact,
  type NumberFact,
} from "#domain/cars/car-fields.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import {
  carTypes,
  conditions,
  defaultCondition,
  defaultTransmission,
  fuels,
  transmissions,
} from "#domain/cars/car-lists.ts";
import { carBrands } from "#domain/cars/car-brands.ts";
import { parseTypedNumber } from "#domain/format/format.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { recordOf } from "#domain/search/search-fields.ts";
import type { Draft } from "./draft.ts";

/** An optional boolean as a select's value. */
type Choice = "" | "true" | "false";

/** A number as typed: null is empty; a string is not a whole number and stays visible to be corrected. */
export type TypedNumber = number | string | null;

/** A fact as its control's value. */
type Typed<Name extends CarFieldName> = Name extends NumberFact
  ? TypedNumber
  : Name extends FlagFact
    ? Choice
    : Name extends ListFact
      ? Equipment[]
      : string;
type TypedFacts = { [Name in CarFieldName]: Typed<Name> };

/** The form's values as typed. Photos are stored separately. */
export interface CarFormValues extends TypedFacts {
  sellerName: string;
  sellerPhone: string;
  /** As typed; for a published car the masked number, which the server ignores. */
  vin: string;
}

function areTyped(facts: Readonly<Record<string, unknown>>): facts is TypedFacts {
  return carFieldNames.every((name) => name in facts);
}

/** The facts as their controls' values; null: an empty form. */
function typedFacts(car: Car | null): TypedFacts {
  const facts = Object.fromEntries(
    carFieldNames.map((name) => {
      const value = car?.[name] ?? null;
      if (isNumberFact(name)) return [name, value];
      if (isListFact(name)) return [name, value ?? []];
      return [name, value === null ? "" : String(value)];
    }),
  );
  if (!areTyped(facts)) throw new Error("A fact is missing.");
  return facts;
}

/** True if the form has a field of this name. */
export function isFormField(values: CarFormValues, name: string): name is keyof CarFormValues {
  return Object.hasOwn(values, name);
}

export type CarField = keyof CarFormValues | "images";

/** Initial values of a new car: the specification's defaults, and the account's name and phone. */
export function newCarValues(user: User, now: Date): CarFormValues {
  return {
    ...typedFacts(null),
    year: now.getFullYear(),
    sellerName: `${user.firstName} ${user.lastName}`,
    sellerPhone: user.phone === null ? "" : formatPhone(user.phone),
    vin: "",
    transmission: defaultTransmission,
    condition: defaultCondition,
  };
}

const numbersInAddress = ["year", "mileage", "price", "power", "engineSize"] as const;
const listsInAddress: readonly (readonly [
  "brand" | "fuel" | "transmission" | "type" | "condition",
  readonly string[],
])[] = [
  ["brand", carBrands],
  ["fuel", fuels],
  ["transmission", transmissions],
  ["type", carTypes],
  ["condition", conditions],
];

/**
 * Adds the facts of the address to a new car's form, so that a visitor of /vlera need not type them again.
 */
export function withFacts(values: CarFormValues, params: URLSearchParams): CarFormValues {
  const next = { ...values };
  for (const [name, known] of listsInAddress) {
    const value = params.get(name);
    if (value !== null && known.includes(value)) next[name] = value;
  }
  for (const name of numbersInAddress) {
    const value = parseTypedNumber(params.get(name) ?? "");
    if (value !== null) next[name] = value;
  }
  const customs = params.get("customsPaid");
  if (customs === "true" || customs === "false") next.customsPaid = customs;
  if (next.brand !== "") next.model = (params.get("model") ?? "").slice(0, carLimits.maxModel);
  return next;
}

function fromChoice(value: Choice): boolean | null {
  return value === "" ? null : value === "true";
}

/** Initial values of a published car. */
export function editCarValues(car: Car): CarFormValues {
  return {
    ...typedFacts(car),
    sellerName: car.sellerName,
    sellerPhone: car.sellerPhone === undefined ? "" : formatPhone(car.sellerPhone),
    vin: car.vin?.masked ?? "",
  };
}

/** The value to validate: a string is NaN, unless it is a number with too many digits. */
function valueToValidate(value: TypedNumber): number | null {
  if (typeof value !== "string") return value;
  return /^[\d.,\s]+$/.test(value) && value.replaceAll(/\D/g, "").length > 15
    ? Number.MAX_SAFE_INTEGER
    : Number.NaN;
}

/** The form filled from a draft; values of an older form that no longer fit are dropped. */
export function withDraft(values: CarFormValues, draft: Draft): CarFormValues {
  const fitting = Object.entries(values).map(([name, fallback]) => {
    const stored = draft.values[name];
    if (Array.isArray(fallback)) return [name, Array.isArray(stored) ? inEquipmentOrder(stored) : fallback];
    const numeric = typeof fallback === "number" || fallback === null;
    const fits = typeof stored === "string" || (numeric && (stored === null || typeof stored === "number"));
    return [name, fits ? stored : fallback];
  });
  return { ...values, ...Object.fromEntries(fitting) };
}

/** The form as the API's input; does not compile if the form lacks a field of the contract. */
export function toCarInput(
  values: CarFormValues,
  images: readonly string[],
): Record<keyof CarFields, unknown> {
  return {
    ...values,
    ...recordOf(carFieldNames.filter(isNumberFact), (name) => valueToValidate(values[name])),
    ...recordOf(carFieldNames.filter(isFlagFact), (name) => fromChoice(values[name])),
    reference: values.reference.trim(),
    vin: values.vin.trim(),
    images: [...images],
  };
}

/** Errors by field, in the form's order. */
export type CarFormErrors = Partial<Record<CarField, string>>;

/**
 * Omits facts that older servers do not know, if they are empty and were empty at first (`before`). For the
 * current server that means the same. During an update an instance of the previous version, which refuses
 * unknown keys, may receive the form (docs/operations/updating.md).
 */
export function omitEmptyNewFacts(car: CarFields, before: CarFormValues): CarFields {
  const sent = { ...car };
  for (const name of carFieldNames.filter(isAddedFact))
    if ((car[name] ?? null) === null && (before[name] === null || before[name] === "")) delete sent[name];
  if ((car.vin ?? null) === null && (car.vin === undefined || before.vin === "")) delete sent.vin;
  return sent;
}

/** The form's facts that a price estimate needs; null for an empty or invalid one. */
export interface EstimatedFacts {
  readonly brand: string;
  readonly model: string;
  readonly year: number | null;
  readonly mileage: number | null;
  readonly fuel: string;
  readonly type: string | null;
  readonly transmission: string | null;
  readonly origin: string | null;
  readonly condition: string | null;
  readonly customsPaid: boolean | null;
  readonly power: number | null;
  readonly engineSize: number | null;
  readonly price: number | null;
}

const wholeOrNull = (typed: TypedNumber) =>
  typeof typed === "number" && Number.isInteger(typed) ? typed : null;
const givenOrNull = (typed: string) => (typed === "" ? null : typed);

export function estimatedFacts(values: CarFormValues): EstimatedFacts {
  const price = wholeOrNull(values.price);
  return {
    brand: values.brand,
    model: values.model,
    year: wholeOrNull(values.year),
    mileage: wholeOrNull(values.mileage),
    fuel: values.fuel,
    type: givenOrNull(values.type),
    transmission: givenOrNull(values.transmission),
    origin: givenOrNull(values.origin),
    condition: givenOrNull(values.condition),
    customsPaid: fromChoice(values.customsPaid),
    power: wholeOrNull(values.power),
    engineSize: wholeOrNull(values.engineSize),
    // A price is null while it is being typed.
    price: price !== null && price >= carLimits.minPrice && price <= carLimits.maxPrice ? price : null,
  };
}
