import { carTypeLabels } from "#domain/messages/car-types.ts";
import { colorWords } from "./color-words.ts";
import { withFeatures } from "./feature-parts.ts";
import { listed } from "./listed.ts";
import type { Meaning, Part } from "./meaning.ts";
import { modelCodeMeaning } from "./model-codes.ts";
import { noisePhrases } from "./noise.ts";
import { isYear, makesAmount, otherUnits, thousandWords } from "./typed-bounds.ts";
import { type Vocabulary, kombi } from "./vocabulary.ts";

/** What an "e" between two words precedes: an adjective, whatever model is before it. */
const adjectives: ReadonlySet<string> = new Set([
  ...colorWords,
  ...listed("re, lire, mire, perdorur, bukur, vogel, rregullt, pastert, ruajtur, vjeter"),
]);

const maxNoiseLength = Math.max(...noisePhrases.map((phrase) => phrase.length));

/** Models named like ordinary words, figures or prices ("ka", "5", "9000") need their brand. */
export function needsBrand(key: string): boolean {
  return (
    /^[a-z]{1,2}$/.test(key) ||
    /^\d+00$/.test(key) ||
    /^\d{1,2}$/.test(key) ||
    key === "one" ||
    key === "note" ||
    key === "box"
  );
}

export function isRightBrand(meaning: Meaning, brands: ReadonlySet<string>): boolean {
  return meaning.brands?.some((brand) => brands.has(brand)) ?? false;
}

/** "Vito 111" is no Lada, "V60 T5" no Transporter, "long range" beside a Tesla no Range Rover. */
function isOtherBrands(key: string, meaning: Meaning, brands: ReadonlySet<string>): boolean {
  return (
    meaning.param === "model" &&
    brands.size > 0 &&
    !isRightBrand(meaning, brands) &&
    (/^t?\d+$/.test(key) || key === "range")
  );
}

function choose(
  key: string,
  options: readonly Meaning[],
  brands: ReadonlySet<string>,
  maxYear: number,
  before: readonly Part[],
): Meaning | null {
  // "Golf 3 cabrio" is an open Golf, although a model "Cabrio" exists.
  const type = options.find((option) => option.param === "type");
  if (type !== undefined && before.some((part) => part.meaning?.param === "model")) return type;
  const beside = options.find((option) => option.param === "model" && isRightBrand(option, brands));
  if (beside !== undefined) return beside;
  return (
    options.find(
      (option) =>
        (option.param !== "model" || (!needsBrand(key) && !isYear(key, maxYear))) &&
        !isOtherBrands(key, option, brands) &&
        // "Glof 7 man.", "Mondeo Man.": the gearbox, because another make is named.
        !(key === "man" && option.param === "brand" && brands.size > 1),
    ) ?? null
  );
}

/** Whether the words before `from` are a model other than a bare figure. */
function isNamedBefore(parts: readonly Part[], from: number): boolean {
  const last = parts.at(-1);
  return last?.to === from && last.meaning?.param === "model" && !/^\d+$/.test(last.meaning.label);
}

function isFigure(word: string | undefined): boolean {
  return word !== undefined && (/^\d/.test(word) || thousandWords.has(word));
}

function noiseAt(words: readonly string[], at: number): number {
  for (let length = Math.min(maxNoiseLength, words.length - at); length > 1; length--) {
    const isNoise = noisePhrases.some(
      (phrase) => phrase.length === length && phrase.every((word, index) => words[at + index] === word),
    );
    if (isNoise) return length;
  }
  return 0;
}

/** "Mercedes c", "mercedes e 2012"; but "mercedes e zezë" is a black one. */
function classAfterBrand(
  words: readonly string[],
  from: number,
  parts: readonly Part[],
  vocabulary: Vocabulary,
): Meaning | null {
  const letter = words[from] ?? "";
  const last = parts.at(-1);
  const isBeside = last?.to === from && last.meaning?.values.includes("Mercedes-Benz") === true;
  const isWord = /^[ae]$/.test(letter) && /^[a-z]/.test(words[from + 1] ?? "");
  if (!isBeside || !/^[abcegsv]$/.test(letter) || isWord) return null;
  return vocabulary.meanings.get(`${letter}class`)?.find(({ param }) => param === "model") ?? null;
}

/**
 * Longest names first, from left to right; brands anywhere help to resolve the rest. `isGlued`: there was no
 * space before the word at this index.
 */
