import { modelCodeMeaning } from "./model-codes.ts";
import { MeaningBuilder, type QueryMeaning, understoodYears } from "./query-meaning.ts";
import { correctWord } from "./spelling.ts";
import { noiseWords } from "./synonyms.ts";
import { euroWords, isYear, linkWords, rangeLabel, readBound } from "./typed-bounds.ts";
import type { Meaning, Vocabulary } from "./vocabulary.ts";
import { type Word, wordsOf } from "./words.ts";
import { searchMessages as text } from "#domain/messages/search.ts";

/** Which words stand in the cars' own text. */
export interface TextWords {
  has(word: string): boolean;
  hasPrefix(prefix: string): boolean;
  hasNumber(number: number): boolean;
}

/** More words than these are not looked at: each costs work. */
const maxWords = 16;
const minPrefixLength = 3;
const smallestCarNumber = 10_000;

interface Part {
  from: number;
  to: number;
  meaning: Meaning;
}

/** Models named like ordinary words or bare figures ("ka", "5") count only beside their brand. */
function needsBrand(key: string): boolean {
  return (
    /^[a-z]{1,2}$/.test(key) || /^\d{1,2}$/.test(key) || key === "one" || key === "note" || key === "box"
  );
}

function isRightBrand(meaning: Meaning, brands: ReadonlySet<string>): boolean {
  return meaning.brands?.some((brand) => brands.has(brand)) ?? false;
}

function choose(
  key: string,
  options: readonly Meaning[],
  brands: ReadonlySet<string>,
  maxYear: number,
): Meaning | null {
  const beside = options.find((option) => option.param === "model" && isRightBrand(option, brands));
  if (beside !== undefined) return beside;
  return (
    options.find((option) => option.param !== "model" || (!needsBrand(key) && !isYear(key, maxYear))) ?? null
  );
}

/** The longest names first, from left to right; brands that stand anywhere help to read the rest. */
function findParts(words: readonly string[], vocabulary: Vocabulary, maxYear: number): Part[] {
  const brands = new Set<string>();
  const keyAt = (from: number, length: number) => words.slice(from, from + length).join("");
  for (let from = 0; from < words.length; from++) {
    for (let length = Math.min(3, words.length - from); length > 0; length--) {
      const brand = vocabulary.meanings.get(keyAt(from, length))?.find((option) => option.param === "brand");
      for (const value of brand?.values ?? []) brands.add(value);
    }
  }
  const parts: Part[] = [];
  for (let from = 0; from < words.length;) {
    let found: Part | null = null;
    for (
      let length = Math.min(vocabulary.longest, words.length - from);
      length > 0 && found === null;
      length--
    ) {
      const key = keyAt(from, length);
      // "viti 2015" is a year, not the town of Viti.
      if (key === "viti" && isYear(words[from + 1] ?? "", maxYear)) continue;
      const meaning =
        choose(key, vocabulary.meanings.get(key) ?? [], brands, maxYear) ??
        (length <= 2 ? modelCodeMeaning(key, brands, vocabulary) : null);
      if (meaning !== null) found = { from, to: from + length, meaning };
    }
    if (found === null) from++;
    else {
      parts.push(found);
      from = found.to;
    }
  }
  return parts;
}

/**
 * What the words of `q` ask for. It depends on the words, the vocabulary and which words stand in cars' texts, never
 * on the filters beside it, so that choosing a filter does not change what the words mean (DECISIONS "facets").
 * `maxYear` is the newest model year there can be.
 */
export function understandQuery(
  q: string,
  vocabulary: Vocabulary,
  textWords: TextWords,
  maxYear: number,
): QueryMeaning {
  const typed = wordsOf(q).slice(0, maxWords);
  const words = typed.map((word) => word.folded);
  const slice = (from: number, to: number): string => {
    const first = typed[from];
    const last = typed[to - 1];
    return first === undefined || last === undefined ? "" : q.slice(first.start, last.end);
  };

  let parts = findParts(words, vocabulary, maxYear);
  const covered = (index: number) => parts.some((part) => part.from <= index && index < part.to);
  const isLast = (index: number) => index === words.length - 1;
  const isLiteral = (word: string, index: number) =>
    textWords.has(word) || (isLast(index) && word.length >= minPrefixLength && textWords.hasPrefix(word));
  const corrected = words.map((word, index) => {
    if (covered(index) || noiseWords.has(word) || euroWords.has(word) || isLiteral(word, index)) return word;
    return correctWord(word, vocabulary) ?? word;
  });
  if (corrected.some((word, index) => word !== words[index]))
    parts = findParts(corrected, vocabulary, maxYear);

  const built = new MeaningBuilder();
  const relevant: string[] = [];
  for (let index = 0; index < corrected.length;) {
    const part = parts.find((one) => one.from === index);
    if (part !== undefined) {
      built.part(part.meaning, slice(part.from, part.to));
      relevant.push(...corrected.slice(part.from, part.to));
      index = part.to;
      continue;
    }
    const bound = readBound(corrected, index, maxYear);
    if (bound !== null) {
      built.ranges[bound.param] = bound.value;
      const words = slice(index, index + bound.length);
      built.understood.push({
        param: bound.param,
        value: String(bound.value),
        label: rangeLabel(bound.param, bound.value),
        text: words,
      });
      built.units.push(words);
      index += bound.length;
      continue;
    }
    readSingleWord(built, relevant, corrected, typed, index, textWords, maxYear);
    index++;
  }
  return {
    lists: built.lists,
    customsPaid: [...new Set(built.customsPaid)],
    ranges: built.allRanges(),
    number: built.number,
    freeWords: built.freeWords,
    relevant: [...new Set(relevant)],
    understood: built.understood,
    units: built.units,
  };
}

function readSingleWord(
  built: MeaningBuilder,
  relevant: string[],
  words: readonly string[],
  typed: readonly Word[],
  index: number,
  textWords: TextWords,
  maxYear: number,
): void {
  const word = words[index] ?? "";
  const asTyped = typed[index]?.text ?? word;
  if (isYear(word, maxYear)) {
    const year = Number(word);
    built.year(year);
    built.understood.push(understoodYears(year, year, asTyped));
    built.units.push(asTyped);
    return;
  }
  if (/^\d{5,9}$/.test(word) && Number(word) >= smallestCarNumber && textWords.hasNumber(Number(word))) {
    built.number = Number(word);
    built.understood.push({ param: "q", value: word, label: text.carNumber(word), text: asTyped });
    built.units.push(asTyped);
    return;
  }
  if (noiseWords.has(word) || linkWords.has(word)) return;
  relevant.push(word);
  built.freeWords.push({ word, prefix: index === words.length - 1 && word.length >= minPrefixLength });
  built.units.push(asTyped);
}
