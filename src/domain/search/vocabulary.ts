import { origins } from "#domain/cars/car-lists.ts";
import { municipalities } from "#domain/places/municipalities.ts";
import { fold } from "#domain/text/fold.ts";
import { valueLabel } from "./search-fields.ts";
import { generations } from "./generations.ts";
import { featureMeaning } from "./feature-parts.ts";
import { features } from "./features.ts";
import { phoneticNames } from "./phonetic-names.ts";
import { brandSynonyms, locationSynonyms, mercedesClasses, namedValues, originPhrases } from "./synonyms.ts";
import { roughSoundOf, soundOf } from "./sound.ts";
import type { Meaning } from "./meaning.ts";
import { compact, foldedWords } from "./words.ts";

/** A candidate for spelling correction; a higher weight is likelier. */
export interface Spelling {
  word: string;
  weight: number;
  letters: number;
}

/** A bit mask of a word's letters: words with many different bits are far apart. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

/** The known words, independent of cars' texts. */
export interface Vocabulary {
  /** Names and synonyms without spaces ("landrover", "golf7") with their meanings, the likeliest first. */
  meanings: ReadonlyMap<string, readonly Meaning[]>;
  /** Candidates for spelling correction. */
  spellings: readonly Spelling[];
  /** Phonetic keys (`soundOf`) with the likeliest word of each. */
  sounds: ReadonlyMap<string, string>;
  /** Rough phonetic keys (`roughSoundOf`) with all their words. */
  roughSounds: ReadonlyMap<string, readonly string[]>;
  /** Words of the longest name. */
  longest: number;
}

/** The one word that is two body types. */
export const kombi = "kombi";

const weight = { brand: 3, list: 2, model: 1 } as const;

/** Models of each brand, from cars and the catalogue. */
export type ModelsByBrand = Readonly<Record<string, readonly string[]>>;

interface Named {
  name: string;
  folded: string;
}

/** A model and its variants by whole words: "Golf" is "Golf", "Golf Plus", "Golf Variant". */
function family(models: readonly Named[], name: string): string[] {
  const wanted = fold(name);
  const longer = `${wanted} `;
  return models
    .filter(({ folded }) => folded === wanted || folded.startsWith(longer))
    .map((model) => model.name);
}

function union(lists: readonly (readonly string[])[]): string[] {
  const byFolded = new Map<string, string>();
  for (const value of lists.flat()) if (!byFolded.has(fold(value))) byFolded.set(fold(value), value);
  return [...byFolded.values()];
}

/** Albanian has Prishtinë and Prishtina, Prizren and Prizreni. */
function definiteForm(town: string): string {
  const folded = fold(town);
  return folded.endsWith("e") ? `${folded.slice(0, -1)}a` : `${folded}i`;
}

