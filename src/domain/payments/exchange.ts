/** Converts cents between the two currencies, rounded to the nearest cent. `eurRate`: euro for one dollar. */
export function exchanged(cents: number, from: string, eurRate: number): { cents: number; currency: string } {
  return from === "eur"
    ? { cents: Math.round(cents / eurRate), currency: "usd" }
    : { cents: Math.round(cents * eurRate), currency: "eur" };
}
