import { comingWords } from "./countries.ts";
import { denialAfter, denialBefore } from "./denials.ts";
import { engineFeature } from "./engine-codes.ts";
import { featureLabels } from "#domain/messages/features.ts";
import { type Feature, featureOf } from "./features.ts";
import { listed } from "./listed.ts";
import type { Meaning, Part } from "./meaning.ts";
import { operatorWords, otherUnits, thousandWords } from "./typed-bounds.ts";

const timeWords: ReadonlySet<string> = new Set(
  listed("muaj, muj, muajsh, vjet, vjeqare, vjecare, vit, vite, viti, dite"),
);

/** Words that ask for a feature. */
export function featureMeaning({ id, label }: Feature): Meaning {
  return { param: "feature", values: [id], label };
}

/** Words that ask for an engine by its code `typed`. */
export function engineMeaning(digits: string, sign: string): Meaning {
  return { param: "feature", values: [engineFeature(digits, sign)], label: digits + sign };
}

function denied(feature: Feature): Meaning {
  if (feature.opposite !== undefined) return featureMeaning(featureOf(feature.opposite));
  return { ...featureMeaning(feature), label: featureLabels.without(feature.id, feature.label), not: true };
}

/** With its context: origin, duration, negation. `start`: the leftmost limit. */
function whole(words: readonly string[], part: Part, feature: Feature, start: number): Part {
  let { from, to } = part;
  if (feature.id.startsWith("from:")) while (from > start && comingWords.has(words[from - 1] ?? "")) from--;
  const isLasting = feature.id === "registered" || feature.id === "warranty";
  if (isLasting && /^\d{1,2}$/.test(words[to] ?? "") && timeWords.has(words[to + 1] ?? "")) to += 2;
  const before = denialBefore(words, from, feature.isFault === true);
  if (before >= start) return { from: before, to, meaning: denied(feature) };
  const after = denialAfter(words, to);
  if (after !== -1) return { from, to: after, meaning: denied(feature) };
  return { from, to, meaning: featureMeaning(feature) };
}

/** Models named after their engines: a 3 Series has three figures beginning with 3, a Mercedes class any. */
function isEngineOf(digits: string, { meaning }: Part): boolean {
  if (meaning?.param !== "model") return false;
  if (meaning.brands?.includes("BMW") === true) return meaning.label.startsWith(`${digits[0]} Series`);
  return (
    meaning.brands?.includes("Mercedes-Benz") === true &&
    /^(?:[A-Z]-Class|[A-Z]{2,3})(?: |$)/.test(meaning.label) &&
    Number(digits) >= 160 &&
    Number(digits) <= 650
  );
}

/** "E klas 220 cdi": engines separate from their models. */
function enginesIn(words: readonly string[], parts: readonly Part[]): Part[] {
  return words.flatMap((word, at): Part[] => {
    const next = words[at + 1] ?? "";
    const isFigure =
      /^\d{3}$/.test(word) &&
      !otherUnits.has(next) &&
      !thousandWords.has(next) &&
      !/^(?:euro?|km)$/.test(next) &&
      !operatorWords.has(words[at - 1] ?? "") &&
      parts.every((part) => at < part.from || at >= part.to);
    if (!isFigure || !parts.some((part) => isEngineOf(word, part))) return [];
    const isDiesel = next === "d";
    return [{ from: at, to: at + (isDiesel ? 2 : 1), meaning: engineMeaning(word, isDiesel ? "d" : "") }];
  });
}

/** Finds the longest parts that ask for features, and the engines among the other words. */
export function withFeatures(words: readonly string[], parts: readonly Part[]): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const start = found.at(-1)?.to ?? 0;
    if (part.from < start) continue;
    const [id = ""] = part.meaning?.param === "feature" ? part.meaning.values : [];
    found.push(id === "" ? part : whole(words, part, featureOf(id), start));
  }
  return [...found, ...enginesIn(words, found)].toSorted((a, b) => a.from - b.from);
}