/** Builds the vocabulary from the known models. */
export function buildVocabulary(modelsByBrand: ModelsByBrand): Vocabulary {
  const meanings = new Map<string, Meaning[]>();
  const weights = new Map<string, number>();
  let longest = 1;
  const models = new Map(
    Object.entries(modelsByBrand).map(([brand, names]) => [
      brand,
      names.map((name) => ({ name, folded: fold(name) })),
    ]),
  );

  /** `likelihood` 0: never a correction. Of names outside the lists only the whole is a candidate. */
  const add = (name: string, meaning: Meaning, likelihood: number, isOwnName = true): void => {
    const words = foldedWords(name);
    const key = words.join("");
    if (key === "") return;
    longest = Math.max(longest, words.length);
    const there = meanings.get(key) ?? [];
    const same = there.findIndex((other) => other.param === meaning.param && other.years === undefined);
    if (same === -1) there.push(meaning);
    else {
      const other = there[same];
      // "Kombi" is two types, "Voyager" a model of two brands: one filter, any of them.
      if (other !== undefined && meaning.years === undefined) {
        there[same] = {
          ...other,
          values: union([other.values, meaning.values]),
          ...(other.brands === undefined && meaning.brands === undefined
            ? {}
            : { brands: union([other.brands ?? [], meaning.brands ?? []]) }),
        };
      }
    }
    meanings.set(key, there);
    for (const word of isOwnName ? [...words, key] : [key]) {
      if (likelihood > 0 && word.length >= 4 && !/\d/.test(word))
        weights.set(word, Math.max(weights.get(word) ?? 0, likelihood));
    }
  };

  // Generations first, so that "golf 7" is one even if somebody names a model "Golf 7".
  for (const { brand, model, names, from, to, except = [] } of generations) {
    const values = family(models.get(brand) ?? [], model).filter((name) => !except.includes(name));
    if (values.length === 0) continue;
    for (const name of names) {
      const label = `${model} ${name.split(" ").at(-1)?.toUpperCase() ?? ""}`;
      const key = compact(name);
      const there = meanings.get(key);
      if (there === undefined)
        add(name, { param: "model", values, label, brands: [brand], years: { from, to }, except }, 0);
    }
  }

  for (const brand of Object.keys(modelsByBrand)) {
    const meaning: Meaning = { param: "brand", values: [brand], label: brand };
    for (const name of [brand, ...(brandSynonyms[brand] ?? [])]) add(name, meaning, weight.brand);
  }

  for (const { field, value, names } of namedValues) {
    const meaning: Meaning = { param: field, values: [value], label: valueLabel(field, value) };
    for (const name of names) add(name, meaning, weight.list);
  }
  // A bus by itself, an estate beside a model: resolved later.
  add(kombi, { param: "type", values: ["Van"], label: kombi }, weight.list);
  for (const origin of origins) {
    for (const phrase of originPhrases[origin] ?? []) {
      // The phrases' words are no candidates for corrections.
      const key = compact(phrase);
      longest = Math.max(longest, phrase.split(" ").length);
      if (!meanings.has(key)) meanings.set(key, [{ param: "origin", values: [origin], label: origin }]);
    }
  }
  for (const feature of features) {
    // Several words are no correction of one.
    for (const name of feature.asked)
      add(name, featureMeaning(feature), name.includes(" ") ? 0 : weight.list, false);
  }
  for (const { name, aliases } of municipalities) {
    const names = [name, ...aliases];
    add(name, { param: "location", values: [name], label: name }, weight.list);
    // Spoken forms: Gjakov, Klin.
    if (!name.includes(" ") && fold(name).endsWith("e"))
      add(fold(name).slice(0, -1), { param: "location", values: [name], label: name }, weight.list);
    for (const one of [...names, ...names.map(definiteForm), ...(locationSynonyms[name] ?? [])]) {
      add(one, { param: "location", values: [name], label: name }, weight.list, false);
    }
  }

  for (const [brand, known] of models) {
    for (const { name: model } of known) {
      const meaning: Meaning = {
        param: "model",
        values: family(known, model),
        label: model,
        brands: [brand],
      };
      add(model, meaning, weight.model);
      // Estates of a maker who writes "Combi" with a C.
      if (model.endsWith(" Combi")) add(model.replace("Combi", "Kombi"), meaning, weight.model);
    }
  }
  for (const { subject, names } of [...phoneticNames, ...mercedesClasses]) {
    const brand = Object.keys(modelsByBrand).find((one) => subject.startsWith(`${one} `));
    const model = subject.slice((brand?.length ?? 0) + 1);
    const values = brand === undefined ? [] : family(models.get(brand) ?? [], model);
    if (brand === undefined || values.length === 0) continue;
    for (const name of names) {
      add(name, { param: "model", values, label: model, brands: [brand] }, weight.model);
      // "Pasat variant", "tranzit custom": a phonetic model with a literal variant.
      for (const variant of values) {
        const rest = fold(variant).slice(fold(model).length);
        if (rest === "") continue;
        const meaning: Meaning = {
          param: "model",
          values: family(models.get(brand) ?? [], variant),
          label: variant,
          brands: [brand],
        };
        for (const said of new Set([rest, rest.replace(" combi", " kombi")]))
          if (!meanings.has(compact(name + said))) add(name + said, meaning, 0);
      }
    }
  }
  const spellings = [...weights].map(([word, likelihood]) => ({
    word,
    weight: likelihood,
    letters: lettersOf(word),
  }));
  const sounds = new Map<string, string>();
  for (const { word } of spellings.toSorted((a, b) => a.weight - b.weight)) sounds.set(soundOf(word), word);
  const roughSounds = Map.groupBy(weights.keys(), roughSoundOf);
  return { meanings, spellings, sounds, roughSounds, longest };
}
