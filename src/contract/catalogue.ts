import { z } from "zod";
import { carLimits } from "#domain/cars/car-limits.ts";
import { carMessages as text } from "#domain/messages/car.ts";
import { cleanLine } from "#domain/text/clean.ts";
import { hasPhone } from "#domain/text/mask-phones.ts";
import { carTypes, fuels } from "#domain/cars/car-lists.ts";
import type { Endpoint } from "./endpoint.ts";
import { looseQuery } from "./common.ts";

export const suggestModelBody = z.strictObject({
  brand: z
    .string(text.brandRequired)
    .overwrite(cleanLine)
    .min(1, text.brandRequired)
    .max(100, text.brandUnknown),
  model: z
    .string(text.modelRequired)
    .overwrite(cleanLine)
    .min(1, text.modelRequired)
    .max(carLimits.maxModel, { error: text.modelTooLong, abort: true })
    .refine((model) => !hasPhone(model), text.phoneInText),
});

/** A suggested model and the facts that follow from the typed text: engine in cm³ and kW, both years included. */
export const modelOffer = z.object({
  brand: z.string(),
  model: z.string(),
  fills: z.object({
    type: z.enum(carTypes).optional(),
    fuel: z.enum(fuels).optional(),
    engineSize: z.number().optional(),
    power: z.number().optional(),
    years: z.tuple([z.number(), z.number()]).optional(),
  }),
});
export type ModelOffer = z.infer<typeof modelOffer>;

const brandParameter = z.object({ brand: z.string() });
const modelParameters = z.object({ q: z.string().optional(), brand: z.string().optional() });

export const catalogueEndpoints = {
  "GET /api/car-models/brands": {
    access: "public",
    status: 200,
    output: z.array(z.string()),
    summary: "All brands, A to Z.",
  },
  "GET /api/car-models/models": {
    access: "public",
    errors: ["validation_failed"],
    status: 200,
    query: looseQuery,
    lenient: brandParameter,
    output: z.array(z.string()),
    summary: "Models of a brand (query brand), with one's own suggestions.",
  },
  "GET /api/car-models/suggest": {
    access: "public",
    status: 200,
    query: looseQuery,
    lenient: modelParameters,
    output: z.array(modelOffer),
    summary:
      "Models that typed words (query q) may mean, of all brands or of one (brand); at most 8, best first.",
  },
  "GET /api/car-models/all": {
    access: "public",
    status: 200,
    output: z.record(z.string(), z.array(z.string())),
    summary: "The whole catalogue.",
  },
  "POST /api/car-models/models": {
    access: "user",
    status: 201,
    statusIfPresent: 200,
    body: suggestModelBody,
    output: z.object({ brand: z.string(), model: z.string() }),
    summary: "Suggests a model; 200 where it is known already.",
  },
} as const satisfies Record<string, Endpoint>;
