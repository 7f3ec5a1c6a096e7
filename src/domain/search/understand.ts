import { searchMessages as text } from "#domain/messages/search.ts";
import { stemsOf } from "./inflection.ts";
import { modelCodeMeaning } from "./model-codes.ts";
import { MeaningBuilder, type QueryMeaning, understoodYears } from "./query-meaning.ts";
import { soundOf } from "./sound.ts";
import { correctWord } from "./spelling.ts";
import { noisePhrases, noiseWords, politeWords } from "./synonyms.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { euroWords, figureWords, isYear, linkWords, otherUnits, readBounds } from "./typed-bounds.ts";
import type { Meaning, Vocabulary } from "./vocabulary.ts";

/** Which words stand in the cars' own text. */
export interface TextWords {
  has(word: string): boolean;
  hasPrefix(prefix: string): boolean;
  hasNumber(number: number): boolean;
}

/** More words than these are not looked at: each costs work. */
const maxWords = 24;
const minPrefixLength = 3;
const smallestCarNumber = 10_000;
const longestNoise = Math.max(...noisePhrases.map((phrase) => phrase.length));

const saysNothing = (word: string): boolean => noiseWords.has(word) || politeWords.has(word);

/** Some of the words, and what they stand for; null for those that say nothing. */
interface Part {
  from: number;
  to: number;
  meaning: Meaning | null;
}

