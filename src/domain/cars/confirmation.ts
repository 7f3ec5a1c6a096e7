/** What an owner may answer to "is it still for sale?". */
export const confirmationAnswers = ["on_sale", "sold"] as const;
export type ConfirmationAnswer = (typeof confirmationAnswers)[number];

/** Why an owner is asked: the last confirmation is old, or buyers want to know. */
export type QuestionReason = "age" | "buyers";

/** When private sellers are asked whether a car is still for sale (specification.md#freshness). */
export const confirmationRules = {
  /** So many days after the last confirmation. */
  askAfterDays: [14, 28],
  /** An earlier question, of buyers for example, that is at most so old stands for one of these. */
  recentDays: 7,
  /** So many different visitors who ask within `visitorHours` cause a question … */
  visitors: 2,
  visitorHours: 48,
  /** … at most once in so many days. */
  daysBetween: 7,
  /** A mail's links are good for so long. */
  linkDays: 30,
  /** Confirmed within so many days is shown; not confirmed for longer than `staleDays`, too. */
  freshDays: 14,
  staleDays: 30,
} as const;
