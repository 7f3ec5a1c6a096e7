import type { FieldErrors, Resolver } from "react-hook-form";
import type { User } from "#contract/accounts.ts";
import { type Car, type CarFields, carFieldOrder, carFields } from "#contract/cars.ts";
import { type Equipment, inEquipmentOrder } from "#domain/cars/equipment.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import {
  carTypes,
  conditions,
  defaultCondition,
  defaultTransmission,
  fuels,
  transmissions,
} from "#domain/cars/car-lists.ts";
import { carBrands } from "#domain/catalogue/car-brands.ts";
import { parseTypedNumber } from "#domain/format/format.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import type { Draft } from "./draft.ts";

/** A yes-or-no that may be left open, as a select holds it. */
type Choice = "" | "true" | "false";

/** A number as typed: null is empty; a text is no whole number and is shown for correction. */
export type TypedNumber = number | string | null;

/** The form as typed. Photos are stored beside it. */
export interface CarFormValues {
  brand: string;
  model: string;
  year: TypedNumber;
  type: string;
  sellerName: string;
  sellerPhone: string;
  price: TypedNumber;
  mileage: TypedNumber;
  fuel: string;
  origin: string;
  transmission: string;
  condition: string;
  location: string;
  description: string;
  customsPaid: Choice;
  registeredUntil: string;
  engineSize: TypedNumber;
  power: TypedNumber;
  color: string;
  negotiable: Choice;
  reference: string;
  equipment: Equipment[];
}

/** Names of the fields that hold exactly this. */
type FieldOf<Value> = {
  [Name in keyof CarFormValues]: [Value, CarFormValues[Name]] extends [CarFormValues[Name], Value]
    ? Name
    : never;
}[keyof CarFormValues];
export type NumberName = FieldOf<TypedNumber>;
export type ChoiceName = FieldOf<Choice>;

/** Whether the form has a field of this name. */
export function isFormField(values: CarFormValues, name: string): name is keyof CarFormValues {
  return Object.hasOwn(values, name);
}

export type CarField = keyof CarFormValues | "images";

/** A new car's form: the specification's defaults, and the account's own name and phone. */
export function newCarValues(user: User, now: Date): CarFormValues {
  return {
    brand: "",
    model: "",
    year: now.getFullYear(),
    type: "",
    sellerName: `${user.firstName} ${user.lastName}`,
    sellerPhone: user.phone === null ? "" : formatPhone(user.phone),
    price: null,
    mileage: null,
    fuel: "",
    origin: "",
    transmission: defaultTransmission,
    condition: defaultCondition,
    location: "",
    description: "",
    customsPaid: "",
    registeredUntil: "",
    engineSize: null,
    power: null,
    color: "",
    negotiable: "",
    reference: "",
    equipment: [],
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

function choice(value: boolean | null): Choice {
  if (value === null) return "";
  return value ? "true" : "false";
}

function fromChoice(value: Choice): boolean | null {
  return value === "" ? null : value === "true";
}

/** A published car's form. */
export function editCarValues(car: Car): CarFormValues {
  return {
    brand: car.brand,
    model: car.model,
    year: car.year,
    type: car.type,
    sellerName: car.sellerName,
    sellerPhone: car.sellerPhone === undefined ? "" : formatPhone(car.sellerPhone),
    price: car.price,
    mileage: car.mileage,
    fuel: car.fuel,
    origin: car.origin ?? "",
    transmission: car.transmission,
    condition: car.condition ?? "",
    location: car.location,
    description: car.description,
    customsPaid: choice(car.customsPaid),
    registeredUntil: car.registeredUntil ?? "",
    engineSize: car.engineSize,
    power: car.power,
    color: car.color ?? "",
    negotiable: choice(car.negotiable),
    reference: car.reference ?? "",
    equipment: car.equipment,
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
  const numbers: Record<NumberName, number | null> = {
    year: judged(values.year),
    price: judged(values.price),
    mileage: judged(values.mileage),
    engineSize: judged(values.engineSize),
    power: judged(values.power),
  };
  const choices: Record<ChoiceName, boolean | null> = {
    customsPaid: fromChoice(values.customsPaid),
    negotiable: fromChoice(values.negotiable),
  };
  return {
    ...values,
    ...numbers,
    ...choices,
    reference: values.reference.trim(),
    images: [...images],
  };
}

/** What is wrong, by field, in the form's order. */
export type CarFormErrors = Partial<Record<CarField, string>>;

function isCarField(name: string): name is CarField {
  return carFieldOrder.includes(name);
}

export function checkCar(
  values: CarFormValues,
  images: readonly string[],
): { car: CarFields; errors: null } | { car: null; errors: CarFormErrors } {
  const result = carFields.safeParse(toCarInput(values, images));
  if (result.success) return { car: result.data, errors: null };
  const errors: CarFormErrors = {};
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? "");
    if (isCarField(name)) errors[name] ??= issue.message;
  }
  return { car: null, errors };
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
