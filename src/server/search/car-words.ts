import { type Equipment, equipmentList } from "#domain/cars/equipment.ts";
import { equipmentLabels } from "#domain/messages/equipment.ts";
import { recordOf } from "#domain/search/search-fields.ts";
import { noiseWords } from "#domain/search/noise.ts";
import { carFeatures, clausesOf } from "#domain/search/feature-texts.ts";
import { foldedWords } from "#domain/search/words.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import type { IndexedCar } from "./indexed-car.ts";

// The longest description holds some 800 words; nobody's fits more different ones.
const maxWordsPerCar = 600;
const maxWordLength = 30;
// Figures as long as this are phone numbers or chassis numbers, nothing to search by.
const longestFigure = 6;

function isSearchable(word: string): boolean {
  return word.length <= maxWordLength && !(word.length > longestFigure && /^\d+$/.test(word));
}

function wordsWithoutPhones(text: string): string[] {
  return foldedWords(maskPhones(text, " ")).filter(isSearchable);
}

const isFree = (word: string): boolean => !noiseWords.has(word);

function freeTextWords(text: string): string[] {
  return wordsWithoutPhones(text).filter(isFree);
}

/** Remembers what short, ever repeated texts gave; forgets all of it when there are too many. */
function remembering(read: (text: string) => string[]): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    let words = known.get(text);
    if (words === undefined) {
      if (known.size >= 20_000) known.clear();
      words = read(text);
      known.set(text, words);
    }
    return words;
  };
}

const nameWords = remembering((name) => {
  const words = wordsWithoutPhones(name);
  return words.length > 1 ? [...words, words.join("")] : words;
});
const factWords = remembering(freeTextWords);

/** Folded, a statement for each: what equipment is called is said of the car as if its text said it. */
const equipmentWords: Readonly<Record<Equipment, readonly string[]>> = recordOf(equipmentList, (one) =>
  foldedWords(equipmentLabels[one]),
);

type WordedCar = Pick<
  IndexedCar,
  | "brand"
  | "model"
  | "type"
  | "fuel"
  | "transmission"
  | "location"
  | "color"
  | "description"
  | "registeredEnd"
  | "power"
  | "engineSize"
  | "equipment"
>;

/**
 * The words a car is found by: those of brand and model, joined ones too ("c-class" is found by "c", "class" and
 * "cclass"), and all of them; and what its text and its facts say that it has. Phone numbers are nowhere.
 */
export function carWords(car: WordedCar): {
  title: ReadonlySet<string>;
  text: ReadonlySet<string>;
  features: ReadonlySet<string>;
} {
  const title = new Set(nameWords(car.brand));
  for (const word of nameWords(car.model)) title.add(word);
  const text = new Set(title);
  for (const fact of [car.type, car.fuel, car.transmission, car.location, car.color ?? ""]) {
    for (const word of factWords(fact)) text.add(word);
  }
  const clauses = [
    ...car.equipment.map((one) => equipmentWords[one]),
    ...clausesOf(maskPhones(car.description, " ")),
  ];
  for (const word of clauses.flat()) {
    if (text.size >= maxWordsPerCar) break;
    if (isSearchable(word) && isFree(word)) text.add(word);
  }
  const hasRegistration = car.registeredEnd !== null;
  const features = carFeatures([[...nameWords(car.model)], ...clauses], { ...car, hasRegistration });
  return { title, text, features };
}
