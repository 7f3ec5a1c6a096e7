import { listed } from "./listed.ts";

const denials: ReadonlySet<string> = new Set(
  listed(
    "pa, jo, nuk, s, ska, skam, nk, asnje, asni, zero, 0, mos, ohne, kein, keine, nicht, without, not, bez, nema",
  ),
);

/** What may stand between a denial and what it denies: "nuk ka pasur ndonjë aksident", "jo e aksidentuar". */
const fillers: ReadonlySet<string> = new Set(
  listed(
    "e, i, te, t, ne, me, u, ka, kam, kane, pas, pase, pasur, pasun, pat, eshte, osht, esht, asht, jane, qene, ndonje, kurre, asnjehere, " +
      "nga, prej, cati, qati, kulm, xham, dal, doli, bere, bo",
  ),
);

const joins: ReadonlySet<string> = new Set(listed("dhe, edhe, as, apo, ose, a"));

const maxWay = 6;

/**
 * Where the denial of the word at `at` begins, -1 where nothing denies it. Of a fault it may stand before another one:
 * "pa gërvishtje dhe aksidente".
 */
export function denialBefore(words: readonly string[], at: number, isFault: boolean): number {
  const first = isFault && joins.has(words[at - 1] ?? "") ? at - 3 : at - 1;
  for (let index = first; index >= 0 && at - index <= maxWay; index--) {
    const word = words[index] ?? "";
    if (denials.has(word)) {
      let from = index;
      while (denials.has(words[from - 1] ?? "")) from--;
      return from;
    }
    if (!fillers.has(word)) return -1;
  }
  return -1;
}

/** Where a denial behind a word ends, -1 where there is none: "aksident s'ka pasur", "panoramë jo". */
export function denialAfter(words: readonly string[], to: number): number {
  const rest = words.slice(to, to + 4);
  const length = /^(?:jo|(?:nuk|s|nk) (?:ka|kam|eshte|osht|asht)(?: pas\w*)?|ska(?: pas\w*)?)$/.exec(
    rest.slice(0, words.length - to).join(" "),
  );
  return length === null || words.length - to > rest.length ? -1 : words.length;
}
