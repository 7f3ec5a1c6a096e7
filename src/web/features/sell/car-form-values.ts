import type { FieldErrors, Resolver } from "react-hook-form";
import type { User } from "#contract/accounts.ts";
import {
  type Car,
  type CarFields,
  carFieldOrder,
  carFields,
  checkFirstRegistration,
} from "#contract/cars.ts";
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

/** A yes-or-no that may be left open, as a select holds it. */
type Choice = "" | "true" | "false";

/** A number as typed: null is empty; a text is no whole number and is shown for correction. */
export type TypedNumber = number | string | null;

/** A fact as its control holds it. */
type Typed<Name extends CarFieldName> = Name extends NumberFact
  ? TypedNumber
  : Name extends FlagFact
    ? Choice
    : Name extends ListFact
      ? Equipment[]
      : string;
type TypedFacts = { [Name in CarFieldName]: Typed<Name> };

/** The form as typed. Photos are stored beside it. */
export interface CarFormValues extends TypedFacts {
  sellerName: string;
  sellerPhone: string;
  /** As typed; of a published car as answers show it, which says nothing when it is sent back. */
  vin: string;
}

function areTyped(facts: Readonly<Record<string, unknown>>): facts is TypedFacts {
  return carFieldNames.every((name) => name in facts);
}

/** The facts as their controls hold them; null: a form without any. */
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

/** Whether the form has a field of this name. */
export function isFormField(values: CarFormValues, name: string): name is keyof CarFormValues {
  return Object.hasOwn(values, name);
}

export type CarField = keyof CarFormValues | "images";

/** A new car's form: the specification's defaults, and the account's own name and phone. */
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

/** A new car's form with the facts that its address names: whoever asked for a car's value need not type them again. */
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

/** A published car's form. */
export function editCarValues(car: Car): CarFormValues {
  return {
    ...typedFacts(car),
    sellerName: car.sellerName,
    sellerPhone: car.sellerPhone === undefined ? "" : formatPhone(car.sellerPhone),
    vin: car.vin?.masked ?? "",
  };
}

/** What the schema judges: text is no number, unless it has too many digits to be held as one. */
function judged(value: TypedNumber): number | null {
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

/** The form as the API takes it; a field of the contract that the form lacks does not compile. */
export function toCarInput(
  values: CarFormValues,
  images: readonly string[],
): Record<keyof CarFields, unknown> {
  return {
    ...values,
    ...recordOf(carFieldNames.filter(isNumberFact), (name) => judged(values[name])),
    ...recordOf(carFieldNames.filter(isFlagFact), (name) => fromChoice(values[name])),
    reference: values.reference.trim(),
    vin: values.vin.trim(),
    images: [...images],
  };
}

/** What is wrong, by field, in the form's order. */
export type CarFormErrors = Partial<Record<CarField, string>>;

function isCarField(name: string): name is CarField {
  return carFieldOrder.includes(name);
}

const carForm = carFields.superRefine(checkFirstRegistration);

export function checkCar(
  values: CarFormValues,
  images: readonly string[],
): { car: CarFields; errors: null } | { car: null; errors: CarFormErrors } {
  const result = carForm.safeParse(toCarInput(values, images));
  if (result.success) return { car: result.data, errors: null };
  const errors: CarFormErrors = {};
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? "");
    if (isCarField(name)) errors[name] ??= issue.message;
  }
  return { car: null, errors };
}

/**
 * The car without the facts that older clients do not know, where they are empty and were (`before`: the form as it was
 * opened). To the server that says the same, and while a site is updated a copy of the version before, which refuses keys
 * that it does not know, takes the form (docs/operations/updating.md).
 */
export function withoutUnsaid(car: CarFields, before: CarFormValues): CarFields {
  const sent = { ...car };
  for (const name of carFieldNames.filter(isAddedFact))
    if ((car[name] ?? null) === null && (before[name] === null || before[name] === "")) delete sent[name];
  if ((car.vin ?? null) === null && (car.vin === undefined || before.vin === "")) delete sent.vin;
  return sent;
}

/** The first field in the form's order that is wrong. */
export function firstWrongField(errors: CarFormErrors): CarField | null {
  return (
    carFieldOrder.find((name): name is CarField => isCarField(name) && errors[name] !== undefined) ?? null
  );
}

/** The contract's schema as the form's resolver; photos have no field of their own and are checked on sending. */
export const carFormResolver: Resolver<CarFormValues> = (values) => {
  const { errors } = checkCar(values, ["checked on sending"]);
  if (errors === null) return { values, errors: {} };
  const fieldErrors: FieldErrors<CarFormValues> = Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [name, { type: "validate", message }]),
  );
  return { values: {}, errors: fieldErrors };
};

/** What an estimate of the price takes of the form; what is not typed yet, or is no number, is null. */
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
    // While it is being typed it is none yet.
    price: price !== null && price >= carLimits.minPrice && price <= carLimits.maxPrice ? price : null,
  };
}
