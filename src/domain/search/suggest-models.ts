import { type CarType, type Fuel, carTypes, fuels } from "#domain/cars/car-lists.ts";
import { likelyFuels, typesOf } from "#domain/catalogue/model-facts.ts";
import { modelRank } from "#domain/catalogue/popular.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import { engineSaid } from "./engine-names.ts";
import { generations } from "./generations.ts";
import { phoneticNames } from "./phonetic-names.ts";
import type { QueryMeaning } from "./query-meaning.ts";
import { soundOf } from "./sound.ts";
import { brandSynonyms } from "./synonyms.ts";
import { type TextWords, understandQuery } from "./understand.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { type Word, compact, foldedWords, wordsOf } from "./words.ts";

/** Facts that follow from the typed words and the model. Size in cm³, power in kW, both years included. */
export interface ModelFills {
  type?: CarType;
  fuel?: Fuel;
  engineSize?: number;
  power?: number;
  years?: [number, number];
}

export interface ModelOffer {
  brand: string;
  model: string;
  fills: ModelFills;
}

interface Candidate {
  brand: string;
  model: string;
  /** Without spaces: its name and its phonetic names. */
  key: string;
  others: readonly string[];
  words: readonly string[];
  /** Names of its brand. */
  brands: readonly string[];
}

const maxOffers = 8;
/** Characters beyond these are ignored: a model's name has at most 60. */
const maxTypedLength = 80;

// The cars' texts are ignored: a seller's next car may be the first of its kind.
const noTexts: TextWords = { has: () => false, hasPrefix: () => false, hasNumber: () => false };

/**
 * Suggests a catalogue's models by all names that the search knows: phonetic, generation, series, class, engine
 * code, misspelt and incomplete.
 */
export class ModelSuggester {
  readonly #vocabulary: Vocabulary;
  readonly #candidates: readonly Candidate[];
  readonly #byName: ReadonlyMap<string, readonly Candidate[]>;
  readonly #byKey: ReadonlyMap<string, readonly Candidate[]>;

  /** `models`: the models to suggest, by brand. The vocabulary may know more. */
  constructor(models: ReadonlyMap<string, readonly string[]>, vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    const byEar = Map.groupBy(phoneticNames, ({ subject }) => subject);
    this.#candidates = [...models].flatMap(([brand, names]) => {
      const brands = [brand, ...(brandSynonyms[brand] ?? [])].map(compact);
      return names.map((model) => ({
        brand,
        model,
        key: compact(model),
        others: (byEar.get(`${brand} ${model}`) ?? []).flatMap(({ names }) => names.map(compact)),
        words: foldedWords(model),
        brands,
      }));
    });
    this.#byName = Map.groupBy(this.#candidates, ({ model }) => model);
    this.#byKey = Map.groupBy(this.#candidates, ({ key }) => key);
  }

  /**
   * The models that a seller may mean, the likeliest first, at most 8; only of this brand if one is chosen.
   * Empty if none is near: the model may be missing in the catalogue. `maxYear` is the newest model year.
   */
  suggest(q: string, brand: string | null, maxYear: number): ModelOffer[] {
    const typed = completed(q.slice(0, maxTypedLength), brand, this.#byKey);
    const words = wordsOf(typed);
    if (words.length === 0) return [];
    const meaning = understandQuery(
      brand === null ? typed : `${brand} ${typed}`,
      this.#vocabulary,
      noTexts,
      maxYear,
    );
    const ofBrand = brand === null ? this.#candidates : this.#candidates.filter((one) => one.brand === brand);
    const found = new Set([
      ...sameName(ofBrand, typed),
      ...this.#understood(meaning, brand, words),
      ...begun(ofBrand, typed),
    ]);
    if (found.size === 0 && brand !== null) for (const one of near(ofBrand, words)) found.add(one);
    return [...found].slice(0, maxOffers).map((one) => ({
      brand: one.brand,
      model: one.model,
      fills: fillsOf(one, meaning, words, maxYear),
    }));
  }

  /** The understood models: first the variant that the other words name, then the other variants. */
  #understood(meaning: QueryMeaning, brand: string | null, words: readonly Word[]): Candidate[] {
    const typed = new Set(words.flatMap(({ folded }) => [folded, folded === "kombi" ? "combi" : folded]));
    const said = brand === null ? meaning.lists.brand : [brand];
    const families = meaning.understood
      .filter(({ param }) => param === "model")
      .map(({ value }) => {
        const all = value.split(",").flatMap((name) => this.#byName.get(name) ?? []);
        const right = all.filter((one) => said.includes(one.brand));
        const family = right.length > 0 ? right : brand === null && said.length === 0 ? all : [];
        return family
          .map((one) => ({ one, fit: fitOf(one, family, typed) }))
          .toSorted(
            (a, b) =>
              b.fit - a.fit ||
              modelRank(a.one.brand, a.one.model) - modelRank(b.one.brand, b.one.model) ||
              a.one.key.length - b.one.key.length,
          )
          .map(({ one }) => one);
      });
    // The first of each before further ones of any.
    return [...families.flatMap((family) => family.slice(0, 1)), ...families.flat()];
  }
}

