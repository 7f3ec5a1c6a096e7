import { z } from "zod";
import {
  type AddedFact,
  type CarField,
  type CarFieldName,
  carFieldTable,
  type PlainFact,
} from "#domain/cars/car-fields.ts";
import { carLimits, maxCarYear } from "#domain/cars/car-limits.ts";
import { equipmentList, inEquipmentOrder } from "#domain/cars/equipment.ts";
import { carTypes, conditions, fuels, origins, transmissions } from "#domain/cars/car-lists.ts";
import { carBrands } from "#domain/cars/car-brands.ts";
import { isMaskedVin } from "#domain/cars/vin.ts";
import { presentMonth } from "#domain/format/day-of.ts";
import { carFieldTexts } from "#domain/messages/car-fields.ts";
import { carMessages as text } from "#domain/messages/car.ts";
import { equipmentMessages } from "#domain/messages/equipment.ts";
import { stockMessages as stockText } from "#domain/messages/stock.ts";
import { locations } from "#domain/places/locations.ts";
import { isReference } from "#domain/dealers/import-limits.ts";
import { cleanLine, cleanText } from "#domain/text/clean.ts";
import { hasPhone } from "#domain/text/mask-phones.ts";
import { car, carContact, plainNames, type PlainValue, priceCut } from "./car-answers.ts";
import type { Endpoint } from "./endpoint.ts";
import { coupon, idParams, looseQuery, noContent, pageParameters } from "./common.ts";
import { toE164 } from "./phone.ts";
import { typedVin } from "./vins.ts";

export {
  car,
  carContact,
  carPhoto,
  priceCut,
  type Car,
  type CarPhoto,
  type PriceCut,
  type UnlistedReason,
} from "./car-answers.ts";

/** A missing or empty required value gets the "required" text, any other invalid one the "unknown" text. */
function oneOf<const T extends readonly [string, ...string[]]>(values: T, required: string, unknown: string) {
  return z.enum(values, {
    error: (issue) =>
      issue.input === undefined || issue.input === null || issue.input === "" ? required : unknown,
  });
}

function knownName(values: readonly string[], required: string, unknown: string) {
  return z
    .string(required)
    .trim()
    .min(1, required)
    .refine((value) => value === "" || values.includes(value), unknown);
}

/** Forms send "" and answers null for an empty optional value: both mean null. */
function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === "" || value === undefined ? null : value), schema.nullable());
}

/** Optional text: null if empty after cleaning. */
function optionalLine<T extends z.ZodType<string, string>>(schema: T) {
  return optional(schema).transform((value) => (value === "" ? null : value));
}

interface WholeNumberTexts {
  required: string;
  wrong: string;
  tooHigh: string;
  notWhole: string;
}

function wholeNumber(least: number, most: number, texts: WholeNumberTexts) {
  return z
    .number({
      error: (issue) =>
        issue.input === undefined || issue.input === null || issue.input === ""
          ? texts.required
          : texts.wrong,
    })
    .refine((value) => value >= least, texts.wrong)
    .refine((value) => value <= most, texts.tooHigh)
    .refine((value) => Number.isInteger(value), texts.notWhole);
}

/** A required line of text. */
function line(most: number, required: string, tooLong: string) {
  // Too long a text is not checked further: searching it for phones costs more than cleaning it.
  return z.string(required).overwrite(cleanLine).min(1, required).max(most, { error: tooLong, abort: true });
}

// Model and colour are public and need no phone number, so one is refused; in names and descriptions it is
// masked.
function withoutPhone(value: string): boolean {
  return !hasPhone(value);
}

/** A photo's address on this site, or a picture as a data URL; the server checks whether it is usable. */
const images = z.preprocess(
  // A million get the same message as eleven, without being parsed.
  (value) => (Array.isArray(value) ? value.slice(0, carLimits.maxImages + 1) : value),
  z
    .array(z.string(text.imagesInvalid), text.imagesRequired)
    .min(1, text.imagesRequired)
    .max(carLimits.maxImages, text.imagesTooMany),
);

/** The car's equipment without duplicates, in the list's order. */
const equipment = z
  .preprocess(
    (value) => {
      if (value === null || value === "") return [];
      // A million get the same message as one too many.
      return Array.isArray(value) ? value.slice(0, equipmentList.length + 1) : value;
    },
    z
      .array(z.enum(equipmentList, equipmentMessages.unknown), text.optionInvalid)
      .refine((chosen) => new Set(chosen).size === chosen.length, equipmentMessages.repeated),
  )
  .transform(inEquipmentOrder);

/** The masked number of an answer, sent back: no change. */
function isShownVin(value: unknown): boolean {
  if (typeof value === "string") return isMaskedVin(value.trim());
  return typeof value === "object" && value !== null && "masked" in value;
}

/** The identification number. Omitted or masked, it is unchanged; an empty one removes it. */
const vin = z
  .preprocess((value) => (isShownVin(value) ? undefined : value === "" ? null : value), typedVin.nullish())
  .optional();

type PlainSchema<Value, Name> = Name extends AddedFact
  ? z.ZodOptional<z.ZodType<Value | null>>
  : z.ZodType<Value | null>;
