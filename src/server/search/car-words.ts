import { colorWords, noiseWords } from "#domain/search/synonyms.ts";
import { foldedWords } from "#domain/search/words.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import type { IndexedCar } from "./car-index.ts";

// The longest description holds some 800 words; nobody's fits more different ones.
const maxWordsPerCar = 600;
const maxWordLength = 30;
// Figures as long as this are phone numbers or chassis numbers, nothing to search by.
const longestFigure = 6;

const colorGroups = new Map(colorWords.flatMap((group) => group.map((word) => [word, group] as const)));

/** The other words for a colour, itself included; just the word where it names none. */
export function sameColor(word: string): readonly string[] {
  return colorGroups.get(word) ?? [word];
}

function isSearchable(word: string): boolean {
  return word.length <= maxWordLength && !(word.length > longestFigure && /^\d+$/.test(word));
}

function freeTextWords(text: string): string[] {
  return foldedWords(maskPhones(text, " ")).filter((word) => isSearchable(word) && !noiseWords.has(word));
}

/** Brand and model as words, joined ones too: "c-class" is found by "c", "class" and "cclass". */
function titleWords(car: WordedCar): string[] {
  const model = foldedWords(maskPhones(car.model, " ")).filter(isSearchable);
  return [...foldedWords(car.brand), ...model, ...(model.length > 1 ? [model.join("")] : [])];
}

function factWords(car: WordedCar): string[] {
  return [car.type, car.fuel, car.transmission, car.location, car.color ?? ""].flatMap(freeTextWords);
}

type WordedCar = Pick<
  IndexedCar,
  "brand" | "model" | "type" | "fuel" | "transmission" | "location" | "color" | "description"
>;

/** The words a car is found by: those of brand and model, and all of them. Phone numbers are in neither. */
export function carWords(car: WordedCar): { title: ReadonlySet<string>; text: ReadonlySet<string> } {
  const title = new Set(titleWords(car));
  const text = new Set([...title, ...factWords(car)]);
  for (const word of freeTextWords(car.description)) {
    if (text.size >= maxWordsPerCar) break;
    text.add(word);
  }
  return { title, text };
}
