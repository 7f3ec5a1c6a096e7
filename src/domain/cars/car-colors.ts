/** The colours of the form, each with its paint. Words for them are in domain/search/color-words.ts. */
const table = [
  { name: "E zezë", swatch: "#1a1c1f" },
  { name: "E bardhë", swatch: "#ffffff" },
  { name: "Hiri", swatch: "#7d8288" },
  { name: "E argjendtë", swatch: "#c8ccd1" },
  { name: "Blu", swatch: "#1f55a5" },
  { name: "E kuqe", swatch: "#b9261f" },
  { name: "E gjelbër", swatch: "#2f6f47" },
  { name: "Kafe", swatch: "#6b4630" },
  { name: "Bezhë", swatch: "#d8c5a0" },
  { name: "E verdhë", swatch: "#f0c419" },
  { name: "Portokalli", swatch: "#e7741f" },
  { name: "Vjollcë", swatch: "#6c3f97" },
] as const;

export type CarColor = (typeof table)[number]["name"];

/** The form's colours. The API takes any short text, because paint has more names than a list. */
export const carColors: readonly string[] = table.map(({ name }) => name);

/** The paint of one of the form's colours; null for any other. */
export function swatchOf(color: string): string | null {
  return table.find(({ name }) => name === color)?.swatch ?? null;
}
