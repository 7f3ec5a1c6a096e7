/**
 * Whether a request comes from a phone: by the client hint, else by the word that all phones' browsers have in common in
 * `User-Agent`. Tablets are none. A wrong guess costs a browser one call for what its page came without.
 */
export function isPhone(hint: string | null | undefined, userAgent: string | null | undefined): boolean {
  return hint ? hint === "?1" : /\bMobi/.test(userAgent ?? "");
}

/** The request's headers that decide it, as `Vary` names them. */
export const phoneHeaders = "Sec-CH-UA-Mobile, User-Agent";
