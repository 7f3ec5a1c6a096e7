import { z } from "zod";
import { importFormats, importSources, importStatuses, rowOutcomes } from "#domain/stock/import-states.ts";
import { stockMessages as text } from "#domain/messages/stock.ts";
import { idParams, looseQuery, noContent, pageParameters } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

/** A faulty cell. `row` counts the file's lines from 1; `column` is the header's name. */
export const importFault = z.object({
  row: z.number(),
  column: z.string(),
  value: z.string(),
  code: z.string(),
  /** What is wrong and what to do, in Albanian. */
  message: z.string(),
});
export type ImportFault = z.infer<typeof importFault>;

/** Rows by outcome; `archive`: cars of the stock that the file does not list. */
const importSummary = z.object({
  create: z.number(),
  update: z.number(),
  unchanged: z.number(),
  archive: z.number(),
  faulty: z.number(),
});

/** A stock file in the list. */
export const listedImport = z.object({
  id: z.string(),
  status: z.enum(importStatuses),
  source: z.enum(importSources),
  /** Null until detected. */
  format: z.enum(["vetura", "mobile_de"]).nullable(),
  rows: z.number(),
  summary: importSummary,
  /** All of them; an answer has the first 1,000. */
  faultCount: z.number(),
  progress: z.object({ done: z.number(), total: z.number() }),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
  /** It is the last applied one and can be undone. */
  revertible: z.boolean(),
  /** When undoing was requested. While the status is "applied", it is in progress. */
  revertAskedAt: z.string().nullable(),
});
export type ListedImport = z.infer<typeof listedImport>;

export const stockImport = listedImport.extend({
  faults: z.array(importFault),
  /** The file's columns in order: the keys of `PUT …/rows/{row}`. */
  columns: z.array(z.string()),
});
export type StockImport = z.infer<typeof stockImport>;

/** A row of the file as last checked; for "archive" a car that the file does not list, without a row. */
export const importRow = z.object({
  row: z.number().nullable(),
  outcome: z.enum([...rowOutcomes, "archive"]),
  reference: z.string(),
  /** Brand, model and year, if known. */
  title: z.string(),
  /** The row's car; null for a new one. */
  carId: z.string().nullable(),
  /** Text by column, from the file or corrected. */
  cells: z.record(z.string(), z.string()),
  /** The changes; for a new car its price, mileage and number of photos. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  faults: z.array(importFault),
});
export type ImportRow = z.infer<typeof importRow>;

const rowParams = idParams.extend({ row: z.coerce.number().int().min(1).max(1_000_000) });

/** Corrected cells: text by the file's column names, ignoring case and accents. */
export const correctCellsBody = z.record(
  z.string().max(100),
  z.union(
    [
      z
        .string()
        .max(20_000, text.cellTooLong)
        // Impossible in a file, and refused by the database.
        .overwrite((cell) => cell.toWellFormed().replaceAll("\0", "")),
      z.number().transform(String),
    ],
    text.cellInvalid,
  ),
);

export const applyImportBody = z.strictObject({
  archiveMissing: z.boolean(text.archiveMissingRequired),
  confirm: z.boolean(text.archiveMissingRequired).optional(),
});

const rowParameters = pageParameters.extend({ outcome: z.enum([...rowOutcomes, "archive"]).optional() });

/** Dealers only. The body of an upload is the file itself, text/csv or application/zip. */
export const importEndpoints = {
  "GET /api/dealer/imports": {
    access: "user",
    key: "stock",
    tells: ["X-Total-Count"],
    errors: ["dealers_only"],
    status: 200,
    query: looseQuery,
    lenient: pageParameters,
    output: z.array(listedImport),
    summary: "The dealer's imports, newest first; page, limit, X-Total-Count.",
  },
  "POST /api/dealer/imports": {
    access: "user",
    key: "stock",
    errors: ["dealers_only", "validation_failed"],
    accepts: ["text/csv", "application/zip"],
    status: 202,
    query: z.object({ format: z.enum(importFormats, text.formatUnknown).default("auto") }),
    body: "raw",
    output: z.object({ id: z.string() }),
    summary: "Takes a file of stock (CSV, or ZIP with one CSV and pictures) and checks it in a job.",
  },
  "GET /api/dealer/imports/template.csv": {
    access: "user",
    key: "stock",
    errors: ["dealers_only"],
    status: 200,
    output: "csv",
    summary: "An empty file of stock with an example.",
  },
  "GET /api/dealer/imports/{id}": {
    access: "user",
    key: "stock",
    errors: ["dealers_only"],
    status: 200,
    params: idParams,
    notFound: "import_not_found",
    output: stockImport,
    summary: "An import with its first 1,000 faults.",
  },
  "GET /api/dealer/imports/{id}/faults.csv": {
    access: "user",
    key: "stock",
    errors: ["dealers_only"],
    status: 200,
    params: idParams,
    notFound: "import_not_found",
    output: "csv",
    summary: "All faults of an import.",
  },
  "GET /api/dealer/imports/{id}/rows": {
    access: "user",
    key: "stock",
    tells: ["X-Total-Count"],
    errors: ["dealers_only"],
    status: 200,
    params: idParams,
    notFound: "import_not_found",
    query: looseQuery,
    lenient: rowParameters,
    output: z.array(importRow),
    summary: "The file's rows, or those of an `outcome`, in the file's order; page, limit, X-Total-Count.",
  },
  "PUT /api/dealer/imports/{id}/rows/{row}": {
    access: "user",
    key: "stock",
    errors: ["dealers_only", "import_not_ready", "not_found"],
    status: 200,
    params: rowParams,
    notFound: "import_not_found",
    body: correctCellsBody,
    output: importRow,
    summary: "Corrects cells of a row and checks it again.",
  },
  "POST /api/dealer/imports/{id}/apply": {
    access: "user",
    key: "stock",
    errors: ["dealers_only", "import_not_ready", "stock_changed", "too_many_missing", "account_suspended"],
    status: 202,
    params: idParams,
    notFound: "import_not_found",
    body: applyImportBody,
    output: noContent,
    summary: "Applies a checked import; 409 import_not_ready, stock_changed, too_many_missing.",
  },
  "POST /api/dealer/imports/{id}/revert": {
    access: "user",
    key: "stock",
    errors: ["dealers_only", "import_not_revertible", "import_not_ready"],
    status: 202,
    params: idParams,
    notFound: "import_not_found",
    output: noContent,
    summary: "Undoes the last applied import; 409 for any other.",
  },
  "GET /api/dealer/export.csv": {
    access: "user",
    key: "stock",
    reads: ["If-None-Match"],
    tells: ["ETag", "Last-Modified"],
    errors: ["dealers_only"],
    status: 200,
    output: "csv",
    summary: "The dealer's cars on sale in the template's form; importing the file changes nothing.",
  },
} as const satisfies Record<string, Endpoint>;
