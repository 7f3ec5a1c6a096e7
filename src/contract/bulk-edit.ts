import { z } from "zod";
import { bulkRules } from "#domain/cars/bulk-price.ts";
import { bulkEditMessages as text } from "#domain/messages/bulk-edit.ts";
import { isUuid } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

const ids = z
  .array(z.string(text.idsInvalid).refine(isUuid, text.idsInvalid).toLowerCase(), text.idsInvalid)
  .min(1, text.idsInvalid)
  .max(bulkRules.maxCars, text.tooMany(bulkRules.maxCars));

const isNoZero = (value: number) => value !== 0;
const percent = z
  .int(text.percentInvalid)
  .min(bulkRules.minPercent, text.percentInvalid)
  .max(bulkRules.maxPercent, text.percentInvalid)
  .refine(isNoZero, text.percentInvalid);
const euro = z
  .int(text.euroInvalid)
  .min(-bulkRules.maxEuro, text.euroInvalid)
  .max(bulkRules.maxEuro, text.euroInvalid)
  .refine(isNoZero, text.euroInvalid);

/** A bulk action on one's own cars. */
export const bulkEditBody = z.discriminatedUnion(
  "action",
  [
    z.strictObject({
      action: z.literal("price"),
      ids,
      by: z.union([z.strictObject({ percent }), z.strictObject({ euro })], text.changeInvalid),
      /** Prices by car that the person saw: a car with another price now is refused. */
      seen: z.record(z.string(), z.number()).optional(),
    }),
    z.strictObject({ action: z.literal("archive"), ids }),
    z.strictObject({ action: z.literal("confirm"), ids }),
  ],
  text.actionUnknown,
);
export type BulkEdit = z.output<typeof bulkEditBody>;

/** `price` in EUR after the change; `code` and `message` say why a car was refused. */
export const bulkEdited = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(["done", "unchanged", "refused"]),
      price: z.number().optional(),
      code: z.string().optional(),
      message: z.string().optional(),
    }),
  ),
});
export type BulkEdited = z.infer<typeof bulkEdited>;

export const bulkEditEndpoints = {
  "POST /api/cars/bulk": {
    access: "user",
    reads: ["Idempotency-Key"],
    status: 200,
    body: bulkEditBody,
    output: bulkEdited,
    summary:
      "Changes prices of one's own cars, archives or confirms them: up to 200 in one transaction, an outcome a car.",
  },
} as const satisfies Record<string, Endpoint>;