type PlainSchemas = { [Name in PlainFact]: PlainSchema<PlainValue<Name>, Name> };

/** A form's value of an optional fact, by its row in the table of facts. */
function plainSchema(name: PlainFact) {
  const field = carFieldTable[name];
  const { invalid = text.optionInvalid } = carFieldTexts[name];
  const schema = optional(schemaOf(field, invalid));
  return field.isAdded === true ? schema.optional() : schema;
}

function schemaOf(field: CarField, invalid: string): z.ZodType {
  switch (field.kind) {
    case "number":
      return z.int(invalid).min(field.min, invalid).max(field.max, invalid);
    case "flag":
      return z.boolean(invalid);
    case "month":
      return z
        .string(invalid)
        .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, invalid)
        .refine((month) => month >= field.min && month <= (field.max ?? presentMonth()), invalid);
    case "choice":
      return z.enum(field.values, invalid);
    case "year":
    case "text":
    case "list":
      throw new Error("The contract says itself what such a fact may be.");
  }
}

function arePlain(schemas: Readonly<Record<string, unknown>>): schemas is PlainSchemas {
  return plainNames.every((name) => name in schemas);
}
function plainSchemas(): PlainSchemas {
  const schemas = Object.fromEntries(plainNames.map((name) => [name, plainSchema(name)]));
  if (!arePlain(schemas)) throw new Error("A fact is missing.");
  return schemas;
}
const plainFacts = plainSchemas();

const currentYearLimit = () => maxCarYear(new Date());

/**
 * A car's fields from a seller, in the form's order in the specification: the first invalid one gives the
 * message. The same schema validates in the browser and on the server (specification.md#validation).
 */
export const carFields = z.strictObject({
  brand: knownName(carBrands, text.brandRequired, text.brandUnknown),
  model: line(carLimits.maxModel, text.modelRequired, text.modelTooLong).refine(
    withoutPhone,
    text.phoneInText,
  ),
  year: z
    .number({
      error: (issue) =>
        issue.input === undefined || issue.input === null || issue.input === ""
          ? text.yearRequired
          : text.yearOutOfRange(currentYearLimit()),
    })
    .refine((year) => Number.isInteger(year) && year >= carLimits.minYear && year <= currentYearLimit(), {
      error: () => text.yearOutOfRange(currentYearLimit()),
    }),
  type: oneOf(carTypes, text.typeRequired, text.typeUnknown),
  sellerName: line(carLimits.maxName, text.sellerNameRequired, text.sellerNameTooLong),
  sellerPhone: z
    .string(text.sellerPhoneRequired)
    .overwrite(cleanLine)
    .min(1, text.sellerPhoneRequired)
    .transform((typed, context) => {
      const phone = typed === "" ? "" : toE164(typed);
      if (phone !== null) return phone;
      context.addIssue({ code: "custom", message: text.phoneInvalid });
      return z.NEVER;
    }),
  price: wholeNumber(carLimits.minPrice, carLimits.maxPrice, {
    required: text.priceRequired,
    wrong: text.priceTooLow,
    tooHigh: text.priceTooHigh,
    notWhole: text.priceNotWhole,
  }),
  mileage: wholeNumber(0, carLimits.maxMileage, {
    required: text.mileageRequired,
    wrong: text.mileageNotPositive,
    tooHigh: text.mileageTooHigh,
    notWhole: text.mileageNotWhole,
  }),
  fuel: oneOf(fuels, text.fuelRequired, text.fuelUnknown),
  origin: optional(z.enum(origins, text.originUnknown)),
  transmission: oneOf(transmissions, text.transmissionRequired, text.transmissionUnknown),
  condition: optional(z.enum(conditions, text.conditionUnknown)),
  location: knownName(locations, text.locationRequired, text.locationUnknown),
  description: optionalLine(
    z.string(text.optionInvalid).overwrite(cleanText).max(carLimits.maxDescription, text.descriptionTooLong),
  ),
  images,
  ...plainFacts,
  color: optionalLine(
    z
      .string(text.optionInvalid)
      .overwrite(cleanLine)
      .max(carLimits.maxColor, { error: text.colorTooLong, abort: true })
      .refine(withoutPhone, text.phoneInText),
  ),
  /** Omitted, it is unchanged: stock files and older clients do not send it. */
  equipment: equipment.optional(),
  /** The owner's reference (specification.md#stock); omitted, it is unchanged. */
  reference: optional(
    z.string(stockText.referenceInvalid).refine(isReference, stockText.referenceInvalid),
  ).optional(),
  vin,
} satisfies Readonly<Record<CarFieldName | "sellerName" | "sellerPhone" | "images" | "vin", z.ZodType>>);
export type CarFields = z.output<typeof carFields>;

/** A rule of two fields: the first registration is at most a year before the model year. For `superRefine`. */
export function checkFirstRegistration(
  { firstRegistration, year }: Pick<CarFields, "firstRegistration" | "year">,
  context: z.RefinementCtx,
): void {
  if (typeof firstRegistration !== "string" || Number(firstRegistration.slice(0, 4)) >= year - 1) return;
  context.addIssue({
    code: "custom",
    path: ["firstRegistration"],
    message: text.firstRegistrationTooEarly,
  });
}

