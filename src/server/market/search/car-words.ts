import { type Equipment, equipmentList } from "#domain/cars/equipment.ts";
import { equipmentLabels } from "#domain/messages/equipment.ts";
import { recordOf } from "#domain/search/search-fields.ts";
import { noiseWords } from "#domain/search/noise.ts";
import { carFeatures, clausesOf, saidFeatures } from "#domain/search/feature-texts.ts";
import { foldedWords } from "#domain/search/words.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import type { IndexedCar } from "./indexed-car.ts";

const maxWordLength = 30;
// Longer figures are phone or chassis numbers, useless for searching.
const maxFigureDigits = 6;

function isSearchable(word: string): boolean {
  return word.length <= maxWordLength && !(word.length > maxFigureDigits && /^\d+$/.test(word));
}

function isTextWord(word: string): boolean {
  return isSearchable(word) && !noiseWords.has(word);
}

function freeTextWords(text: string): string[] {
  return foldedWords(maskPhones(text, " ")).filter(isTextWord);
}

/** Memoises short, frequent texts; cleared when full. */
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
  const words = foldedWords(maskPhones(name, " ")).filter(isSearchable);
  return words.length > 1 ? [...words, words.join("")] : words;
});
const factWords = remembering(freeTextWords);

/** Words for equipment count as if they were in the car's text. */
const equipmentWords: Readonly<Record<Equipment, readonly string[]>> = recordOf(equipmentList, (one) =>
  freeTextWords(equipmentLabels[one]),
);
const equipmentFeatures: Readonly<Record<Equipment, readonly string[]>> = recordOf(equipmentList, (one) => [
  ...saidFeatures([foldedWords(equipmentLabels[one])]),
]);

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
  | "seats"
>;

/**
 * The words and features of a car, with repetitions. `title`: words of brand and model, joined ones too
 * ("c-class" is found by "c", "class" and "cclass"). `text`: all words. Phone numbers are excluded. The length
 * of a description bounds them.
 */
export function carWords(car: WordedCar): {
  title: readonly string[];
  text: readonly string[];
  features: ReadonlySet<string>;
} {
  const title = [...nameWords(car.brand), ...nameWords(car.model)];
  const facts = [car.type, car.fuel, car.transmission, car.location, car.color ?? ""];
  const clauses = clausesOf(maskPhones(car.description, " "));
  const text = [
    ...title,
    ...facts.flatMap(factWords),
    ...car.equipment.flatMap((one) => equipmentWords[one]),
    ...clauses.flatMap((words) => words.filter(isTextWord)),
  ];
  const { brand, model, type, fuel, power, engineSize, seats } = car;
  const features = carFeatures(
    [nameWords(model), ...clauses],
    { brand, model, type, fuel, power, engineSize, seats, hasRegistration: car.registeredEnd !== null },
    car.equipment.flatMap((one) => equipmentFeatures[one]),
  );
  return { title, text, features };
}
