import { z } from "zod";
import { confirmationAnswers } from "#domain/cars/confirmation.ts";
import { confirmationMessages as text } from "#domain/messages/confirmation.ts";
import { car } from "./cars.ts";
import { idParams, noContent } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

const token = z.string(text.linkInvalid).max(200, text.linkInvalid);

/** The car of a mailed question. Price EUR, mileage km. */
export const askedCar = z.object({
  id: z.string(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  price: z.number(),
  mileage: z.number(),
  image: z.string().nullable(),
});
export type AskedCar = z.infer<typeof askedCar>;

export const confirmationEndpoints = {
  "POST /api/cars/{id}/confirm": {
    access: "user",
    errors: ["not_yours", "impossible_move", "car_is_sold", "car_is_archived", "car_not_listed"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: car,
    summary: "The owner says that a car is still for sale.",
  },
  "POST /api/dealer/confirm": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    output: z.object({ confirmed: z.number() }),
    summary: "A dealer says that the whole stock is still for sale.",
  },
  "POST /api/cars/{id}/still-available": {
    access: "public",
    errors: ["contact_unavailable"],
    status: 202,
    params: idParams,
    notFound: "car_not_found",
    output: noContent,
    summary: "A visitor asks whether a car is still for sale; of several, the owner is asked by mail.",
  },
  "GET /api/confirmation": {
    access: "public",
    errors: ["confirmation_link_used", "too_many_requests"],
    status: 200,
    // An invalid token is answered like an unknown one: 410.
    query: z.object({ token: z.string().catch("") }),
    output: askedCar,
    summary: "The car that a mailed question is about; changes nothing. 410 once answered or expired.",
  },
  "POST /api/confirmation": {
    access: "public",
    errors: ["confirmation_link_used", "impossible_move"],
    status: 204,
    body: z.strictObject({ token, answer: z.enum([...confirmationAnswers, "not_sold"], text.answerUnknown) }),
    output: noContent,
    summary: "Answers a mailed question, once; not_sold takes a mistaken sold back.",
  },
} as const satisfies Record<string, Endpoint>;
