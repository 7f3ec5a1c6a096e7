/** What a dealer's key may open (decision 0051). */
export const keyScopes = ["stock", "statistics"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Keys of one dealer, and what one of them may do. */
export const keyLimits = {
  maxKeys: 5,
  /** In characters. */
  maxName: 60,
  maxCallsAnHour: 600,
} as const;

/** What every key begins with, so that scanners for secrets and people recognise one. */
export const keyPrefix = "vk_";
