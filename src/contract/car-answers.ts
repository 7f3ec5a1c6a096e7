import { z } from "zod";
import {
  carFieldNames,
  type FlagFact,
  isFlagFact,
  isNumberFact,
  isPlainFact,
  type NumberFact,
  type PlainFact,
} from "#domain/cars/car-fields.ts";
import { carTypes, conditions, fuels, origins, transmissions } from "#domain/cars/car-lists.ts";
import { equipmentList } from "#domain/cars/equipment.ts";
import { priceBands } from "#domain/cars/price-bands.ts";
import { vinMakes } from "#domain/cars/vin.ts";

// Separate from the forms: pages that read cars need no phone validation.

export type PlainValue<Name> = Name extends NumberFact ? number : Name extends FlagFact ? boolean : string;

export const plainNames = carFieldNames.filter(isPlainFact);

/** The simple facts of an answer. */
type PlainAnswers = { [Name in PlainFact]: z.ZodType<PlainValue<Name> | null> };
function arePlainAnswers(schemas: Readonly<Record<string, unknown>>): schemas is PlainAnswers {
  return plainNames.every((name) => name in schemas);
}
function typeOf(name: PlainFact) {
  return isNumberFact(name) ? z.number() : isFlagFact(name) ? z.boolean() : z.string();
}
function plainAnswers(): PlainAnswers {
  const schemas = Object.fromEntries(plainNames.map((name) => [name, typeOf(name).nullable()]));
  if (!arePlainAnswers(schemas)) throw new Error("A fact is missing.");
  return schemas;
}

export const carPhoto = z.object({
  id: z.string(),
  /** Address of the JPEG of a middle width; other widths and formats have the same base. */
  url: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string().nullable(),
});
export type CarPhoto = z.infer<typeof carPhoto>;

/** Why only its owner and admins see a car that is neither sold nor archived. */
export const unlistedReasons = ["suspended", "hidden", "disputed", "dealerLapsed"] as const;
export type UnlistedReason = (typeof unlistedReasons)[number];

/** A car in the API. Only the owner and admins get `sellerPhone` and `unlisted`. Price EUR, mileage km. */
export const car = z.object({
  _id: z.string(),
  number: z.number(),
  user: z.string(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  type: z.enum(carTypes),
  price: z.number(),
  /** Its price band; null if it has none, or none now. */
  priceBand: z.enum(priceBands).nullable(),
  mileage: z.number(),
  fuel: z.enum(fuels),
  origin: z.enum(origins).nullable(),
  transmission: z.enum(transmissions),
  description: z.string(),
  location: z.string(),
  condition: z.enum(conditions).nullable(),
  sellerName: z.string(),
  sellerPhone: z.string().optional(),
  unlisted: z.enum(unlistedReasons).optional(),
  /** Archived because its listing fee was refunded: restoring costs the fee. For owner and admins. */
  feeRefunded: z.literal(true).optional(),
  /** Its page shows the safety advice, without a reason. Omitted otherwise. */
  showsAdvice: z.literal(true).optional(),
  images: z.array(z.string()),
  photos: z.array(carPhoto),
  isRecommended: z.boolean(),
  sold: z.boolean(),
  soldAt: z.string().nullable(),
  deleted: z.boolean(),
  sponsored: z.boolean(),
  sponsorshipDays: z.number(),
  socialPromotion: z.boolean(),
  createdAt: z.string(),
  /** When the car was last confirmed for sale, and since when it counts as new (specification.md#freshness). */
  confirmedAt: z.string(),
  listedAt: z.string(),
  ...plainAnswers(),
  color: z.string().nullable(),
  equipment: z.array(z.enum(equipmentList)),
  /** The first three and the last four characters, for everybody; `make`: whether the first three match the brand. */
  vin: z.object({ masked: z.string(), make: z.enum(vinMakes) }).nullable(),
  /** Its mileage is below that of an earlier listing with its number, for owner and admins. */
  lowerMileage: z.object({ publicAt: z.string(), note: z.string().nullable() }).optional(),
  /** The owner's reference: for the owner and admins. */
  reference: z.string().nullable().optional(),
  /** Visitors who asked about it in the last seven days: in the owner's own list of cars on sale. */
  contactsThisWeek: z.number().optional(),
  /** By how much it asks more than such cars are offered for, EUR: there, where it is rated above the market. */
  aboveSimilar: z.number().optional(),
  /** `isVerified`: an admin has confirmed the dealer's business. */
  seller: z.object({ id: z.string(), name: z.string(), isDealer: z.boolean(), isVerified: z.boolean() }),
});
export type Car = z.infer<typeof car>;

/** A real price cut that still holds: `from` and `to` in EUR, `on` as YYYY-MM-DD. */
export const priceCut = z.object({ on: z.string(), from: z.number(), to: z.number() });
export type PriceCut = z.infer<typeof priceCut>;

export const carContact = z.object({ sellerName: z.string(), sellerPhone: z.string() });
