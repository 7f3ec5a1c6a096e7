/** Why a visitor reports a car; labels in messages/reports.ts. */
export const reportReasons = ["fraud", "sold", "wrong_data", "duplicate", "offensive", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

/** What became of a report; the words for people are in messages/reports.ts. */
export const reportStates = ["open", "hidden", "restored", "dismissed", "deleted"] as const;
export type ReportState = (typeof reportStates)[number];

export const reportLimits = {
  maxText: 1000,
  /** The most open reports of guests, and of accounts, stored for one car; further ones say nothing new. */
  maxOpenPerCar: 50,
} as const;
