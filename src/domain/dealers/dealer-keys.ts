/** Scopes of a dealer's API key (decision 0051). */
export const keyScopes = ["stock", "statistics"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Limits of a dealer's keys. */
export const keyLimits = {
  maxKeys: 5,
  /** In characters. */
  maxName: 60,
  maxCallsAnHour: 600,
} as const;

/** Prefix of every key, so that secret scanners and people recognise one. */
export const keyPrefix = "vk_";