/** Models named like ordinary words, bare figures or prices ("ka", "5", "9000") count only beside their brand. */
function needsBrand(key: string): boolean {
  return (
    /^[a-z]{1,2}$/.test(key) ||
    /^\d+00$/.test(key) ||
    /^\d{1,2}$/.test(key) ||
    key === "one" ||
    key === "note" ||
    key === "box"
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

function noiseAt(words: readonly string[], at: number): number {
  for (let length = Math.min(longestNoise, words.length - at); length > 1; length--) {
    const isNoise = noisePhrases.some(
      (phrase) => phrase.length === length && phrase.every((word, index) => words[at + index] === word),
    );
    if (isNoise) return length;
  }
  return 0;
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
    const noise = noiseAt(words, from);
    let found: Part | null = noise === 0 ? null : { from, to: from + noise, meaning: null };
    for (
      let length = Math.min(vocabulary.longest, words.length - from);
      length > 0 && found === null;
      length--
    ) {
      const key = keyAt(from, length);
      // "viti 2015" is a year, not the town of Viti.
      if (key === "viti" && isYear(words[from + 1] ?? "", maxYear)) continue;
      // "155 kw" is no Alfa Romeo.
      if (/^\d+$/.test(key) && otherUnits.has(words[from + length] ?? "")) continue;
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

/** "bmwx5", "golfdizel": two names without the gap. A brand may be short, everything else not. */
function separated(token: Token, vocabulary: Vocabulary): Token[] {
  const { folded, text: typed, start, end } = token;
  if (folded.length < 5 || folded.length !== typed.length || vocabulary.meanings.has(folded)) return [token];
  for (let cut = folded.length - 2; cut >= 2; cut--) {
    const [head, tail] = [folded.slice(0, cut), folded.slice(cut)];
    const first = vocabulary.meanings.get(head);
    const brand = first?.find((option) => option.param === "brand");
    if (first === undefined || (brand === undefined && (head.length < 4 || tail.length < 4))) continue;
    const brands = new Set(brand?.values);
    const options = vocabulary.meanings.get(tail) ?? [];
    const isName =
      options.some((option) => tail.length >= 4 || isRightBrand(option, brands)) ||
      (brand !== undefined && modelCodeMeaning(tail, brands, vocabulary) !== null);
    if (!isName) continue;
    return [
      { ...token, text: typed.slice(0, cut), folded: head, end: start + cut, after: "" },
      { ...token, text: typed.slice(cut), folded: tail, start: start + cut, end, before: "" },
    ];
  }
  return [token];
}

/** The name that an inflected word comes from ("golfin", "audit", "prishtinës"); null where it is none. */
function stemOf(word: string, vocabulary: Vocabulary): string | null {
  if (word.length < 4 || /\d/.test(word)) return null;
  const isName = (stem: string) =>
    vocabulary.meanings.get(stem)?.some((option) => stem.length >= 4 || option.param === "brand") ?? false;
  return stemsOf(word).find((stem) => isName(stem) && !needsBrand(stem)) ?? null;
}

/** The word the product knows that an unknown one stands for; itself where there is none. */
function knownWord(word: string, isLiteral: boolean, vocabulary: Vocabulary): string {
  const stem = stemOf(word, vocabulary);
  if (stem !== null) return stem;
  // A name is a name even where a seller has written it by ear, too.
  const alike = word.length >= 5 && !/\d/.test(word) ? vocabulary.sounds.get(soundOf(word)) : undefined;
  if (alike !== undefined) return alike;
  return isLiteral ? word : (correctWord(word, vocabulary) ?? word);
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
  const typed = tokensOf(q, maxWords)
    .flatMap((token) => separated(token, vocabulary))
    .slice(0, maxWords);
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
  const corrected = words.map((word, index) =>
    covered(index) || saysNothing(word) || figureWords.has(word)
      ? word
      : knownWord(word, isLiteral(word, index), vocabulary),
  );
  if (corrected.some((word, index) => word !== words[index]))
    parts = findParts(corrected, vocabulary, maxYear);

  const reader = new QueryReader(typed, corrected, textWords, maxYear);
  const { built, relevant } = reader;
  for (let index = 0; index < corrected.length;) {
    const part = parts.find((one) => one.from === index);
    if (part !== undefined) {
      if (part.meaning !== null) {
        built.part(part.meaning, slice(part.from, part.to));
        relevant.push(...corrected.slice(part.from, part.to));
      }
      index = part.to;
      if (part.meaning?.param === "model" && /^(?:[1-9]|mk[1-9])$/.test(corrected[index] ?? "")) {
        // A generation that nobody has written down.
        if (parts.every((one) => one.from !== index) && readBounds(typed, index, maxYear) === null) index++;
      }
      continue;
    }
    const bounds = reader.isCarNumber(index) ? null : readBounds(typed, index, maxYear);
    if (bounds !== null && !parts.some((one) => isCut(one, index, index + bounds.length))) {
      built.bounds(bounds, slice(index, index + bounds.length));
      index += bounds.length;
      continue;
    }
    reader.readWord(index);
    index++;
  }
  return {
    lists: built.allLists(),
    customsPaid: [...new Set(built.customsPaid)],
    ranges: built.allRanges(),
    number: built.number,
    freeWords: built.freeWords,
    relevant: [...new Set(relevant)],
    understood: built.allUnderstood(),
    units: built.units,
  };
}

/** Whether words from `from` to `to` would take a name's. "2014 ose më e re" does not ask for a new one. */
function isCut(part: Part, from: number, to: number): boolean {
  return part.from > from && part.from < to && part.meaning !== null && part.meaning.param !== "condition";
}

/** Reads the words that are no names and no bounds. */
class QueryReader {
  readonly built = new MeaningBuilder();
  readonly relevant: string[] = [];
  private readonly typed: readonly Token[];
  private readonly words: readonly string[];
  private readonly textWords: TextWords;
  private readonly maxYear: number;

  constructor(typed: readonly Token[], words: readonly string[], textWords: TextWords, maxYear: number) {
    this.typed = typed;
    this.words = words;
    this.textWords = textWords;
    this.maxYear = maxYear;
  }

  /** The number of a car that there is, alone or called a number: beside other words a figure is a price. */
  isCarNumber(index: number): boolean {
    const word = this.words[index] ?? "";
    const isAlone = this.words.length === 1;
    const isNamed = /^(?:nr|numri|kodi|id|vetura)$/.test(this.words[index - 1] ?? "");
    return (
      (isAlone || isNamed || this.typed[index]?.before.endsWith("#") === true) &&
      /^\d{5,9}$/.test(word) &&
      Number(word) >= smallestCarNumber &&
      this.textWords.hasNumber(Number(word))
    );
  }

  readWord(index: number): void {
    const { built } = this;
    const word = this.words[index] ?? "";
    const asTyped = this.typed[index]?.text ?? word;
    if (isYear(word, this.maxYear) && !otherUnits.has(this.words[index + 1] ?? "")) {
      const year = Number(word);
      built.year(year);
      built.understood.push(understoodYears(year, year, asTyped));
      built.units.push(asTyped);
      return;
    }
    if (this.isCarNumber(index)) {
      built.number = Number(word);
      built.understood.push({ param: "q", value: word, label: text.carNumber(word), text: asTyped });
      built.units.push(asTyped);
      return;
    }
    if (saysNothing(word) || linkWords.has(word) || (euroWords.has(word) && !this.isEmissionClass(index)))
      return;
    this.relevant.push(word);
    built.freeWords.push({
      word,
      prefix: index === this.words.length - 1 && word.length >= minPrefixLength,
    });
    built.units.push(asTyped);
  }

  /** "Euro 5" is no money. */
  private isEmissionClass(index: number): boolean {
    return /^[1-6]$/.test(this.words[index + 1] ?? "");
  }
}
