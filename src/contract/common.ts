import { z } from "zod";
import { paymentMessages } from "#domain/messages/payments.ts";

/** Every error body (specification.md#answers). */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const noContent = z.undefined();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return uuid.test(value);
}

/** A path's id. What is no UUID names nothing: the server answers 404. */
export const idParams = z.object({ id: z.string().regex(uuid).toLowerCase() });

/** Forms send "" for what was left open: null. */
export function emptyAsNull<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (value === undefined || (typeof value === "string" && value.trim() === "") ? null : value),
    schema.nullable(),
  );
}

/** A coupon's code as typed; "" as if it were left out. */
export const coupon = z
  .string(paymentMessages.couponUnknown)
  .trim()
  .max(40, paymentMessages.couponTooLong)
  .nullish()
  .transform((typed) => (typed === "" ? undefined : (typed ?? undefined)));

const position = z.int().min(1).optional();
/** A list's page, from 1, and how long it is. Parameters of a loose query are described for the API's documentation alone. */
export const pageParameters = z.object({ page: position, limit: position });

/** A picture as a body: itself, or multipart with the field `photo`. */
export const pictureTypes = ["image/*", "multipart/form-data"] as const;

/** Queries that the server reads itself, leniently; the client sends whatever the page holds. */
export const looseQuery = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).optional());
