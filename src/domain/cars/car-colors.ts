/** The colours that the form offers, each with its paint and what people call it in descriptions and searches, folded. */
const table = [
  { name: "E zezë", swatch: "#1a1c1f", words: ["zeze", "zez", "zi", "zeza", "black"] },
  { name: "E bardhë", swatch: "#ffffff", words: ["bardhe", "bardh", "bardha", "white"] },
  { name: "Hiri", swatch: "#7d8288", words: ["hiri", "gri", "grey", "gray"] },
  { name: "E argjendtë", swatch: "#c8ccd1", words: ["argjendte", "argjend", "silver", "argjendi"] },
  { name: "Blu", swatch: "#1f55a5", words: ["blu", "kalter", "kaltert", "blue"] },
  { name: "E kuqe", swatch: "#b9261f", words: ["kuqe", "kuq", "kuqja", "red"] },
  { name: "E gjelbër", swatch: "#2f6f47", words: ["gjelber", "jeshile", "green"] },
  { name: "Kafe", swatch: "#6b4630", words: ["kafe", "kafte", "brown"] },
  { name: "Bezhë", swatch: "#d8c5a0", words: ["bezhe", "bezh", "beige"] },
  { name: "E verdhë", swatch: "#f0c419", words: ["verdhe", "verdh", "yellow"] },
  { name: "Portokalli", swatch: "#e7741f", words: ["portokalli", "orange"] },
  { name: "Vjollcë", swatch: "#6c3f97", words: ["vjollce", "purple"] },
] as const;

export type CarColor = (typeof table)[number]["name"];

/** What the form offers; the API takes any short text, because paint has more names than a list. */
export const carColors: readonly string[] = table.map(({ name }) => name);

/** The paint of a colour that the form offers; null for any other. */
export function swatchOf(color: string): string | null {
  return table.find(({ name }) => name === color)?.swatch ?? null;
}

const wordsByWord: ReadonlyMap<string, readonly string[]> = new Map(
  table.flatMap(({ words }) => words.map((word) => [word, words] as const)),
);

/** The words that name a colour. */
export const colorWords: ReadonlySet<string> = new Set(wordsByWord.keys());

/** The other words for a colour, itself included; just the word where it names none. */
export function sameColor(word: string): readonly string[] {
  return wordsByWord.get(word) ?? [word];
}
