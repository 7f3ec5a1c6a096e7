import { carTypes, conditions, fuels, origins, transmissions } from "#domain/cars/car-lists.ts";
import { carTypeLabel } from "#domain/messages/car-types.ts";
import { locations } from "#domain/places/locations.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import { fold } from "#domain/text/fold.ts";
import type { StockColumn } from "./stock-columns.ts";

interface Choice<Value> {
  readonly value: Value;
  /** As files write it; the first one is the template's. */
  readonly words: readonly string[];
}

function asTheyAre(values: readonly string[], more: Readonly<Record<string, string[]>> = {}) {
  return values.map((value) => ({ value, words: [value, ...(more[value] ?? [])] }));
}

/** Brands as dealers write them beside the list's own names. Misspelt ones are none of them: the dealer is asked. */
export const brandWords: Readonly<Record<string, readonly string[]>> = {
  "Alfa Romeo": ["Alfa"],
  "DS Automobiles": ["DS"],
  "Mercedes-Benz": ["Mercedes"],
  Volkswagen: ["VW"],
};

/** What is equal of two spellings of a brand: "mercedes benz", "Mercedes-Benz". */
export function brandKey(text: string): string {
  return fold(text).replaceAll("-", " ");
}

/** What a cell of a list may say. Texts are compared without case and accents. */
const choices = {
  karburanti: asTheyAre(fuels, {
    Benzinë: ["Benzin", "Benzina"],
    Diesel: ["Dizel", "Naftë", "Nafta"],
    Hybrid: ["Hibrid", "Hibride"],
    Elektrik: ["Elektrike"],
    GPL: ["Gaz", "LPG"],
  }),
  transmisioni: asTheyAre(transmissions, { Automatik: ["Automatike"], Manual: ["Manuale"] }),
  karroceria: carTypes.map((value) => ({ value, words: [carTypeLabel(value), value] })),
  origjina: asTheyAre(origins, { Evropë: ["Evropa"], Japoni: ["Japonia"], Kinë: ["Kina"] }),
  gjendja: asTheyAre(conditions),
  doganuar: [
    { value: true, words: ["po"] },
    { value: false, words: ["jo"] },
  ],
  qyteti: asTheyAre(locations),
} as const satisfies Partial<Record<StockColumn, readonly Choice<unknown>[]>>;

export type ListColumn = keyof typeof choices;

/** The columns that take words of a list alone. */
export const listColumns: readonly ListColumn[] = [
  "karburanti",
  "transmisioni",
  "karroceria",
  "origjina",
  "gjendja",
  "doganuar",
  "qyteti",
];

/** What a cell of a list means; undefined for a word that is not on it. */
export function readChoice(column: ListColumn, text: string): string | boolean | undefined {
  const wanted = fold(text);
  for (const { value, words } of choices[column]) {
    if (words.some((word) => fold(word) === wanted)) return value;
  }
  return undefined;
}

/** A value as the template and the export write it. */
export function writeChoice(column: ListColumn, value: string | boolean): string {
  return choices[column].find((choice) => choice.value === value)?.words[0] ?? String(value);
}

/** The words of a list, as the template writes them. */
export function wordsOf(column: ListColumn): string[] {
  return choices[column].map(({ words }) => words[0] ?? "");
}

/** The word that somebody may have meant: at most two letters away; null where none is near. */
export function nearestWord(text: string, words: readonly string[]): string | null {
  const typed = fold(text);
  let best: string | null = null;
  let distance = typed.length < 5 ? 2 : 3;
  for (const word of words) {
    const steps = editDistance(typed, fold(word), 2);
    if (steps < distance) [best, distance] = [word, steps];
  }
  return best;
}
