/**
 * Whether a request comes from a phone: by the client hint, else by a word in the `User-Agent` of all phone
 * browsers. Tablets do not count. A wrong guess costs the browser one call for what its page lacks.
 */
export function isPhone(hint: string | null | undefined, userAgent: string | null | undefined): boolean {
  return hint ? hint === "?1" : /\bMobi/.test(userAgent ?? "");
}

/** The headers that decide it, for `Vary`. */
export const phoneHeaders = "Sec-CH-UA-Mobile, User-Agent";
