import { z } from "zod";
import { reviewDecisions, reviewLimits, reviewStates, signalKinds } from "#domain/admin/review-signals.ts";
import { reviewMessages as text } from "#domain/messages/review.ts";
import { reviewQuestionMessages as question } from "#domain/messages/review-question.ts";
import { cleanText } from "#domain/text/clean.ts";
import { pageInfo, person } from "./admin-queues.ts";
import { adminCar, adminPage, pageQuery, reason } from "./admin-lists.ts";
import { idParams, noContent } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

const identity = z.object({ brand: z.string(), model: z.string(), year: z.number() });

/** A signal with what it goes by (domain/admin/review-signals.ts). Photos are ids, as in a car's `photos`. */
export const evidenced = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("photo_of_another_seller"),
    evidence: z.object({
      photo: z.string(),
      otherPhoto: z.string(),
      otherCarId: z.string(),
      distance: z.number(),
    }),
  }),
  z.object({
    kind: z.literal("photo_on_many_cars"),
    evidence: z.object({
      photo: z.string(),
      otherPhoto: z.string(),
      otherCarId: z.string(),
      cars: z.number(),
    }),
  }),
  z.object({
    kind: z.literal("price_far_below"),
    evidence: z.object({
      price: z.number(),
      estimate: z.number(),
      low: z.number(),
      comparables: z.number(),
    }),
  }),
  z.object({
    kind: z.literal("mileage_lower_than_before"),
    evidence: z.object({ mileage: z.number(), mileageBefore: z.number(), monthBefore: z.string() }),
  }),
  z.object({
    kind: z.literal("vin_twice"),
    evidence: z.object({ otherCarId: z.string(), wasFirst: z.boolean() }),
  }),
  z.object({
    kind: z.literal("vin_other_make"),
    evidence: z.object({ brand: z.string(), make: z.string() }),
  }),
  z.object({
    kind: z.literal("phone_of_hidden_car"),
    evidence: z.object({
      otherCarId: z.string(),
      hiddenOn: z.string(),
      isSameAccount: z.boolean(),
      wasBefore: z.boolean(),
    }),
  }),
  z.object({
    kind: z.literal("asks_for_money_ahead"),
    evidence: z.object({ phrases: z.array(z.string()) }),
  }),
  z.object({
    kind: z.literal("many_at_once"),
    evidence: z.object({ cars: z.number(), hours: z.number(), accountDays: z.number() }),
  }),
  z.object({
    kind: z.literal("became_another_car"),
    evidence: z.object({ before: identity, after: identity, on: z.string() }),
  }),
]);

/** `weight` is its part of the score, `text` says what the evidence shows. */
export const reviewSignal = evidenced.and(
  z.object({
    weight: z.number(),
    text: z.string(),
    foundAt: z.string(),
    /** The other car that the evidence names; null where it names none, or that car is gone. */
    otherCar: adminCar.nullable(),
  }),
);
export type ReviewSignal = z.infer<typeof reviewSignal>;

/** What an admin decided, and what the owner answered where the decision was a question. */
export const reviewDecision = z.object({
  decision: z.enum(reviewDecisions),
  reason: z.string().nullable(),
  /** The admin's e-mail; null where the account is gone. */
  decidedBy: z.string().nullable(),
  decidedAt: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
});

/** A car with its open signals, heaviest first. */
export const reviewedCar = z.object({
  car: adminCar,
  owner: person.extend({ createdAt: z.string(), isDealer: z.boolean(), carCount: z.number() }),
  score: z.number(),
  signals: z.array(reviewSignal),
  state: z.enum(reviewStates),
  /** Send it back as `If-Match: "<version>"`: the decision is for what was seen. */
  version: z.number(),
  openedAt: z.string(),
  /** The last ones, newest first. */
  decisions: z.array(reviewDecision),
  /** The last decision can still be undone. */
  canUndo: z.boolean(),
});
export type ReviewedCar = z.infer<typeof reviewedCar>;

export const reviewQuery = pageQuery.extend({
  kind: z.enum(signalKinds).optional().catch(undefined),
  /** `open` (the queue), `asked` (owners who have not answered yet) or `decided` (what can still be undone). */
  state: z.enum(["open", "asked", "decided"]).optional().catch(undefined),
});
export type ReviewQuery = z.output<typeof reviewQuery>;

export const decideReviewBody = z
  .strictObject({ decision: z.enum(reviewDecisions), reason })
  .refine(({ decision, reason: given }) => decision !== "ask" || given !== undefined, {
    path: ["reason"],
    error: text.reasonRequired,
  });
export type DecideReview = z.output<typeof decideReviewBody>;

export const reviewAnswerBody = z.strictObject({
  text: z
    .string(question.answerRequired)
    .overwrite(cleanText)
    .min(1, question.answerRequired)
    .max(reviewLimits.maxAnswer, question.answerTooLong(reviewLimits.maxAnswer)),
});

/** What an admin asks the owner of a car. */
export const reviewQuestion = z.object({
  carId: z.string(),
  /** "Volkswagen Golf, 2016". */
  carName: z.string(),
  question: z.string(),
  askedAt: z.string(),
});
export type ReviewQuestion = z.infer<typeof reviewQuestion>;

export const adminReviewEndpoints = {
  "GET /api/admin/review": {
    ...adminPage,
    query: reviewQuery,
    output: z.object({ cars: z.array(reviewedCar), pagination: pageInfo }),
    summary:
      "Cars with signals of fraud or mistakes, heaviest first; kind, state. A score never hides a car.",
  },
  "POST /api/admin/review/{id}": {
    access: "admin",
    reads: ["If-Match"],
    errors: ["review_not_found", "review_changed", "review_decided"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    body: decideReviewBody,
    output: reviewedCar,
    summary:
      "Decides on a car: dismiss, hide, or ask its owner (with a reason). 409 if another admin was first.",
  },
  "POST /api/admin/review/{id}/undo": {
    access: "admin",
    errors: ["review_not_found", "review_not_undoable"],
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    output: reviewedCar,
    summary: "Takes the last decision on a car back, within an hour.",
  },
} as const satisfies Record<string, Endpoint>;

export const reviewEndpoints = {
  "GET /api/me/review-questions": {
    access: "user",
    status: 200,
    output: z.array(reviewQuestion),
    summary: "What admins ask about one's own cars, oldest first.",
  },
  "POST /api/cars/{id}/review-answer": {
    access: "user",
    errors: ["not_yours", "nothing_asked"],
    status: 204,
    params: idParams,
    notFound: "car_not_found",
    body: reviewAnswerBody,
    output: noContent,
    summary: "The owner answers an admin's question about a car. Once; admins alone read it.",
  },
} as const satisfies Record<string, Endpoint>;
