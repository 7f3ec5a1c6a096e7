import { dictionary } from "@zxcvbn-ts/language-common";
import { accountLimits } from "#domain/accounts/account-limits.ts";

// Decompressed once at start (some 49,000 words, 4 MB): at a request it would delay all others.
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((word) => word.length >= accountLimits.minPasswordAtRegistration),
);

/**
 * Whether this is one of the world's most common passwords, ignoring case. Only the server has the list: a
 * browser would load 400 kB for it.
 */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize("NFKC").toLowerCase());
}
