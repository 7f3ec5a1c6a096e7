import { carFieldTexts } from "#domain/messages/car-fields.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import { fold } from "#domain/text/fold.ts";
import { type FactOfFile, factColumns } from "./stock-columns.ts";
import { type ColumnWords, type StockColumn, stockTable } from "./stock-table.ts";

type ListedValue = string | boolean;

interface Choices {
  /** As the template and the export write them. */
  readonly written: ReadonlyMap<ListedValue, string>;
  /** Every word for a value, folded. */
  readonly values: ReadonlyMap<string, ListedValue>;
  /** The written words first, then the others. */
  readonly words: readonly string[];
}

/** What is equal of two words: "mercedes benz", "Mercedes-Benz"; "SUV / Geländewagen", "SUV/Gelandewagen". */
export function wordKey(text: string): string {
  return fold(text.replaceAll("-", " ").replaceAll(/\s*\/\s*/g, "/"));
}

function choicesOf(
  values: readonly ListedValue[],
  more: Readonly<Record<string, readonly string[]>>,
  write: (value: ListedValue) => string = String,
): Choices {
  const own = values.map((value) => [value, write(value)] as const);
  // A value's own name is its alone, whatever else is called so.
  const others = values.flatMap((value) => [
    [value, String(value)] as const,
    ...(more[String(value)] ?? []).map((word) => [value, word] as const),
  ]);
  const found = new Map<string, ListedValue>();
  for (const [value, word] of [...own, ...others])
    if (!found.has(wordKey(word))) found.set(wordKey(word), value);
  return {
    written: new Map(own),
    values: found,
    words: [...own, ...others].map(([, word]) => word),
  };
}

const table: Readonly<Record<StockColumn, ColumnWords>> = stockTable;

function choicesIn({ name, column, field }: FactOfFile): Choices | null {
  const more = table[column].words ?? {};
  const labels = carFieldTexts[name].values;
  if (field.kind === "choice")
    return choicesOf(field.values, more, (value) => labels?.[String(value)] ?? String(value));
  if (field.kind === "flag") return choicesOf([true, false], more, (value) => (value === true ? "po" : "jo"));
  return field.kind === "text" && field.usual !== undefined ? choicesOf(field.usual, more) : null;
}

/** What a cell of a list may say, and what cells of texts usually say. */
const choices: ReadonlyMap<StockColumn, Choices> = new Map(
  factColumns.flatMap((fact) => {
    const found = choicesIn(fact);
    return found === null ? [] : [[fact.column, found] as const];
  }),
);

/** What a word means in a column; undefined where it is not known. */
export function readChoice(column: StockColumn, text: string): ListedValue | undefined {
  return choices.get(column)?.values.get(wordKey(text));
}

/** A value as the template and the export write it, and as a preview shows it. */
export function writeValue(column: StockColumn, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  return (typeof value === "number" ? undefined : choices.get(column)?.written.get(value)) ?? String(value);
}

/** The words of a list, as the template writes them. */
export function wordsOf(column: StockColumn): string[] {
  return [...(choices.get(column)?.written.values() ?? [])];
}

/** The word of a list that somebody may have meant, in any language; null where none is near. */
export function nearestChoice(column: StockColumn, text: string): string | null {
  return nearestWord(text, choices.get(column)?.words ?? []);
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
