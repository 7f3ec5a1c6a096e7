import { leavingStems } from "./countries.ts";
import { denialAfter, denialBefore } from "./denials.ts";
import { engineCodesOf, type EngineFacts } from "./engine-codes.ts";
import { type Feature, type FeaturedFacts, features, seatsFeature, seatsFeatures } from "./features.ts";
import { foldedWords } from "./words.ts";

/** Facts of a car beside its text. */
export interface TextedCar extends FeaturedFacts, EngineFacts {
  /** Whether the registration's end was given: then it decides, not the text. */
  hasRegistration: boolean;
  /** The number of seats, if given: then it decides, not the text. */
  seats: number | null;
}

interface Phrase {
  words: readonly string[];
  feature: Feature;
  sense: "said" | "saidUnlessDenied" | "except";
}

/** Length of the prefix by which wildcard phrases ("panoram*") are looked up. */
const beginning = 4;
const leavingWay = 3;

const byFirstWord = new Map<string, Phrase[]>();
const byBeginning = new Map<string, Phrase[]>();
for (const feature of features) {
  for (const sense of ["said", "saidUnlessDenied", "except"] as const) {
    for (const text of feature[sense] ?? []) {
      const words = text.split(" ");
      const [first = ""] = words;
      const isBeginning = first.endsWith("*") && first.length > beginning;
      const [phrases, key] = isBeginning ? [byBeginning, first.slice(0, beginning)] : [byFirstWord, first];
      phrases.set(key, [...(phrases.get(key) ?? []), { words, feature, sense }]);
    }
  }
}

/** Features that depend on facts and other features, in order. */
const derived = features.filter(({ isOf }) => isOf !== undefined);

function isWord(pattern: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  if (pattern === "#") return /^\d+$/.test(word);
  return pattern.endsWith("*") ? word.startsWith(pattern.slice(0, -1)) : pattern === word;
}

/** The longest phrases that begin at a word. */
function phrasesAt(words: readonly string[], at: number): readonly Phrase[] {
  const first = words[at] ?? "";
  const whole = byFirstWord.get(first);
  const begun = byBeginning.get(first.slice(0, beginning));
  if (whole === undefined && begun === undefined) return [];
  const found = [...(whole ?? []), ...(begun ?? [])].filter((phrase) =>
    phrase.words.every((pattern, index) => isWord(pattern, words[at + index])),
  );
  const longest = Math.max(0, ...found.map((phrase) => phrase.words.length));
  return found.filter((phrase) => phrase.words.length === longest);
}

/** "Për shkak të kthimit në Gjermani": the seller's destination, not the car's origin. */
function isLeaving(words: readonly string[], at: number): boolean {
  return words
    .slice(Math.max(0, at - leavingWay), at)
    .some((word) => leavingStems.some((stem) => word.startsWith(stem)));
}

function readClause(words: readonly string[], said: Set<string>, denied: Set<string>): void {
  for (let at = 0; at < words.length;) {
    const phrases = phrasesAt(words, at);
    const length = phrases[0]?.words.length ?? 1;
    for (const { feature, sense } of phrases) {
      if (sense === "except" || (feature.id.startsWith("from:") && isLeaving(words, at))) continue;
      const isDenied =
        denialBefore(words, at, feature.isFault === true) !== -1 || denialAfter(words, at + length) !== -1;
      if (!isDenied) said.add(feature.id);
      else if (sense === "said" && feature.opposite !== undefined) denied.add(feature.opposite);
    }
    at += length;
  }
}

/** Boundaries of statements: a negation does not cross them. */
const clauseEnd = /[!;\n|•·]|[.,](?!\d)/;

/** The folded words of a text by statement. */
export function clausesOf(text: string): (readonly string[])[] {
  return text.split(clauseEnd).map(foldedWords);
}

/** Ids of the features in the statements, and the opposites of negated ones. */
export function saidFeatures(clauses: readonly (readonly string[])[]): Set<string> {
  const said = new Set<string>();
  const denied = new Set<string>();
  for (const words of clauses) readClause(words, said, denied);
  for (const opposite of denied) said.add(opposite);
  return said;
}

/**
 * A car's features and engine codes by id, from its text (`clauses`), its facts and other sources (`others`).
 * If a text both states and denies a fault, the car has it.
 */
export function carFeatures(
  clauses: readonly (readonly string[])[],
  car: TextedCar,
  others: readonly string[] = [],
): ReadonlySet<string> {
  const said = saidFeatures(clauses);
  for (const id of others) said.add(id);
  if (said.has("accident")) said.delete("accidentFree");
  if (said.has("unregistered")) said.delete("registered");
  if (said.has("noPapers")) said.delete("papers");
  if (car.hasRegistration) {
    said.delete("registered");
    said.delete("unregistered");
  }
  if (car.seats !== null) {
    for (const id of seatsFeatures) said.delete(id);
    said.add(seatsFeature(car.seats));
  }
  for (const { id, isOf } of derived) if (isOf?.(car, said) === true) said.add(id);
  for (const code of engineCodesOf(clauses, car)) said.add(code);
  return said;
}
