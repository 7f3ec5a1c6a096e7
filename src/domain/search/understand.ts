import { searchMessages as text } from "#domain/messages/search.ts";
import { listed } from "./listed.ts";
import type { Meaning, Part } from "./meaning.ts";
import { besideModels, findParts, isCut } from "./name-parts.ts";
import { MeaningBuilder, type QueryMeaning, understoodYears } from "./query-meaning.ts";
import { isPlain, knownWord, saysNothing, separated, speakFigures, spellOut } from "./repair-words.ts";
import { joinSpokenNumbers, spokenNumber } from "./spoken.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { euroWords, isYear, linkWords, makesAmount, otherUnits, readBounds } from "./typed-bounds.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { preferredOrder } from "./preferred-order.ts";
import { compact } from "./words.ts";

/** Which words occur in the cars' texts. */
export interface TextWords {
  has(word: string): boolean;
  hasPrefix(prefix: string): boolean;
  hasNumber(number: number): boolean;
}

/** Further words are ignored: each costs work. */
const maxWords = 24;

/** Words between alternatives. */
const alternativeWords: ReadonlySet<string> = new Set(
  listed("ose, apo, osja, or, oder, ili, dhe, edhe, a, e"),
);

const denials: ReadonlySet<string> = new Set(listed("jo, mos, nuk, s, not, kein, nicht"));

const minPrefixLength = 3;

const minCarNumber = 10_000;

/** The makes of the models that were found. */
function brandsOf(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(parts.flatMap(({ meaning }) => (meaning?.param === "model" ? (meaning.brands ?? []) : [])));
}

/** Whether a word is only a model of other makes. */
function isOthersModel(word: string, brands: ReadonlySet<string>, vocabulary: Vocabulary): boolean {
  const options = vocabulary.meanings.get(word) ?? [];
  return (
    brands.size > 0 &&
    options.length > 0 &&
    options.every((option) => option.param === "model" && !option.brands?.some((brand) => brands.has(brand)))
  );
}

/**
 * Parses the words of `q`. The result depends on the words, the vocabulary and the words in cars' texts, never
 * on the filters, so choosing a filter does not change the meaning (specification.md#search-fields). `maxYear`
 * is the newest model year.
 */
