import { listed } from "./listed.ts";

const units = listed("nje, dy, tre, kater, pese, gjashte, shtate, tete, nente");
const tens = listed(
  "dhjete, njezet, tridhjete, dyzet, pesedhjete, gjashtedhjete, shtatedhjete, tetedhjete, nentedhjete",
);
const forms: readonly (readonly [string, string])[] = [
  ["dy", "dysh, dyshi, dysha"],
  ["tre", "tri, tresh, treshi, tresha"],
  ["kater", "kat, katr, katra, katersh, katershi"],
  ["pese", "pes, pesa, pesh, peshi, pesshi"],
  ["gjashte", "gjasht, gjashta, gjashtsh"],
  ["shtate", "shtat, shtata, shtatsh"],
  ["tete", "tet, teta, tetsh"],
  ["nente", "nent, nenta"],
  ["dhjete", "dhjet"],
  ["njezet", "nizet, njizet"],
];
const shortened = new Map(forms.flatMap(([word, others]) => listed(others).map((other) => [other, word])));

/** Numbers by name, up to some hundreds: "tre", "pesëmbëdhjetë", "njëzet". */
const numbers = new Map<string, number>([
  ...units.map((word, index): [string, number] => [word, index + 1]),
  ...units.map((word, index): [string, number] => [`${word}mbedhjete`, index + 11]),
  ...tens.map((word, index): [string, number] => [word, (index + 1) * 10]),
  ...units.map((word, index): [string, number] => [`${word}qind`, (index + 1) * 100]),
]);

/** The number that a word says; null for other words. */
export function spokenNumber(word: string): number | null {
  return numbers.get(shortened.get(word) ?? word) ?? null;
}

const letters: Readonly<Record<string, string>> = {
  be: "b",
  bi: "b",
  ce: "c",
  si: "c",
  de: "d",
  ef: "f",
  er: "r",
  es: "s",
  te: "t",
  ve: "v",
  iks: "x",
  ku: "q",
  kju: "q",
  el: "l",
  em: "m",
  i: "i",
  a: "a",
  e: "e",
};

/** The letter or figure that a word spells, as in "ce iks pesë"; null for other words. */
export function spelledSign(word: string): string | null {
  return letters[word] ?? spokenNumber(word)?.toString() ?? null;
}
