import { carLimits } from "#domain/cars/car-limits.ts";
import { listed } from "./listed.ts";
import type { RangeName } from "./search-fields.ts";
import { spokenNumber } from "./spoken.ts";
import type { Token } from "./tokens.ts";

type Side = "min" | "max" | "around";

function phrases(list: string): readonly string[][] {
  return listed(list)
    .map((phrase) => phrase.split(" "))
    .toSorted((a, b) => b.length - a.length);
}

/** Words before a figure, in Albanian and other languages spoken here; folded. */
const operators: readonly [Side, readonly string[][]][] = [
  [
    "max",
    phrases(
      "jo me shume se, jo me teper se, me pak se, me lire se, me e vjeter se, me te vjeter se, jo mbi, " +
        "deri, deri tek, deri te, deri ne, deritek, nen, para, poshte, maks, max, maksimum, maksimumi, maximum, maksimal, " +
        "bis, unter, under, nder, below, up to, less than, ispod",
    ),
  ],
  [
    "min",
    phrases(
      "jo me pak se, jo me e vjeter se, jo me te vjeter se, me shume se, me e re se, me te re se, me i ri se, " +
        "duke filluar nga, se paku, te pakten, jo nen, nga, prej, mbi, pas, min, minimum, minimumi, minimal, " +
        "from, ab, over, above, uber, ueber, od, iznad",
    ),
  ],
  [
    "around",
    phrases(
      "rreth, rreth e rrotull, diku rreth, diku te, diku, kah, afer, cirka, circa, cca, oko, around, about",
    ),
  ],
];
/** Words after a figure. */
const endings: readonly [Side, readonly string[][]][] = [
  [
    "min",
    phrases(
      "e lart, e larte, e nalt, e nalte, enalt, enalte, mas, e mas, e masandej, elart, e siper, e siperm, e tutje, etutje, e me lart, e mbi, plus, e me e re, ose me e re, " +
        "e me te re, ose me te re, aufwarts, and newer, and up, or newer, minimum",
    ),
  ],
  [
    "max",
    phrases(
      "e poshte, e posht, eposhte, e me poshte, e teposhte, e me pak, e nen, ose me pak, ose me lire, maks, max, " +
        "maksimum, maximum, maksimalisht",
    ),
  ],
  ["around", phrases("rreth, e rrotull, afersisht")],
];
/** Between the two figures of a range. */
const betweens = phrases(
  "deri ne, deri te, deri tek, deri, ne, dhe, e, bis, to, and, und, do, edhe, i, gjer, gjer ne",
);
const rangeStarts = phrases("ndermjet, nmes, ne mes, mes, midis, nga, prej, between, zwischen, od");

const links = new Set(["n", "ne", "te", "tek", "viti", "vitin", "vitit", "rreth", "cmimi", "cmim"]);
const euros = new Set(["euro", "eur", "euros", "eurosh", "eu", "evro", "evra", "ojro"]);
const kilometres = new Set([
  "km",
  "kilometra",
  "kilometer",
  "kilometrash",
  "kilometrazh",
  "kilometrazhi",
  "kilometrazhin",
  "kilometrat",
  "kmsh",
]);
export const thousandWords: ReadonlySet<string> = new Set([
  "mije",
  "mij",
  "mi",
  "mijesh",
  "mijsh",
  "mijshe",
  "milje",
  "bin",
  "k",
  "tkm",
  "mille",
  "tausend",
]);
/** Words before a figure: each phrase's last word. */
export const operatorWords: ReadonlySet<string> = new Set(
  operators.flatMap(([, list]) => list.map((phrase) => phrase.at(-1) ?? "")),
);
/** A figure before these is no price: horsepower, litres, seats, doors. */
export const otherUnits: ReadonlySet<string> = new Set(
  listed(
    "ps, ks, kw, hp, kuaj, kuajsh, kuajfuqi, cc, ccm, cm3, l, litra, litersh, vjet, vjecare, vite, dyer, dyersh, ulese, " +
      "ulesh, ulse, ulsh, uls, vende, vendesh, vendsh, vend, veta, sitzer, seats, speed, shpejtesi, shpejtsi, muaj, dite, pronar, persona, x4",
  ),
);

