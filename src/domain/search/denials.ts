import { listed } from "./listed.ts";

const denials: ReadonlySet<string> = new Set(
  listed(
    "pa, jo, nuk, s, ska, skam, nk, asnje, asni, zero, 0, mos, ohne, kein, keine, nicht, without, not, bez, nema",
  ),
);

/** Words allowed between a negation and its subject: "nuk ka pasur ndonjë aksident", "jo e aksidentuar". */
const fillers: ReadonlySet<string> = new Set(
  listed(
    "e, i, te, t, ne, me, u, ka, kam, kane, pas, pase, pasur, pasun, pat, eshte, osht, esht, asht, jane, qene, ndonje, kurre, asnjehere, " +
      "nga, prej, cati, qati, kulm, xham, dal, doli, bere, bo",
  ),
);

const joins: ReadonlySet<string> = new Set(listed("dhe, edhe, as, apo, ose, a"));

const maxWay = 6;

/**
 * Start of the negation of the word at `at`, -1 if there is none. For a fault it may be before another fault:
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

/** End of a negation after a word, -1 if there is none: "aksident s'ka pasur", "panoramë jo". */
export function denialAfter(words: readonly string[], to: number): number {
  const rest = words.slice(to, to + 4);
  const length = /^(?:jo|(?:nuk|s|nk) (?:ka|kam|eshte|osht|asht)(?: pas\w*)?|ska(?: pas\w*)?)$/.exec(
    rest.slice(0, words.length - to).join(" "),
  );
  return length === null || words.length - to > rest.length ? -1 : words.length;
}
