import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { PricedListing } from "#domain/prices/price-facts.ts";

/** An invalid file of prices: the message has the file, and line and column if known. */
export class PriceCsvError extends Error {}

const columns = [
  "id",
  "brand",
  "model",
  "year",
  "mileageKm",
  "fuel",
  "type",
  "powerKw",
  "engineCc",
  "priceEur",
] as const;
type Column = (typeof columns)[number];

/** A line of such a file. Year and price are null if empty or below the minimum. */
export type PriceRow = Omit<PricedListing, "year" | "price"> & {
  readonly year: number | null;
  readonly price: number | null;
};

const minYear = 1950;
const minPrice = 1;
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?$/i;
const recordsSchema = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/** Whether a line has enough data for fitting. */
export function isListing(row: PriceRow): row is PriceRow & PricedListing {
  return row.year !== null && row.price !== null && row.brand !== "" && row.model !== "";
}

/**
 * Parses a CSV file of prices by the names in its header, in any order; other columns are ignored. Empty cells
 * and 0 km are unknown (specification.md#price-estimator). Throws `PriceCsvError` at the first fault.
 */
export async function readPrices(path: string): Promise<PriceRow[]> {
  const [header, ...rows] = parseRecords(path, await readFile(path));
  if (header === undefined) throw new PriceCsvError(`${path}, line 1: the header is missing.`);
  const names = header.record.map((name) => name.trim());
  for (const [place, name] of names.entries()) {
    if (names.indexOf(name) !== place) {
      throw new PriceCsvError(`${path}, line 1, column ${place + 1}: "${name}" is there twice.`);
    }
  }
  const missing = columns.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new PriceCsvError(`${path}, line 1: the header lacks the column ${missing.join(", ")}.`);
  }
  return rows.map(({ record, info }) => {
    if (record.length !== names.length) {
      const place = Math.min(record.length, names.length) + 1;
      throw new PriceCsvError(
        `${path}, line ${info.lines}, column ${place}: ${record.length} columns where the header has ${names.length}.`,
      );
    }
    const text = (name: Column) => (record[names.indexOf(name)] ?? "").trim();
    const figure = (name: Column, least: number) => {
      const cell = text(name);
      if (cell === "") return null;
      if (!decimal.test(cell)) {
        const place = names.indexOf(name) + 1;
        throw new PriceCsvError(
          `${path}, line ${info.lines}, column ${place} (${name}): "${cell.slice(0, 60)}" is no number.`,
        );
      }
      return Number(cell) < least ? null : Number(cell);
    };
    const year = figure("year", minYear);
    return {
      id: text("id"),
      brand: text("brand"),
      model: text("model"),
      year: year === null ? null : Math.floor(year),
      mileage: figure("mileageKm", 1),
      fuel: text("fuel") || null,
      type: text("type") || null,
      transmission: null,
      origin: null,
      condition: null,
      customsPaid: null,
      power: figure("powerKw", 1),
      engineSize: figure("engineCc", 1),
      price: figure("priceEur", minPrice),
      date: null,
    };
  });
}

function parseRecords(path: string, bytes: Buffer): z.infer<typeof recordsSchema> {
  try {
    return recordsSchema.parse(
      parse(bytes, { bom: true, info: true, relax_column_count: true, skip_empty_lines: true }),
    );
  } catch (error) {
    // Its messages name the line.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_")) {
      throw new PriceCsvError(`${path}: ${error.message}`);
    }
    throw error;
  }
}