/**
 * Whether a figure before this word is an amount, no generation: "golf 2 mijë", "golf 2 litra", "golf 2.0" in
 * two words.
 */
export const makesAmount = (word: string): boolean =>
  thousandWords.has(word) || otherUnits.has(word) || word === "0";

/** Phrases for a low mileage: "kilometrazh i vogël". */
const littleWords = new Set(["i", "te", "vogel", "vogla", "ulet", "ulta", "pakta", "maksimal"]);

/** Words allowed between an operator and its figure. */
export const linkWords: ReadonlySet<string> = new Set(["ne", "te", "tek", "viti", "vitin", "vitit"]);
export const euroWords: ReadonlySet<string> = euros;
/** Words that belong to figures, never misspelt names. */
export const figureWords: ReadonlySet<string> = new Set([
  ...euros,
  ...kilometres,
  ...thousandWords,
  ...otherUnits,
  ...[...operators, ...endings].flatMap(([, list]) => list.flat()),
]);

/** "Rreth 6000": tolerance as a share. */
const around = 0.15;
/** Bare figures from here on are prices: smaller ones are engines and horsepower. */
const minBarePrice = 2_500;

/** A model year, in four figures. */
export function isYear(word: string, maxYear: number): boolean {
  return /^\d{4}$/.test(word) && Number(word) >= carLimits.minYear && Number(word) <= maxYear;
}

export interface TypedBounds {
  /** Either end, or both. */
  min: number | null;
  max: number | null;
  field: RangeName;
  /** How many tokens it spans. */
  length: number;
}

interface Figure {
  value: number;
  word: string;
  isScaled: boolean;
  at: number;
  next: number;
}

/** The text of a search's figures: "deri 10 mijë", "5-7 mije euro", "2015+", "nën 150.000 km", "rreth 6000". */
class BoundsReader {
  readonly #tokens: readonly Token[];
  readonly #maxYear: number;

  constructor(tokens: readonly Token[], maxYear: number) {
    this.#tokens = tokens;
    this.#maxYear = maxYear;
  }

