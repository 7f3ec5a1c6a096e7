/**
 * An amount in the other of the two currencies, in cents, rounded to the nearest. `eurRate`: euro for one dollar.
 */
export function exchanged(cents: number, from: string, eurRate: number): { cents: number; currency: string } {
  return from === "eur"
    ? { cents: Math.round(cents / eurRate), currency: "usd" }
    : { cents: Math.round(cents * eurRate), currency: "eur" };
}
