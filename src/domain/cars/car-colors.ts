/** The colours that the form offers, each with what people call it in descriptions and searches, folded. */
const table = [
  { name: "E zezë", words: ["zeze", "zez", "zi", "zeza", "black"] },
  { name: "E bardhë", words: ["bardhe", "bardh", "bardha", "white"] },
  { name: "Hiri", words: ["hiri", "gri", "grey", "gray"] },
  { name: "E argjendtë", words: ["argjendte", "argjend", "silver", "argjendi"] },
  { name: "Blu", words: ["blu", "kalter", "kaltert", "blue"] },
  { name: "E kuqe", words: ["kuqe", "kuq", "kuqja", "red"] },
  { name: "E gjelbër", words: ["gjelber", "jeshile", "green"] },
  { name: "Kafe", words: ["kafe", "kafte", "brown"] },
  { name: "Bezhë", words: ["bezhe", "bezh", "beige"] },
  { name: "E verdhë", words: ["verdhe", "verdh", "yellow"] },
  { name: "Portokalli", words: ["portokalli", "orange"] },
  { name: "Vjollcë", words: ["vjollce", "purple"] },
] as const;

export type CarColor = (typeof table)[number]["name"];

/** What the form offers; the API takes any short text, because paint has more names than a list. */
export const carColors: readonly string[] = table.map(({ name }) => name);

const wordsByWord: ReadonlyMap<string, readonly string[]> = new Map(
  table.flatMap(({ words }) => words.map((word) => [word, words] as const)),
);

/** The words that name a colour. */
export const colorWords: ReadonlySet<string> = new Set(wordsByWord.keys());

/** The other words for a colour, itself included; just the word where it names none. */
export function sameColor(word: string): readonly string[] {
  return wordsByWord.get(word) ?? [word];
}
