import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { ZipFile } from "yazl";
import { type ImportRow, type StockImport, importRow, stockImport } from "#contract/imports.ts";
import { minMobileCells, mobileColumns } from "#domain/stock/mobile-de.ts";
import { csvLine } from "#domain/format/csv.ts";
import { stockColumns, type StockColumn } from "#domain/stock/stock-columns.ts";
import { z } from "zod";
import type { Answer, TestApp, TestUser } from "./app.ts";
import { drainJobs } from "./drain-jobs.ts";

/** A valid row of a stock file; tests change parts of it. */
export function stockRow(changes: Partial<Record<StockColumn, string>> = {}): Record<StockColumn, string> {
  return {
    referenca: "A-1",
    marka: "Volkswagen",
    modeli: "Golf",
    viti: "2018",
    km: "85000",
    cmimi: "12500",
    karburanti: "Diesel",
    transmisioni: "Manual",
    karroceria: "Hatchback",
    ngjyra: "E zezë",
    kw: "110",
    cc: "1968",
    dyert: "4/5",
    ulese: "5",
    regjistrimi_pare: "05.2018",
    origjina: "Evropë",
    gjendja: "Shumë e mirë",
    doganuar: "po",
    qyteti: "Prishtinë",
    vin: "",
    pershkrimi: "",
    fotot: "a.jpg",
    ...changes,
  };
}

/** A stock file with these rows. */
export function stockCsv(rows: readonly Readonly<Record<StockColumn, string>>[]): string {
  const lines = rows.map((row) =>
    csvLine(
      stockColumns.map((column) => row[column]),
      // As a dealer writes it: no cell is guarded against formulas.
      { guard: String },
    ),
  );
  return [csvLine(stockColumns), ...lines].join("");
}

/** A line of a mobile.de file: no header, columns in their fixed places. */
export function mobileLine(cells: Readonly<Record<string, string>>): string {
  const line = Array.from({ length: minMobileCells }, () => "");
  for (const { name, position } of mobileColumns) line[position] = cells[name] ?? "";
  return `${line.map((cell) => `"${cell}"`).join(";")}\r\n`;
}

/** A different picture for each number. */
export async function stockPicture(number: number, width = 64, height = 48): Promise<Buffer> {
  // The colours differ widely, because JPEG merges similar ones.
  const background = { r: (number * 37) % 256, g: (number * 91) % 256, b: (number * 53) % 256 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, { compress: name.endsWith(".csv") });
  zip.end();
  return buffer(zip.outputStream);
}

/** Runs the queued jobs of imports; throws the first error. */
export async function runImports(app: TestApp): Promise<void> {
  const errors = await drainJobs(app.database, app.services.stockImports.tasks);
  if (errors.length > 0) throw errors[0];
}

/** Sends a file; returns the answer. */
export function sendStock(
  app: TestApp,
  dealer: TestUser | null,
  content: string | Uint8Array,
  format = "auto",
): Promise<Answer> {
  return app.call(`POST /api/dealer/imports?format=${format}`, {
    as: dealer,
    raw: typeof content === "string" ? content : new Uint8Array(content),
    headers: { "content-type": typeof content === "string" ? "text/csv" : "application/zip" },
  });
}

/** Sends a CSV or ZIP file and runs its check; returns the import. */
export async function checkStock(
  app: TestApp,
  dealer: TestUser,
  content: string | Uint8Array,
  options: { readonly format?: string; readonly type?: string } = {},
): Promise<StockImport> {
  const answer = await app.call(`POST /api/dealer/imports?format=${options.format ?? "auto"}`, {
    as: dealer,
    raw: typeof content === "string" ? content : new Uint8Array(content),
    headers: {
      "content-type": options.type ?? (typeof content === "string" ? "text/csv" : "application/zip"),
    },
  });
  if (answer.status !== 202) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  await runImports(app);
  return readImport(app, dealer, z.object({ id: z.string() }).parse(answer.body).id);
}

export async function readImport(app: TestApp, dealer: TestUser, id: string): Promise<StockImport> {
  const answer = await app.call(`GET /api/dealer/imports/${id}`, { as: dealer });
  return stockImport.parse(answer.body);
}

export async function readRows(
  app: TestApp,
  dealer: TestUser,
  id: string,
  search = "",
): Promise<ImportRow[]> {
  const answer = await app.call(`GET /api/dealer/imports/${id}/rows${search}`, { as: dealer });
  return importRow.array().parse(answer.body);
}

/** Applies a checked import; returns it afterwards. */
export async function applyStock(
  app: TestApp,
  dealer: TestUser,
  id: string,
  body: { archiveMissing: boolean; confirm?: boolean } = { archiveMissing: false },
): Promise<StockImport> {
  const answer = await app.call(`POST /api/dealer/imports/${id}/apply`, { as: dealer, body });
  if (answer.status !== 202) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  await runImports(app);
  return readImport(app, dealer, id);
}
