/**
 * Retention of data that people do not delete themselves, beside sessionRules, orphanPhotoDays and
 * alertMailDays. The privacy page states these figures, and jobs enforce them
 * (docs/operations/personal-data.md).
 */
export const retention = {
  /** Actions of admins. */
  auditYears: 2,
  /** Reports of cars, after their decision. */
  reportYears: 2,
  /** Mileage readings, under the hash of the identification number. */
  mileageYears: 10,
  /** Pictures of business documents, after the decision. */
  documentDays: 30,
  /** Single statistics events; daily totals stay. */
  statEventDays: 90,
  /**
   * The buyer on invoices of private persons without an account: whole years after the end of the invoice's
   * year, for which Kosovo's tax procedure requires books. Operators should ask their accountant
   * (docs/operations/money.md).
   */
  buyerYears: 6,
  /** Keyed hashes of the phones of hidden cars, and a car's facts before it became another one. */
  hiddenPhoneDays: 365,
  /** Signals whose evidence is gone. */
  signalDays: 90,
  /** Decisions about cars with signals, and owners' answers. */
  reviewYears: 2,
  /** Mails in the outbox folder, if no mail server is set. */
  outboxDays: 90,
  /** Mails that could not be sent, after their last attempt: an admin may have them tried again until then. */
  unsentMailDays: 30,
} as const;
