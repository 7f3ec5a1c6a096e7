import { listed } from "./listed.ts";

/** An order requested in words: cheapest first, or lowest mileage first. */
export type PreferredOrder = "price_asc" | "mileage_asc";

/** Phrases for it; folded. They select no car (noise.ts). */
const orders: readonly [PreferredOrder, ReadonlySet<string>][] = [
  [
    "price_asc",
    new Set(
      listed(
        "lire, lira, lir, lirshme, cheap, cheapest, billig, billige, billiges, gunstig, guenstig, jeftin, jeftini, povoljno, e lire, te lire, te lira, sa me lire, sa me te lira, me e lire, " +
          "me te lire, me te lira, me te lirat, me e lira, i lire, me i lire, mundesisht e lire",
      ),
    ),
  ],
  [
    "mileage_asc",
    new Set(
      listed(
        "kilometra te vogla, kilometrazh i vogel, kilometrazh te vogel, kilometrazhi i vogel, kilometrazh i ulet, kilometrazh te ulet, km te vogla, km te ulta, km te pakta, low mileage, low km, wenig km, me pak kilometra, " +
          "pak kilometra, kilometra pak, me pak km, pak km, km pak, pak te kaluara, pak e kaluar, pak e vozitur",
      ),
    ),
  ],
];

/** All words and phrases that ask for an order. */
export const orderPhrases: readonly string[] = orders.flatMap(([, phrases]) => [...phrases]);

/** The order of these words; null for none. */
export function preferredOrder(words: readonly string[]): PreferredOrder | null {
  const phrase = words.join(" ");
  return orders.find(([, phrases]) => phrases.has(phrase))?.[0] ?? null;
}
