import { colorWords } from "./color-words.ts";
import { stemsOf } from "./inflection.ts";
import { modelCodeMeaning } from "./model-codes.ts";
import { isRightBrand, needsBrand } from "./name-parts.ts";
import { equipmentWords, noiseWords, politeWords } from "./noise.ts";
import { soundOf } from "./sound.ts";
import { correctWord } from "./spelling.ts";
import { spelledSign, spokenNumber } from "./spoken.ts";
import type { Token } from "./tokens.ts";
import { euroWords, figureWords, otherUnits, thousandWords } from "./typed-bounds.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { preferredOrder } from "./preferred-order.ts";

export const saysNothing = (word: string): boolean =>
  noiseWords.has(word) || politeWords.has(word) || preferredOrder([word]) !== null;

/** Words that are never corrected. */
export const isPlain = (word: string): boolean =>
  saysNothing(word) || figureWords.has(word) || equipmentWords.has(word) || colorWords.has(word);

/** Splits a token at these lengths. */
function cut(token: Token, pieces: readonly string[]): Token[] {
  let at = 0;
  return pieces.map((piece, index) => {
    const from = at;
    at += piece.length;
    return {
      text: token.text.slice(from, at),
      folded: piece,
      start: token.start + from,
      end: token.start + at,
      before: index === 0 ? token.before : "",
      after: index === pieces.length - 1 ? token.after : "",
    };
  });
}

/** "bmwx5", "golfdizel": two names without the gap. A brand may be short, everything else not. */
function twoNames(word: string, vocabulary: Vocabulary): [string, string] | null {
  for (let at = word.length - 2; at >= 2; at--) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    const first = vocabulary.meanings.get(head);
    const brand = first?.find((option) => option.param === "brand");
    if (first === undefined || (brand === undefined && (head.length < 4 || tail.length < 4))) continue;
    const brands = new Set(brand?.values);
    const options = vocabulary.meanings.get(tail) ?? [];
    const isName =
      options.some((option) => tail.length >= 4 || isRightBrand(option, brands)) ||
      (brand !== undefined && modelCodeMeaning(tail, brands, vocabulary) !== null);
    if (isName) return [head, tail];
  }
  return null;
}

/**
 * Splits a word without spaces: "bmwx5", "golf6tdi", "tiguan2017", "glof7". `isLiteral`: the word occurs in
 * sellers' texts and stays whole, unless it begins with a name.
 */
export function separated(token: Token, isLiteral: boolean, vocabulary: Vocabulary): Token[] {
  const { folded, text: typed } = token;
  // Folding may change a text's length: then it cannot be split.
  if (folded.length < 5 || folded.length !== typed.length || vocabulary.meanings.has(folded)) return [token];
  const pieces = folded.match(/[a-z]+|\d+/g) ?? [];
  const [head = ""] = pieces;
  const isWhole = pieces.length > 1 && pieces.join("") === folded;
  if (isWhole && head.length >= 3 && vocabulary.meanings.has(head)) return cut(token, pieces);
  const names = twoNames(folded, vocabulary);
  if (names !== null) return cut(token, names);
  // A misspelt name and its generation.
  return isWhole && !isLiteral && /^[a-z]{4,}[1-9]$/.test(folded) ? cut(token, pieces) : [token];
}

/** The name of an inflected word ("golfin", "audit", "prishtinës"); null for none. */
function stemOf(word: string, vocabulary: Vocabulary): string | null {
  if (word.length < 4 || /\d/.test(word)) return null;
  const isName = (stem: string) =>
    vocabulary.meanings.get(stem)?.some((option) => stem.length >= 4 || option.param === "brand") ?? false;
  return stemsOf(word).find((stem) => isName(stem) && !needsBrand(stem)) ?? null;
}

/** The known word for an unknown one; itself if there is none. */
export function knownWord(word: string, isLiteral: boolean, vocabulary: Vocabulary): string {
  const stem = stemOf(word, vocabulary);
  if (stem !== null) return stem;
  // A name stays a name, even if a seller wrote it phonetically.
  const alike = word.length >= 5 && !/\d/.test(word) ? vocabulary.sounds.get(soundOf(word)) : undefined;
  if (alike !== undefined) return alike;
  return isLiteral ? word : (correctWord(word, vocabulary) ?? word);
}

/** Spelled-out numbers as figures: "tre mijë", "golf shtatë". */
export function speakFigures(tokens: Token[], vocabulary: Vocabulary): void {
  for (const [index, token] of tokens.entries()) {
    const number = spokenNumber(token.folded);
    if (number === null) continue;
    const next = tokens[index + 1]?.folded ?? "";
    const isCounting = euroWords.has(next) || thousandWords.has(next) || otherUnits.has(next);
    const isGeneration = vocabulary.meanings.has(`${tokens[index - 1]?.folded ?? ""}${number}`);
    if (isCounting || isGeneration) tokens[index] = { ...token, folded: String(number) };
  }
}

const maxSpellingWords = 3;

/** Spelled names, "ce iks pesë", "be klas": their words become letters if that is a model. */
export function spellOut(
  words: readonly string[],
  isCovered: (index: number) => boolean,
  vocabulary: Vocabulary,
): string[] {
  const spelled = [...words];
  for (let from = 0; from < words.length; from++) {
    for (let length = Math.min(maxSpellingWords, words.length - from); length > 1; length--) {
      const part = words.slice(from, from + length);
      const signs = part.map((word) => spelledSign(word) ?? word);
      const isSpelled = signs.some((sign, index) => sign !== part[index] && !isCovered(from + index));
      const isModel =
        vocabulary.meanings.get(signs.join(""))?.some((option) => option.param === "model") ?? false;
      if (!isSpelled || !isModel) continue;
      spelled.splice(from, length, ...signs);
      from += length - 1;
      break;
    }
  }
  return spelled;
}