/** Field names in the order of the specification's form. */
export const carFieldOrder = Object.keys(carFields.shape);

/** Beside a car's keys: those of an admin's answer, of former answers, and of clients written for later ones. */
const otherOwned = ["id", "userId", "paidAmount", "version", "hidden", "openReports"] as const;

/**
 * Server-owned keys: every key of an answer that the form lacks. Clients send them back, and they are ignored
 * (specification.md#answers).
 */
const serverOwned: ReadonlySet<string> = new Set(
  [...Object.keys(car.shape), ...otherOwned].filter((key) => !Object.hasOwn(carFields.shape, key)),
);

/** Removes server-owned keys except those of this form. */
function withoutOwned(form: z.ZodObject) {
  return (value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).filter(([key]) => Object.hasOwn(form.shape, key) || !serverOwned.has(key)),
        )
      : value;
}

const publishFields = carFields.extend({
  sponsored: z.boolean(text.optionInvalid).nullish(),
  sponsorshipDays: z
    .int(text.sponsorshipDaysInvalid)
    .min(0, text.sponsorshipDaysInvalid)
    .max(carLimits.maxSponsorshipDays, text.sponsorshipDaysInvalid)
    .nullish()
    .transform((days) => days ?? 0),
  socialPromotion: z
    .boolean(text.optionInvalid)
    .nullish()
    .transform((chosen) => chosen ?? false),
  coupon,
});

/** `POST /api/cars`: the fields plus the extras; `sponsored` follows from the days and is ignored. */
export const publishCarBody = z.preprocess(
  withoutOwned(publishFields),
  publishFields.superRefine(checkFirstRegistration),
);
export type PublishCar = z.output<typeof publishCarBody>;
export type PublishCarInput = z.input<typeof publishFields>;

/** `PUT /api/cars/{id}`: the whole car again, as the form sends it. */
export const updateCarBody = z.preprocess(
  withoutOwned(carFields),
  carFields.superRefine(checkFirstRegistration),
);

export const carEndpoints = {
  "GET /api/cars/my": {
    access: "user",
    key: "stock",
    tells: ["X-Total-Count"],
    status: 200,
    query: looseQuery,
    lenient: pageParameters,
    output: z.array(car),
    summary: "One's own active and sold cars.",
  },
  "GET /api/cars/archived": {
    access: "user",
    key: "stock",
    tells: ["X-Total-Count"],
    status: 200,
    query: looseQuery,
    lenient: pageParameters,
    output: z.array(car),
    summary: "One's own archived cars.",
  },
  "GET /api/cars/{id}": {
    access: "public",
    key: "stock",
    tells: ["ETag"],
    errors: ["not_yours"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: car,
    summary: "A car, if public or one's own.",
  },
  "GET /api/cars/{id}/price-history": {
    access: "public",
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: z.array(priceCut),
    summary: "The car's real price cuts, newest first: 2 % or more below the lowest price of 30 days.",
  },
  "POST /api/cars/{id}/contact": {
    access: "public",
    errors: ["contact_unavailable"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: carContact,
    summary: "The seller's phone; counted as a lead.",
  },
  "POST /api/cars": {
    access: "user",
    key: "stock",
    reads: ["Idempotency-Key"],
    errors: ["payment_required", "account_suspended", "coupon_used", "price_changed"],
    status: 201,
    body: publishCarBody,
    pictures: ["images"],
    output: car,
    summary: "Publishes a car where nothing is to be paid; 402 with the amount otherwise.",
  },
  "PUT /api/cars/{id}": {
    access: "user",
    key: "stock",
    reads: ["If-Match"],
    tells: ["ETag"],
    errors: ["not_yours", "account_suspended", "car_is_sold", "car_is_archived"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    body: updateCarBody,
    pictures: ["images"],
    output: car,
    summary: "Changes a car's fields.",
  },
  "DELETE /api/cars/{id}": {
    access: "user",
    key: "stock",
    errors: ["not_yours", "impossible_move"],
    status: 204,
    params: idParams,
    notFound: "car_not_found",
    output: noContent,
    summary: "Archives a car.",
  },
  "PUT /api/cars/{id}/sold": {
    access: "user",
    key: "stock",
    tells: ["ETag"],
    errors: ["not_yours", "impossible_move", "account_suspended"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: car,
    summary: "Marks a car as sold.",
  },
  "PUT /api/cars/{id}/unsold": {
    access: "user",
    key: "stock",
    tells: ["ETag"],
    errors: ["not_yours", "impossible_move", "account_suspended", "payment_required"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: car,
    summary: "Puts a sold car back on sale.",
  },
  "PUT /api/cars/{id}/restore": {
    access: "user",
    key: "stock",
    tells: ["ETag"],
    errors: ["not_yours", "impossible_move", "account_suspended", "payment_required"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: car,
    summary: "Takes a car out of the archive.",
  },
} as const satisfies Record<string, Endpoint>;

/** The lists of one's own cars. */
export type OwnCarsEndpoint = "GET /api/cars/my" | "GET /api/cars/archived";
