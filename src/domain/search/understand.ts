import { carLimits } from "#domain/cars/car-limits.ts";
import { searchMessages as text } from "#domain/messages/search.ts";
import type { ListFilter, RangeFilter } from "./car-search.ts";
import { editDistance } from "./edit-distance.ts";
import { modelCodeMeaning } from "./model-codes.ts";
import { noiseWords } from "./synonyms.ts";
import { type Meaning, type Vocabulary, lettersOf } from "./vocabulary.ts";
import { type Word, wordsOf } from "./words.ts";

/** What a part of the words was taken for; the contract's `understood`. */
export interface Understood {
  param: string;
  value: string;
  label: string;
  text: string;
}

/** A word that names nothing the product knows: cars must have it in their text. */
export interface FreeWord {
  word: string;
  /** The last word may still be under way: any word that begins like it counts. */
  prefix: boolean;
}

/** What the words of a search ask for, on top of its filters. Lists: any of the values; empty: not asked for. */
export interface QueryMeaning {
  lists: Readonly<Record<ListFilter, readonly string[]>>;
  customsPaid: readonly boolean[];
  ranges: Readonly<Record<RangeFilter, number | null>>;
  /** A car's number, said aloud. */
  number: number | null;
  freeWords: readonly FreeWord[];
  /** All words that say something, for relevance. */
  relevant: readonly string[];
  understood: readonly Understood[];
  /** The parts that can be left out one by one where nothing is found, as typed. */
  units: readonly string[];
}

/** Which words stand in the cars' own text. */
export interface TextWords {
  has(word: string): boolean;
  hasPrefix(prefix: string): boolean;
  hasNumber(number: number): boolean;
}

/** More words than these are not looked at: each costs work. */
const maxWords = 16;
export const minPrefixLength = 3;
const smallestCarNumber = 10_000;

const fromWords = new Set(["nga", "prej", "mbi", "min", "minimum", "from"]);
const toWords = new Set(["deri", "nen", "max", "maksimum", "maximum", "deritek"]);
const linkWords = new Set(["ne", "te", "tek", "viti", "vitin", "vitit", "ne vitin"]);
const euroWords = new Set(["euro", "eur", "euros"]);

interface Part {
  from: number;
  to: number;
  meaning: Meaning;
}

