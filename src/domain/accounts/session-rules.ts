/** Lifetimes of sessions, tokens and links (specification.md#accounts). */
export const sessionRules = {
  /** A session expires this many days after its last use … */
  idleDays: 30,
  /** … and at the latest this many days after sign-in. */
  maxDays: 180,
  /** Maximum of open sessions per account; the least recently used one is ended. */
  maxSessions: 50,
  bearerHours: 24,
  /** How long a replaced bearer token stays valid after its successor's first use, in seconds. */
  graceSeconds: 10,
  resetMinutes: 30,
  /** Within this time after signing in, a new password needs no current password. */
  freshMinutes: 15,
  /** How long a link that verifies an e-mail address is valid. */
  verificationDays: 7,
  /** A browser that has not signed in for this long is unknown again. */
  deviceDays: 365,
  /** Known devices per account. */
  maxDevices: 20,
} as const;
