import type { CarColor } from "#domain/cars/car-colors.ts";

/** Words for the form's colours in descriptions and searches, folded. Separate, because browsers do not need them. */
const wordsOf: Readonly<Record<CarColor, readonly string[]>> = {
  "E zezë": ["zeze", "zez", "zi", "zeza", "black"],
  "E bardhë": ["bardhe", "bardh", "bardha", "white"],
  Hiri: ["hiri", "gri", "grey", "gray"],
  "E argjendtë": ["argjendte", "argjend", "silver", "argjendi"],
  Blu: ["blu", "kalter", "kaltert", "blue"],
  "E kuqe": ["kuqe", "kuq", "kuqja", "red"],
  "E gjelbër": ["gjelber", "jeshile", "green"],
  Kafe: ["kafe", "kafte", "brown"],
  Bezhë: ["bezhe", "bezh", "beige"],
  "E verdhë": ["verdhe", "verdh", "yellow"],
  Portokalli: ["portokalli", "orange"],
  Vjollcë: ["vjollce", "purple"],
};

const wordsByWord: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(wordsOf).flatMap((words) => words.map((word) => [word, words] as const)),
);

/** The words that name a colour. */
export const colorWords: ReadonlySet<string> = new Set(wordsByWord.keys());

/** The synonyms of a colour, itself included; just the word if it is no colour. */
export function sameColor(word: string): readonly string[] {
  return wordsByWord.get(word) ?? [word];
}