export function understandQuery(
  q: string,
  vocabulary: Vocabulary,
  textWords: TextWords,
  maxYear: number,
): QueryMeaning {
  const typed = joinSpokenNumbers(tokensOf(q, maxWords))
    .flatMap((token) => separated(token, textWords.has(token.folded), vocabulary))
    .slice(0, maxWords);
  speakFigures(typed, vocabulary);
  const words = typed.map((word) => word.folded);
  const slice = (from: number, to: number): string => {
    const first = typed[from];
    const last = typed[to - 1];
    return first === undefined || last === undefined ? "" : q.slice(first.start, last.end);
  };

  const isGlued = (index: number) => typed[index]?.start === typed[index - 1]?.end;
  let parts = findParts(words, vocabulary, maxYear, isGlued);
  const covered = (index: number) => parts.some((part) => part.from <= index && index < part.to);
  const isLast = (index: number) => index === words.length - 1;
  const isLiteral = (word: string, index: number) =>
    textWords.has(word) || (isLast(index) && word.length >= minPrefixLength && textWords.hasPrefix(word));
  const spelled = spellOut(words, covered, vocabulary);
  const known = brandsOf(parts);
  const corrected = spelled.map((word, index) => {
    if (covered(index) || word !== words[index] || isPlain(word)) return word;
    const repaired = knownWord(word, isLiteral(word, index), vocabulary);
    // "Peugeot 2008 alure" asks for no Bentley Azure: a misspelt word adds no second make, unless it is linked
    // by "ose".
    const isSaid = alternativeWords.has(words[index - 1] ?? "") || /[,/]/.test(typed[index]?.before ?? "");
    return repaired !== word && !isSaid && isOthersModel(repaired, known, vocabulary) ? word : repaired;
  });
  if (corrected.some((word, index) => word !== words[index]))
    parts = findParts(corrected, vocabulary, maxYear, isGlued);

  const reader = new QueryReader(typed, corrected, vocabulary, textWords, maxYear);
  const { built, relevant } = reader;
  for (let index = 0; index < corrected.length;) {
    const part = parts.find((one) => one.from === index);
    if (part !== undefined) {
      if (part.meaning !== null) {
        built.part(besideModels(part.meaning, parts), slice(part.from, part.to));
        relevant.push(...corrected.slice(part.from, part.to));
      } else {
        reader.readOrder(part.from, part.to, slice(part.from, part.to));
      }
      index = part.to;
      const next = corrected[index] ?? "";
      const generation = reader.generationAt(index, parts);
      if (generation !== null && !makesAmount(corrected[index + 1] ?? "")) {
        if (parts.every((one) => one.from !== index)) {
          built.part({ ...generation, values: [] }, typed[index]?.text ?? "");
          index = reader.readFurtherGenerations(index + 1, parts);
        }
        continue;
      }
      if (part.meaning?.years !== undefined) index = reader.readFurtherGenerations(index, parts);
      // An unknown generation: "focus 2", "vito w639".
      const isCode =
        /^(?:[1-9]|mk[1-9])$/.test(next) ||
        (/^[a-z]\d{2,3}$/.test(next) && !textWords.has(next)) ||
        (/^[a-k]$/.test(next) && part.meaning?.brands?.includes("Opel") === true);
      if (part.meaning?.param === "model" && isCode && !makesAmount(corrected[index + 1] ?? "")) {
        if (parts.every((one) => one.from !== index) && readBounds(typed, index, maxYear) === null) {
          index++;
          built.lengthen(slice(part.from, index));
        }
      }
      continue;
    }
    const bounds = reader.isCarNumber(index) ? null : readBounds(typed, index, maxYear);
    if (bounds !== null && !parts.some((one) => isCut(one, index, index + bounds.length))) {
      built.range(bounds, slice(index, index + bounds.length));
      index += bounds.length;
      continue;
    }
    reader.readWord(index, parts);
    index++;
  }
  return {
    lists: built.allLists(),
    bounds: built.allBounds(),
    features: built.features,
    number: built.number,
    freeWords: built.freeWords,
    relevant: [...new Set(relevant)],
    order: built.order,
    understood: built.allUnderstood(),
    units: built.units,
  };
}

/** Parses words that are neither names nor bounds. */
class QueryReader {
  readonly built = new MeaningBuilder();
  readonly relevant: string[] = [];
  readonly #typed: readonly Token[];
  readonly #words: readonly string[];
  readonly #vocabulary: Vocabulary;
  readonly #textWords: TextWords;
  readonly #maxYear: number;

  constructor(
    typed: readonly Token[],
    words: readonly string[],
    vocabulary: Vocabulary,
    textWords: TextWords,
    maxYear: number,
  ) {
    this.#typed = typed;
    this.#words = words;
    this.#vocabulary = vocabulary;
    this.#textWords = textWords;
    this.#maxYear = maxYear;
  }