  read(at: number): TypedBounds | null {
    const start = this.#skipLinks(this.#afterPhrase(rangeStarts, at) ?? at);
    const range = this.#range(start, at);
    if (range !== null) return range;

    const operator = this.#side(operators, at);
    const first = this.#figure(this.#skipLinks(operator?.next ?? at));
    if (first === null) return null;
    const signed = this.#signBefore(first, operator?.next ?? at);
    const unit = this.#unit(first);
    if (unit.isOther) return null;
    const ending = this.#side(endings, unit.next) ?? this.#plus(first, unit.next);
    const side = operator?.side ?? signed ?? ending?.side ?? null;
    const isMileage =
      this.#isAfterKilometres(at) && unit.field === null && !isYear(first.word, this.#maxYear);
    const isPrice =
      first.word === "2000" && operator?.side === "max" && !this.#word(first.at - 1).startsWith("vit");
    // "Deri 2000": as a year it would match hardly any car.
    const bare = isPrice ? "price" : this.#fieldOf(first, side !== null);
    const field = isMileage ? "mileage" : (unit.field ?? bare);
    if (field === null) return null;
    // A year alone is exactly that year; a price or mileage alone is a maximum.
    if (field === "year" && side === null) return null;
    const length = (ending?.next ?? unit.next) - at;
    // Nobody means 150 kilometres.
    const value = field === "mileage" && first.value < 1_000 ? first.value * 1_000 : first.value;
    return { ...this.#ends(side ?? "max", value, field), field, length };
  }

  /** "Kilometrazh deri 100000", "kilometrazh i vogel deri 100000". */
  #isAfterKilometres(at: number): boolean {
    let before = at - 1;
    while (at - before < 3 && littleWords.has(this.#word(before))) before--;
    return kilometres.has(this.#word(before));
  }

  #ends(side: Side, value: number, field: RangeName): { min: number | null; max: number | null } {
    if (side === "min") return { min: value, max: null };
    if (side === "max") return { min: null, max: value };
    if (field === "year") return { min: value - 1, max: value + 1 };
    return { min: Math.round(value * (1 - around)), max: Math.round(value * (1 + around)) };
  }

  /** "5-7 mije", "nga 3000 deri 5000", "2010 deri 2014". */
  #range(start: number, at: number): TypedBounds | null {
    const first = this.#figure(start);
    // "2.0 deri 9000": an engine before a price.
    if (first === null || (first.word.includes(".") && !first.isScaled)) return null;
    const firstUnit = this.#unit(first);
    if (firstUnit.isOther) return null;
    const dashed = /^[€]?[-–—/][€]?$/.test(this.#tokens[firstUnit.next - 1]?.after ?? "");
    const between = dashed ? firstUnit.next : this.#afterPhrase(betweens, firstUnit.next);
    if (between === null) return null;
    const second = this.#figure(between);
    if (second === null) return null;
    const unit = this.#unit(second);
    if (unit.isOther) return null;
    // "5-7 mije", "5 deri 7000": the second figure's unit holds for the first.
    let low = first.value;
    if (!first.isScaled && low < 1_000 && second.value >= 1_000 && low * 1_000 <= second.value) low *= 1_000;
    const field = unit.field ?? firstUnit.field ?? this.#fieldOf(second, true);
    const firstField = firstUnit.field ?? (low === first.value ? this.#fieldOf(first, true) : field);
    // "Nga 2012 deri 8000 euro" are two conditions; "3 deri 5" is none.
    if (field === null || low > second.value) return null;
    if (field !== firstField && (field === "year" || firstField === "year" || firstUnit.field !== null))
      return null;
    return { min: low, max: second.value, field, length: unit.next - at };
  }

  #figure(at: number): Figure | null {
    const word = this.#word(at);
    if (!/^\d{1,7}(?:\.\d{1,3})?$/.test(word)) return null;
    // "8,000" was parsed as a decimal, but thousandths make no sense here.
    const plain = /^\d{1,3}\.\d{3}$/.test(word) ? word.replace(".", "") : word;
    const isScaled = thousandWords.has(this.#word(at + 1)) && !plain.includes(".000");
    if (!isScaled) return { value: Math.round(Number(plain)), word: plain, isScaled, at, next: at + 1 };
    const thousands = Math.round(Number(plain) * 1_000);
    const rest = this.#restOfThousand(at + 2);
    return { value: thousands + rest.value, word: plain, isScaled, at, next: rest.next };
  }

  /** "Pesë mijë e pesëqind", "5 mijë e gjysmë". */
  #restOfThousand(at: number): { value: number; next: number } {
    const none = { value: 0, next: at };
    if (this.#word(at) !== "e" && this.#word(at) !== "edhe") return none;
    const word = this.#word(at + 1);
    if (word.startsWith("gjys")) return { value: 500, next: at + 2 };
    const hundreds = /^[1-9]00$/.test(word) ? Number(word) : (spokenNumber(word) ?? 0);
    return hundreds >= 100 && hundreds < 1_000 ? { value: hundreds, next: at + 2 } : none;
  }

  #unit(figure: Figure): { field: RangeName | null; isOther: boolean; next: number } {
    const { next } = figure;
    // "150tkm": thousands and kilometres in one word.
    if (figure.isScaled && this.#word(next - 1) === "tkm") return { field: "mileage", isOther: false, next };
    const word = this.#word(next);
    const signs = `${this.#tokens[next - 1]?.after ?? ""}${this.#tokens[figure.at]?.before ?? ""}`;
    if (kilometres.has(word) && this.#isYearBeforeKilometres(figure))
      return { field: null, isOther: false, next };
    if (kilometres.has(word)) return { field: "mileage", isOther: false, next: next + 1 };
    if (euros.has(word)) return { field: "price", isOther: false, next: next + 1 };
    // "5000e": the letter is attached to the figure, no word of its own.
    const token = this.#tokens[next];
    const isEnding = this.#side(endings, next) !== null;
    if (word === "e" && !isEnding && token !== undefined && token.start === this.#tokens[next - 1]?.end)
      return { field: "price", isOther: false, next: next + 1 };
    if (signs.includes("€")) return { field: "price", isOther: false, next };
    return { field: null, isOther: otherUnits.has(word), next };
  }

  /**
   * "Tiguan 2020 km pak", "2015 km deri 150000", "viti 2015 km": the kilometres belong to the next words, or to
   * none.
   */
  #isYearBeforeKilometres({ word, isScaled, at, next }: Figure): boolean {
    if (isScaled || !isYear(word, this.#maxYear) || operatorWords.has(this.#word(at - 1))) return false;
    if (/^vit(?:i|it|in)$/.test(this.#word(at - 1))) return true;
    const after = this.#word(next + 1);
    if (after === "pak" || (after === "te" && littleWords.has(this.#word(next + 2)))) return true;
    const said = this.#figure(this.#side(operators, next + 1)?.next ?? next + 1);
    if (said === null || isYear(said.word, this.#maxYear)) return false;
    const { field, isOther } = this.#unit(said);
    return field !== "price" && !isOther;
  }

  #fieldOf(figure: Figure, isBound: boolean): RangeName | null {
    const { value, word, isScaled } = figure;
    if (!isScaled && isYear(word, this.#maxYear)) return "year";
    if (word.includes(".") && !isScaled) return null;
    if (isScaled) return value >= 1_000 ? "price" : null;
    if (isBound) return value >= 300 ? "price" : null;
    return value >= minBarePrice && value % 100 === 0 && value <= carLimits.maxPrice ? "price" : null;
  }

  #signBefore(figure: Figure, from: number): Side | null {
    const sign = figure.at >= from ? (this.#tokens[figure.at]?.before ?? "") : "";
    if (/[<≤]/.test(sign)) return "max";
    if (/[>≥]/.test(sign)) return "min";
    return /[~≈]/.test(sign) ? "around" : null;
  }

  /** "2015+" */
  #plus(figure: Figure, next: number): { side: Side; next: number } | null {
    const signs = [this.#tokens[figure.next - 1]?.after, this.#tokens[next - 1]?.after];
    return signs.some((sign) => sign?.startsWith("+")) ? { side: "min", next } : null;
  }

  #side(list: readonly [Side, readonly string[][]][], at: number): { side: Side; next: number } | null {
    let best: { side: Side; next: number } | null = null;
    for (const [side, candidates] of list) {
      const next = this.#afterPhrase(candidates, at);
      if (next !== null && (best === null || next > best.next)) best = { side, next };
    }
    return best;
  }

  #afterPhrase(candidates: readonly string[][], at: number): number | null {
    const found = candidates.find((phrase) => phrase.every((word, index) => this.#word(at + index) === word));
    return found === undefined ? null : at + found.length;
  }

  #skipLinks(at: number): number {
    let next = at;
    while (links.has(this.#word(next))) next++;
    return next;
  }

  #word(at: number): string {
    const word = this.#tokens[at]?.folded ?? "";
    // Northern dialect: "ma e re se".
    return word === "ma" ? "me" : word;
  }
}

/** The price (EUR), year or mileage (km) in the tokens from `at` on; null for none. */
export function readBounds(tokens: readonly Token[], at: number, maxYear: number): TypedBounds | null {
  return new BoundsReader(tokens, maxYear).read(at);
}