/** BMW's engine codes: other makers have no such models, unless the catalogue has one. */
const bareBmw = /^[1-8](?:1[468]|2[03458]|3[05]|4[05]|50|60)$/;
/** A generation's code without its model: "b7", "8p", "mk4"; for Mercedes "211". */
const bareCode = /^(?:[a-z]\d|\d[a-z]|mk\d|\d{3})$/;
/** "mercedes 220" is an engine of a C-Class or an E-Class, no S-Class of 1998. */
const engines: ReadonlySet<string> = new Set(["220"]);

/** "Audi b7" -> "a4 b7", "Mercedes-Benz 211" -> "w211". */
const generationByCode: ReadonlyMap<string, string> = new Map(
  generations
    .flatMap(({ brand, names }) =>
      names.map((name): [string, string] => [`${brand} ${name.replace(/^[ws](?=\d{3}$)|^.* /, "")}`, name]),
    )
    // The first entry of a code wins: the map is built in reverse order.
    .toReversed(),
);

/**
 * Adds what sellers omit: BMW before "320", the model before its generation if the brand is chosen ("b7") or
 * typed ("mercedes 211").
 */
function completed(
  typed: string,
  brand: string | null,
  byKey: ReadonlyMap<string, readonly Candidate[]>,
): string {
  const [first = "", second, ...more] = foldedWords(typed);
  if (brand === null && bareBmw.test(first) && !byKey.has(first)) return `BMW ${typed}`;
  const isSaid = brand === null && second !== undefined && more.length === 0;
  const said = brand ?? (isSaid ? brandCalled(first) : null);
  const code = isSaid ? second : first;
  if (said === null || !bareCode.test(code) || engines.has(code)) return typed;
  if (byKey.get(code)?.some((one) => one.brand === said) === true) return typed;
  const name = generationByCode.get(`${said} ${code}`);
  if (name === undefined && byKey.has(`w${code}`)) return typed.replace(code, `w${code}`);
  return name === undefined ? typed : typed.replace(code, name);
}

/** The brand of this name; null for all other words. */
function brandCalled(word: string): string | null {
  const [brand] =
    Object.entries(brandSynonyms).find(([name, others]) =>
      [name, ...others].some((each) => compact(each) === word),
    ) ?? [];
  return brand ?? null;
}

/** How many words of a variant's name were typed beyond the family's; negative if one is missing. */
function fitOf(one: Candidate, family: readonly Candidate[], typed: ReadonlySet<string>): number {
  const base = family.reduce((shortest, other) =>
    other.key.length < shortest.key.length ? other : shortest,
  );
  const more = one.words.filter((word) => !base.words.includes(word));
  return more.every((word) => typed.has(word)) ? more.length : -1;
}

/** The model of exactly this name. */
function sameName(candidates: readonly Candidate[], typed: string): Candidate[] {
  const key = compact(typed);
  // A bare figure or letter may be a model of any brand: the parsed meaning decides.
  if (/^\w?\d{0,2}$/.test(key) && new Set(candidates.map(({ brand }) => brand)).size > 1) return [];
  return candidates.filter((one) => one.key === key).toSorted(byRank);
}

function byRank(a: Candidate, b: Candidate): number {
  return modelRank(a.brand, a.model) - modelRank(b.brand, b.model) || (a.model < b.model ? -1 : 1);
}

