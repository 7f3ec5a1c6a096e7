import { maxCarYear } from "#domain/cars/car-limits.ts";
import { allowedWords, type FaultCode, type FaultFacts } from "#domain/messages/stock-faults.ts";
import { cleanLine } from "#domain/text/clean.ts";
import { fold } from "#domain/text/fold.ts";
import { type DecimalSign, readNumber } from "./read-number.ts";
import type { FactOfFile } from "./stock-columns.ts";
import { nearestChoice, nearestWord, readChoice, wordKey, wordsOf } from "./stock-values.ts";

export interface CellContext {
  /** The catalogue: models by brand. */
  readonly catalogue: ReadonlyMap<string, readonly string[]>;
  /** Merged or corrected spellings of models, folded, by brand: the models that they mean. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The decimal signs that the file's numbers show beyond doubt. */
  readonly decimals: ReadonlySet<DecimalSign>;
  readonly now: Date;
}

/** The value of a cell, null where it is empty; or what is wrong with it. */
export type ReadCell =
  | { readonly value: string | number | boolean | null }
  | (Pick<FaultFacts, "allowed" | "nearest"> & { readonly code: FaultCode });

const exampleBrand = "Volkswagen";

/** What a cell may hold, as a fault says it. */
function exampleOf({ name, column, field }: FactOfFile): string {
  if (name === "brand") return exampleBrand;
  return ("example" in field ? field.example : wordsOf(column)[0]) ?? "";
}

/** Reads the trimmed text of a cell. `brand`: what the row's cell of the brand was read as. */
export function readCell(fact: FactOfFile, text: string, brand: unknown, context: CellContext): ReadCell {
  const { name, column, field } = fact;
  if (cleanLine(text) === "")
    return field.isRequired === true ? { code: "value_missing", allowed: exampleOf(fact) } : { value: null };
  if (name === "brand") return readBrand(text, context);
  if (name === "model") return { value: knownModel(text, brand, context) };
  switch (field.kind) {
    case "choice":
    case "flag": {
      const value = readChoice(column, text);
      if (value !== undefined) return { value };
      const allowed = name === "location" ? allowedWords.towns : wordsOf(column).join(", ");
      return { code: "value_unknown", allowed, nearest: nearestChoice(column, text) };
    }
    // A usual word in another language is read; any other text stays as it is.
    case "text":
      return { value: readChoice(column, text) ?? text };
    case "month":
      return { value: monthIn(text) };
    case "year":
    case "number": {
      const read = readNumber(text, context.decimals);
      if ("fault" in read)
        return {
          code: read.fault === "ambiguous" ? "number_ambiguous" : "number_invalid",
          allowed: exampleOf(fact),
        };
      const { value } = read;
      const max = field.kind === "year" ? maxCarYear(context.now) : field.max;
      const isWhole = Number.isInteger(value);
      if (isWhole && value >= field.min && value <= max) return { value };
      if (field.kind === "year") return { code: "year_out_of_range", allowed: String(max) };
      if (!isWhole) return { code: "number_not_whole" };
      return { code: "out_of_range", allowed: allowedWords.between(field.min, max) };
    }
  }
}

/** "05.2018", "5/2018" and "2018-05-17" as YYYY-MM; any other text as it is, for the contract to refuse. */
function monthIn(text: string): string {
  const german = /^(\d{1,2})[./-](\d{4})$/.exec(text);
  const iso = /^(\d{4})-(\d{1,2})(?:-\d{1,2})?$/.exec(text);
  const [year, month] = german === null ? [iso?.[1], iso?.[2]] : [german[2], german[1]];
  return year === undefined || month === undefined ? text : `${year}-${month.padStart(2, "0")}`;
}

function readBrand(text: string, { catalogue }: CellContext): ReadCell {
  const wanted = new Set([wordKey(text), wordKey(String(readChoice("marka", text) ?? ""))]);
  const brands = [...catalogue.keys()];
  const value = brands.find((brand) => wanted.has(wordKey(brand)));
  return value === undefined ? { code: "brand_unknown", nearest: nearestWord(text, brands) } : { value };
}

/** As the catalogue has it, or the same file would change the car each time. */
function knownModel(text: string, brand: unknown, { catalogue, aliases }: CellContext): string {
  if (typeof brand !== "string") return text;
  const wanted = fold(text);
  const model = catalogue.get(brand)?.find((name) => fold(name) === wanted);
  return model ?? aliases.get(brand)?.get(wanted) ?? text;
}