export function findParts(
  words: readonly string[],
  vocabulary: Vocabulary,
  maxYear: number,
  isGlued: (index: number) => boolean,
): Part[] {
  const brands = new Set<string>();
  const keyAt = (from: number, length: number) => words.slice(from, from + length).join("");
  for (let from = 0; from < words.length; from++) {
    for (let length = Math.min(3, words.length - from); length > 0; length--) {
      const brand = vocabulary.meanings.get(keyAt(from, length))?.find((option) => option.param === "brand");
      for (const value of brand?.values ?? []) brands.add(value);
    }
  }
  // A model implies its brand, unless it is a mere figure.
  const typedBrands = new Set(brands);
  for (const word of words) {
    const options = vocabulary.meanings.get(word) ?? [];
    const model = options.find((option) => option.param === "model");
    // "Pickup" alone is any of them, although Škoda has a model of that name.
    if (options.some((option) => option.param === "type")) continue;
    if (model?.brands?.length === 1 && typedBrands.size === 0 && word.length >= 4 && !/^\d+$/.test(word))
      for (const brand of model.brands) brands.add(brand);
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
      // "Pesë mijë e 500" is no E 500.
      if (words[from] === "e" && thousandWords.has(words[from - 1] ?? "")) continue;
      // "5k-7k" is money, and no Kia K7.
      if (words[from] === "k" && /^\d+(?:\.\d+)?$/.test(words[from - 1] ?? "")) continue;
      // "155 kw" is no Alfa Romeo; a 206 CC is open, not small.
      const next = words[from + length] ?? "";
      if (/^\d+$/.test(key) && otherUnits.has(next) && !(next === "cc" && /^[2-6]0\d$/.test(key))) continue;
      // "E klas 220 cdi": an engine after its model, not a model of that number. "klio 4": a generation, no
      // Renault 4. "long range": a battery.
      if (/^(?:\d|\d{3})$/.test(key) && isNamedBefore(parts, from)) continue;
      if (key === "range" && words[from - 1] === "long") continue;
      // "150000 km reale": the kilometres belong to the figure.
      if (/^(?:km|kilometra)/.test(key) && isFigure(words[from - 1])) continue;
      const last = from + length - 1;
      if (length > 1 && /^\d$/.test(words[last] ?? "") && makesAmount(next)) continue;
      // "Fiat 500 e kuqe" is a red one, and no 500e.
      if (/\de$/.test(key) && words[last] === "e" && !isGlued(last) && adjectives.has(next)) continue;
      // "X6 m paket" has the package, it is no X6 M.
      if (words[last] === "m" && next.startsWith("paket")) continue;
      const meaning =
        choose(key, vocabulary.meanings.get(key) ?? [], brands, maxYear, parts) ??
        (length <= 2 || (length === 3 && words[last] === "d")
          ? modelCodeMeaning(key, brands, vocabulary)
          : null) ??
        (length === 1 ? classAfterBrand(words, from, parts, vocabulary) : null);
      if (meaning !== null) found = { from, to: from + length, meaning };
    }
    if (found === null) from++;
    else {
      parts.push(found);
      from = found.to;
    }
  }
  return withFeatures(words, parts);
}

/**
 * A name's meaning beside models: "M3 E46" is an M3 of those years, no other 3 Series. A model's "kombi" is its
 * estate; alone it is a bus.
 */
export function besideModels(meaning: Meaning, parts: readonly Part[]): Meaning {
  const models = parts.flatMap((part) =>
    part.meaning?.param === "model" && part.meaning !== meaning ? [part.meaning] : [],
  );
  if (meaning.param === "type" && meaning.label === kombi) {
    // "Transporter T5" is a Transporter.
    const isEstate = models.some(({ label }) => !vans.has(label) && !vans.has(label.replace(/ \S+$/, "")));
    return { ...meaning, ...(isEstate ? wagon : van) };
  }
  const isAnother =
    meaning.years !== undefined &&
    models.some(
      ({ values, brands, years }) =>
        years === undefined &&
        brands?.some((brand) => meaning.brands?.includes(brand)) &&
        !values.some((value) => meaning.values.includes(value)),
    );
  return isAnother ? { ...meaning, values: [] } : meaning;
}

/** Models that are buses themselves. */
const vans: ReadonlySet<string> = new Set(
  listed(
    "HiAce, Hiace, Transporter, Caravelle, Multivan, Crafter, Caddy, Vito, Viano, V-Class, Sprinter, Trafic, Master, Kangoo, " +
      "Transit, Transit Custom, Transit Connect, Tourneo, Tourneo Custom, Vivaro, Movano, Combo, Ducato, Scudo, Talento, " +
      "Doblò, Jumper, Jumpy, Boxer, Expert, Partner, Berlingo, Proace, H1, H-1, Staria, NV200, NV300, Daily",
  ),
);

const wagon = { values: ["Wagon"], label: carTypeLabels.Wagon };

const van = { values: ["Van"], label: carTypeLabels.Van };

/** Whether words from `from` to `to` overlap a name's. "2014 ose më e re" does not ask for a new one. */
export function isCut(part: Part, from: number, to: number): boolean {
  return part.from > from && part.from < to && part.meaning !== null && part.meaning.param !== "condition";
}
