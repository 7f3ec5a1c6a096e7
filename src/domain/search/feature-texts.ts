import { leavingStems } from "./countries.ts";
import { denialAfter, denialBefore } from "./denials.ts";
import { engineCodesOf, type EngineFacts } from "./engine-codes.ts";
import { type Feature, type FeaturedFacts, features, seatsFeature, seatsFeatures } from "./features.ts";
import { foldedWords } from "./words.ts";

/** What is told of a car beside its words. */
export interface TextedCar extends FeaturedFacts, EngineFacts {
  /** Whether it was given until when the car is registered: then that decides, and no text. */
  hasRegistration: boolean;
  /** How many seats it was given to have, if it was: then that decides, and no text. */
  seats: number | null;
}

interface Phrase {
  words: readonly string[];
  feature: Feature;
  sense: "said" | "saidUnlessDenied" | "except";
}

/** So much of a beginning ("panoram*") finds its phrases. */
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

/** Those that facts and others decide, in their order. */
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

/** "Për shkak të kthimit në Gjermani": where the seller goes, and not where the car comes from. */
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

/** Where one statement ends and the next begins: a denial reaches no further. */
const clauseEnd = /[!;\n|•·]|[.,](?!\d)/;

/** The folded words of a text, statement by statement. */
export function clausesOf(text: string): (readonly string[])[] {
  return text.split(clauseEnd).map(foldedWords);
}

/** The ids of the features that statements say, and the opposites of those that they deny. */
export function saidFeatures(clauses: readonly (readonly string[])[]): Set<string> {
  const said = new Set<string>();
  const denied = new Set<string>();
  for (const words of clauses) readClause(words, said, denied);
  for (const opposite of denied) said.add(opposite);
  return said;
}

/**
 * What a car has or is, as its text (`clauses`) and its facts say it: features and engine codes by their ids, and what
 * is said of it elsewhere (`others`). Where a text says both a fault and that there is none, it has it.
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
