/**
 * How long data is stored that people do not delete themselves, beside sessionRules, orphanPhotoDays and alertMailDays. The
 * privacy page says these figures and jobs keep to them (docs/operations/personal-data.md "How long things are kept").
 */
export const retention = {
  /** What admins did. */
  auditYears: 2,
  /** Reports of cars, after they were decided. */
  reportYears: 2,
  /** What was said of a car's mileage, under its identification number's hash. */
  mileageYears: 10,
  /** Pictures of documents that prove a business, after the decision. */
  documentDays: 30,
  /** Who was interested in a car, as single events; daily totals stay. */
  statEventDays: 90,
  /**
   * Who bought, on invoices of private persons whose account is gone: whole years after the end of the invoice's year, for
   * which tax procedure in Kosovo wants books kept. An operator asks the accountant (docs/operations/README.md).
   */
  buyerYears: 6,
  /** Keyed hashes of the phones of cars that admins have hidden, and what a car was before it became another one. */
  hiddenPhoneDays: 365,
  /** Signals of cars whose evidence is gone. */
  signalDays: 90,
  /** What admins decided about cars with signals, and what owners answered. */
  reviewYears: 2,
  /** Mails in the outbox folder, where no mail server is set. */
  outboxDays: 90,
} as const;
