import { listed } from "./listed.ts";
import type { Token } from "./tokens.ts";

// Standard and spoken forms, without accents: "pesë", "pes", "pesa"; "nëntë", "nan".
const forms: readonly (readonly [number, string])[] = [
  [1, "nje, nji, ni"],
  [2, "dy, dysh, dyshi, dysha, dyjshe"],
  [3, "tre, tri, tresh, treshi, tresha, treshe"],
  [4, "kater, kat, katr, katra, katersh, katershi, katershe"],
  [5, "pese, pes, pesa, pesh, peshi, pesshi, peshe"],
  [6, "gjashte, gjasht, gjashta, gjashtsh"],
  [7, "shtate, shtat, shtata, shtatsh"],
  [8, "tete, tet, teta, tetsh"],
  [9, "nente, nent, nenta, nan, nand"],
  [10, "dhjete, dhjet, dhet, dhete"],
];
const units = new Map(
  forms.flatMap(([number, words]) => listed(words).map((word) => [word, number] as const)),
);
const longer = /^([a-z]+?)e?(m[be]*dh[j]?ete?|dh[j]?ete?|zete?|qinde?|qin|mije?)$/;

/** The number of a word with "-mbëdhjetë", "-dhjetë", "-qind" or "-mijë"; null for other words. */
function compoundNumber(word: string): number | null {
  const [, head = "", tail = ""] = longer.exec(word) ?? [];
  const unit =
    /^n[ij]i?$/.test(head) && tail.startsWith("z") ? 2 : (units.get(head) ?? units.get(`${head}e`));
  if (unit === undefined || unit > 9 || tail === "") return null;
  if (tail.startsWith("m") && tail.includes("dh")) return 10 + unit;
  // Njëzet is one twenty, dyzet two of them.
  if (tail.startsWith("z")) return word.startsWith("n") ? 20 : 40;
  if (tail.startsWith("dh")) return unit * 10;
  return unit * (tail.startsWith("q") ? 100 : 1_000);
}

/** The number of a word; null for other words. */
export function spokenNumber(word: string): number | null {
  return units.get(word) ?? compoundNumber(word);
}

/** Joins numbers of several words: "dyqind e gjashtë" is 206, "dymijë e pesëqind" 2500. */
export function joinSpokenNumbers(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    let number = compoundNumber(token.folded);
    let last = token;
    while (number !== null && /^(?:e|edhe)$/.test(tokens[at + 1]?.folded ?? "")) {
      const next = tokens[at + 2];
      const more = next === undefined ? null : spokenNumber(next.folded);
      // Each part is smaller than the unit of the part before.
      const open =
        number % 1_000 === 0 ? 1_000 : number % 100 === 0 ? 100 : number % 10 === 0 && number > 10 ? 10 : 0;
      if (next === undefined || more === null || more >= open) break;
      number += more;
      last = next;
      at += 2;
    }
    joined.push(
      number === null ? token : { ...token, folded: String(number), end: last.end, after: last.after },
    );
  }
  return joined;
}

const letters: Readonly<Record<string, string>> = {
  be: "b",
  bi: "b",
  ce: "c",
  si: "c",
  de: "d",
  ef: "f",
  ge: "g",
  er: "r",
  es: "s",
  te: "t",
  ve: "v",
  iks: "x",
  ku: "q",
  kju: "q",
  el: "l",
  em: "m",
  zet: "z",
  i: "i",
  a: "a",
  e: "e",
};

/** The letter or figure of a spelled word, as in "ce iks pesë"; null for other words. */
export function spelledSign(word: string): string | null {
  return letters[word] ?? units.get(word)?.toString() ?? null;
}