/** Models whose name, or a word of it, begins with the typed text, with or without the brand. */
function begun(candidates: readonly Candidate[], typed: string): Candidate[] {
  const key = compact(typed);
  const isOneBrand = new Set(candidates.map(({ brand }) => brand)).size === 1;
  return candidates
    .map((one) => ({ one, rank: beginning(one, key, isOneBrand) }))
    .filter(({ rank }) => rank < 4)
    .toSorted((a, b) => a.rank - b.rank || byRank(a.one, b.one))
    .map(({ one }) => one);
}

function beginning(one: Candidate, key: string, isOneBrand: boolean): number {
  if (one.key.startsWith(key)) return 0;
  if (key.length >= 3 && one.others.some((other) => other.startsWith(key))) return 1;
  // "Audi" alone is a prefix of each.
  if (one.brands.some((brand) => key.length >= brand.length && (brand + one.key).startsWith(key))) return 2;
  const isPart = one.words.some((word) => word.startsWith(key)) || one.key.includes(key);
  return isOneBrand && key.length >= 2 && isPart ? 3 : 4;
}

/** For a chosen brand: models with the same phonetic key as a typed word, or within a small edit distance. */
function near(candidates: readonly Candidate[], words: readonly Word[]): Candidate[] {
  const typed = words.map(({ folded }) => folded).filter((word) => word.length >= 4 && !/\d/.test(word));
  const figures = new Set(words.flatMap(({ folded }) => folded.match(/\d+/g) ?? []));
  return (
    candidates
      // "Atto 1" is no misspelt Atto 2, but a missing model.
      .filter(({ words: own }) => {
        const theirs = own.flatMap((word) => word.match(/\d+/g) ?? []);
        return figures.size === 0 || theirs.length === 0 || theirs.some((figure) => figures.has(figure));
      })
      .map((one) => ({ one, distance: Math.min(...typed.map((word) => distanceTo(one, word))) }))
      .filter(({ distance }) => distance <= 2)
      .toSorted((a, b) => a.distance - b.distance || byRank(a.one, b.one))
      .map(({ one }) => one)
  );
}

function distanceTo(one: Candidate, word: string): number {
  const names = [one.key, ...one.words, ...one.others].filter((name) => name.length >= 4);
  const sound = soundOf(word);
  if (names.some((name) => soundOf(name) === sound)) return 0;
  const limit = word.length >= 7 ? 2 : 1;
  const distance = Math.min(...names.map((name) => editDistance(word, name, limit)));
  return distance <= limit ? distance : 3;
}

const knownType = (value: string): CarType | undefined => carTypes.find((type) => type === value);
const knownFuel = (value: string): Fuel | undefined => fuels.find((fuel) => fuel === value);

const codeSign = /^engine:\d+([di])$/;

function fillsOf(
  { brand, model }: Candidate,
  meaning: QueryMeaning,
  words: readonly Word[],
  maxYear: number,
): ModelFills {
  const { lists, bounds, features } = meaning;
  const fills: ModelFills = {};
  const [saidType, otherType] = lists.type;
  const [type, another] = typesOf(brand, model);
  const wanted = saidType !== undefined && otherType === undefined ? saidType : another === undefined && type;
  const known = typeof wanted === "string" ? knownType(wanted) : undefined;
  if (known !== undefined) fills.type = known;
  const { fuel: ofEngine, engineSize, power } = engineSaid(words);
  const sign = features.map(({ id }) => codeSign.exec(id)?.[1]).find((found) => found !== undefined);
  const [saidFuel, otherFuel] = lists.fuel;
  const [likely, alsoLikely] = likelyFuels(brand, model);
  const fuel =
    (saidFuel !== undefined && otherFuel === undefined ? knownFuel(saidFuel) : undefined) ??
    (sign === "d" ? "Diesel" : sign === "i" ? "Benzinë" : undefined) ??
    ofEngine ??
    (alsoLikely === undefined ? likely : undefined);
  if (fuel !== undefined) fills.fuel = fuel;
  if (engineSize !== undefined) fills.engineSize = engineSize;
  if (power !== undefined) fills.power = power;
  if (bounds.minYear !== null) fills.years = [bounds.minYear, Math.min(bounds.maxYear ?? maxYear, maxYear)];
  return fills;
}
