/** Reasons of a report; labels are in messages/reports.ts. */
export const reportReasons = ["fraud", "sold", "wrong_data", "duplicate", "offensive", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Outcomes of a report; texts are in messages/reports.ts. */
export const reportStates = ["open", "hidden", "restored", "dismissed", "deleted"] as const;
export type ReportState = (typeof reportStates)[number];

export const reportLimits = {
  maxText: 1000,
  /** Maximum of open reports per car by guests, and by accounts; further ones add nothing. */
  maxOpenPerCar: 50,
} as const;
