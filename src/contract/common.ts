import { z } from "zod";
import { paymentMessages } from "#domain/messages/payments.ts";
import { uuidPattern } from "#domain/text/uuid.ts";

/** Every error body (specification.md#answers). */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const noContent = z.undefined();

export { isUuid } from "#domain/text/uuid.ts";

/** The id in a path. A text that is no UUID is a 404. */
export const idParams = z.object({ id: z.string().regex(uuidPattern).toLowerCase() });

/** Forms send "" for an empty value: null. */
export function emptyAsNull<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (value === undefined || (typeof value === "string" && value.trim() === "") ? null : value),
    schema.nullable(),
  );
}

/** A coupon's code as typed; "" counts as omitted. */
export const coupon = z
  .string(paymentMessages.couponUnknown)
  .trim()
  .max(40, paymentMessages.couponTooLong)
  .nullish()
  .transform((typed) => (typed === "" ? undefined : (typed ?? undefined)));

const position = z.int().min(1).optional();
/** A list's page, from 1, and its length. A loose query's parameters are described for the API's documentation only. */
export const pageParameters = z.object({ page: position, limit: position });

/** A picture as a body: raw, or multipart with the field `photo`. */
export const pictureTypes = ["image/*", "multipart/form-data"] as const;

/** Loose queries: the server parses them leniently; the client sends what the page has. */
export const looseQuery = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).optional());
