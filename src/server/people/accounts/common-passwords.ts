import { dictionary } from "@zxcvbn-ts/language-common";
import { accountLimits } from "#domain/accounts/account-limits.ts";

// Unpacked once, when the process starts (some 49,000 words, 4 MB): done at a request it would hold up everybody's.
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((word) => word.length >= accountLimits.minPasswordAtRegistration),
);

/**
 * Whether this is one of the world's commonest passwords, in whatever case: those that are guessed first. The list is the
 * server's alone: the browser would load 400 kB for it.
 */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize("NFKC").toLowerCase());
}