function isYear(word: string, maxYear: number): boolean {
  return /^\d{4}$/.test(word) && Number(word) >= carLimits.minYear && Number(word) <= maxYear;
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

function differsByMore(bits: number, most: number): boolean {
  let rest = bits;
  for (let count = 0; rest !== 0; count++) {
    if (count === most) return true;
    rest &= rest - 1;
  }
  return false;
}

/** The known word that a misspelt one most likely stands for; null where none is near. */
export function correctWord(word: string, vocabulary: Vocabulary): string | null {
  if (word.length < 4 || /\d/.test(word)) return null;
  const limit = word.length >= 8 ? 2 : 1;
  let best: { word: string; distance: number; weight: number } | null = null;
  const letters = lettersOf(word);
  for (const { word: candidate, weight, letters: theirs } of vocabulary.spellings) {
    const isBeginning = candidate.startsWith(word);
    // A letter dropped, added or changed makes at most two letters differ; most words end here.
    if (!isBeginning && differsByMore(letters ^ theirs, limit * 2)) continue;
    const distance = isBeginning ? 1 : editDistance(word, candidate, limit);
    if (distance > limit) continue;
    const better =
      best === null ||
      distance < best.distance ||
      (distance === best.distance &&
        (weight > best.weight || (weight === best.weight && candidate < best.word)));
    if (better) best = { word: candidate, distance, weight };
  }
  return best?.word ?? null;
}

/** One entry for both ends: `year` is "2015", "2012-2021" or "2019-". */
function understoodYears(from: number, to: number | null, typed: string): Understood {
  const value = from === to ? String(from) : `${from}-${to ?? ""}`;
  return { param: "year", value, label: text.years(from, to), text: typed };
}

class MeaningBuilder {
  readonly lists: Record<ListFilter, string[]> = {
    brand: [],
    model: [],
    type: [],
    fuel: [],
    origin: [],
    location: [],
    transmission: [],
    condition: [],
  };
  readonly customsPaid: boolean[] = [];
  readonly ranges: Record<RangeFilter, number | null> = {
    minPrice: null,
    maxPrice: null,
    minYear: null,
    maxYear: null,
    minMileage: null,
    maxMileage: null,
  };
  number: number | null = null;
  readonly freeWords: FreeWord[] = [];
  readonly understood: Understood[] = [];
  readonly units: string[] = [];
  private typedYears: Years | null = null;
  private generationYears: Years | null = null;

  part(meaning: Meaning, typed: string): void {
    const { param, values, label, years } = meaning;
    if (param === "customsPaid") this.customsPaid.push(...values.map((value) => value === "true"));
    else this.lists[param].push(...values.filter((value) => !this.lists[param].includes(value)));
    this.understood.push({ param, value: values.join(","), label, text: typed });
    if (years !== undefined) {
      this.generationYears = widen(this.generationYears, years);
      this.understood.push(understoodYears(years.from, years.to, typed));
    }
    this.units.push(typed);
  }

  /** Years of several words widen each other: "2015 2018" is from 2015 to 2018. */
  year(year: number): void {
    this.typedYears = widen(this.typedYears, { from: year, to: year });
  }

  /** "Golf 7 2015" asks for both; `nga` and `deri` narrow further. */
  allRanges(): Record<RangeFilter, number | null> {
    const from = [this.ranges.minYear, this.generationYears?.from, this.typedYears?.from];
    const to = [this.ranges.maxYear, this.generationYears?.to, this.typedYears?.to];
    return {
      ...this.ranges,
      minYear: given(from).length === 0 ? null : Math.max(...given(from)),
      maxYear: given(to).length === 0 ? null : Math.min(...given(to)),
    };
  }
}

function given(years: readonly (number | null | undefined)[]): number[] {
  return years.filter((year) => typeof year === "number");
}

interface Years {
  from: number;
  to: number | null;
}

function widen(known: Years | null, more: Years): Years {
  if (known === null) return more;
  return {
    from: Math.min(known.from, more.from),
    to: known.to === null || more.to === null ? null : Math.max(known.to, more.to),
  };
}

function rangeLabel(param: RangeFilter, value: number): string {
  switch (param) {
    case "minPrice":
      return text.fromPrice(value);
    case "maxPrice":
      return text.toPrice(value);
    case "minYear":
      return text.fromYear(value);
    case "maxYear":
      return text.toYear(value);
    case "minMileage":
      return text.fromMileage(value);
    case "maxMileage":
      return text.toMileage(value);
    default:
      return String(value);
  }
}

/** "deri 5000 euro", "nga 2015", "nën 100.000 km": how many words it takes and what it says. */
function readBound(words: readonly string[], at: number, maxYear: number) {
  const operator = words[at] ?? "";
  const side = fromWords.has(operator) ? "min" : toWords.has(operator) ? "max" : null;
  if (side === null) return null;
  let next = at + 1;
  while (linkWords.has(words[next] ?? "")) next++;
  const figure = words[next] ?? "";
  if (!/^\d{4,7}$/.test(figure)) return null;
  const unit = words[next + 1] ?? "";
  const value = Number(figure);
  if (unit === "km" || unit === "kilometra") {
    const param: RangeFilter = side === "min" ? "minMileage" : "maxMileage";
    return { param, value, length: next + 2 - at };
  }
  if (!euroWords.has(unit) && isYear(figure, maxYear)) {
    const param: RangeFilter = side === "min" ? "minYear" : "maxYear";
    return { param, value, length: next + 1 - at };
  }
  const param: RangeFilter = side === "min" ? "minPrice" : "maxPrice";
  return { param, value, length: next + (euroWords.has(unit) ? 2 : 1) - at };
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