  /** A car's number, alone or called a number: beside other words a figure is a price. */
  isCarNumber(index: number): boolean {
    const word = this.#words[index] ?? "";
    const isAlone = this.#words.length === 1;
    const isNamed = /^(?:nr|numri|kodi|id|vetura)$/.test(this.#words[index - 1] ?? "");
    return (
      (isAlone || isNamed || this.#typed[index]?.before.endsWith("#") === true) &&
      /^\d{5,9}$/.test(word) &&
      Number(word) >= minCarNumber &&
      this.#textWords.hasNumber(Number(word))
    );
  }

  /** "Golf 5 ose 6", "golf 6/7": further generations of the model before `index`. Returns the next index. */
  readFurtherGenerations(index: number, parts: readonly Part[]): number {
    const model = parts.find((part) => part.to <= index && part.meaning?.param === "model")?.meaning;
    if (model === undefined || model === null) return index;
    let next = index;
    for (;;) {
      const isJoined = /^[-–/,+]$/.test(this.#typed[next - 1]?.after ?? "");
      const at = isJoined ? next : alternativeWords.has(this.#words[next] ?? "") ? next + 1 : null;
      if (at === null || parts.some((part) => part.from === at)) return next;
      const word = this.#words[at] ?? "";
      if (!/^(?:mk)?[1-9]$|^[a-z]\d$/.test(word) || otherUnits.has(this.#words[at + 1] ?? "")) return next;
      const name = compact(model.label.replace(/ \S+$/, ""));
      const generation = [compact(model.label), name]
        .flatMap((one) => this.#vocabulary.meanings.get(`${one}${word}`) ?? [])
        .find(({ years }) => years !== undefined);
      if (generation === undefined) return next;
      this.built.part({ ...generation, values: [] }, this.#typed[at]?.text ?? "");
      next = at + 1;
    }
  }

  /** The generation in a word, of a model anywhere in the query: "klio 2", "passat 2.0 tdi b6". */
  generationAt(index: number, parts: readonly Part[]): Meaning | null {
    const said = this.#words[index] ?? "";
    const word = spokenNumber(said)?.toString() ?? said;
    // Apart from its model a bare figure is ambiguous.
    const before = parts.find((part) => part.to === index);
    const model = before?.meaning?.param === "fuel" ? parts.find((part) => part.to === before.from) : before;
    const isBeside = model?.meaning?.param === "model" && !makesAmount(this.#words[index + 1] ?? "");
    if (!(isBeside ? /^(?:mk)?[1-9a-z]$|^\w\d$|^\d\w$|^[ivx]+$/ : /^(?:mk\d|[a-z]\d|\d[a-z])$/).test(word))
      return null;
    for (const { meaning } of parts) {
      if (meaning?.param !== "model" || meaning.years !== undefined) continue;
      // "Passat Variant B7" is of the Passat's generations.
      for (const name of [meaning.label, meaning.label.split(" ")[0] ?? ""]) {
        const options = this.#vocabulary.meanings.get(`${compact(name)}${word}`) ?? [];
        const generation = options.find(({ years }) => years !== undefined);
        if (generation !== undefined) return generation;
      }
    }
    return null;
  }

  readWord(index: number, parts: readonly Part[]): void {
    const { built } = this;
    const word = this.#words[index] ?? "";
    const asTyped = this.#typed[index]?.text ?? word;
    const generation = this.generationAt(index, parts);
    if (generation !== null) {
      built.part({ ...generation, values: [] }, asTyped);
      return;
    }
    // "2000 cc" is an engine; "2016 l&k" is none of so many litres.
    const unit = this.#words[index + 1] ?? "";
    const year = this.#isShortYear(index, parts) ? 2_000 + Number(word) : Number(word);
    if (isYear(String(year), this.#maxYear) && (unit === "l" || !otherUnits.has(unit))) {
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
    // "N'Prizren", "t'mirë".
    if (word.length === 1 && /^['’`]/.test(this.#typed[index]?.after ?? "")) return;
    if (this.readOrder(index, index + 1, asTyped)) return;
    if (saysNothing(word) || linkWords.has(word) || (euroWords.has(word) && !this.#isEmissionClass(index)))
      return;
    this.relevant.push(word);
    built.freeWords.push({
      word,
      prefix: index === this.#words.length - 1 && word.length >= minPrefixLength,
    });
    built.units.push(asTyped);
  }

  /** Parses words for an order; returns whether they are. "Jo e lirë" asks for none, nor does "më i lirë se". */
  readOrder(from: number, to: number, typed: string): boolean {
    const order = preferredOrder(this.#words.slice(from, to));
    if (order === null) return false;
    const isDenied = this.#words.slice(Math.max(0, from - 3), from).some((word) => denials.has(word));
    if (!isDenied && this.#words[to] !== "se") this.built.prefer(order, typed);
    return true;
  }

  /** "Passat 16": two digits after a model and a space are a year. */
  #isShortYear(index: number, parts: readonly Part[]): boolean {
    const isBehindModel = parts.some((part) => part.to === index && part.meaning?.param === "model");
    return isBehindModel && /^[12]\d$/.test(this.#words[index] ?? "") && this.#typed[index]?.before === "";
  }

  /** "Euro 5" is no amount. */
  #isEmissionClass(index: number): boolean {
    return /^[1-6]$/.test(this.#words[index + 1] ?? "");
  }
}
