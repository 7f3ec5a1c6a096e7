/** An owner's answers to "is it still for sale?". */
export const confirmationAnswers = ["on_sale", "sold"] as const;
export type ConfirmationAnswer = (typeof confirmationAnswers)[number];

/** Why an owner is asked: the last confirmation is old, or buyers ask. */
export type QuestionReason = "age" | "buyers";

/** When private sellers are asked whether a car is still for sale (specification.md#freshness). */
export const confirmationRules = {
  /** Days after the last confirmation. */
  askAfterDays: [14, 28],
  /** An earlier question (of buyers, for example) within so many days replaces one of these. */
  recentDays: 7,
  /** If this many different visitors ask within `visitorHours`, the owner is asked … */
  visitors: 2,
  visitorHours: 48,
  /** … at most once in this many days. */
  daysBetween: 7,
  /** Days for which a mail's links are valid. */
  linkDays: 30,
  /** Confirmed within so many days is shown; so is unconfirmed for more than `staleDays`. */
  freshDays: 14,
  staleDays: 30,
} as const;
