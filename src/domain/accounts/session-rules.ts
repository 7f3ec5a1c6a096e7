/** How long secrets are good for (specification.md#accounts). */
export const sessionRules = {
  /** A session ends this many days after its last use … */
  idleDays: 30,
  /** … and in any case this many after it was opened. */
  maxDays: 180,
  /** Open sessions an account; the one unused for longest makes room for a new one. */
  maxSessions: 50,
  bearerHours: 24,
  /** How long a replaced bearer token stays good after its successor's first use, in seconds. */
  graceSeconds: 10,
  resetMinutes: 30,
  /** So long after signing in, a new password is set without asking for the present one. */
  freshMinutes: 15,
  /** How long a link that proves an e-mail address is good. */
  verificationDays: 7,
  /** A browser not signed in with for so long is a stranger again. */
  deviceDays: 365,
  /** Devices remembered an account. */
  maxDevices: 20,
} as const;
