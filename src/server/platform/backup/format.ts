import { z } from "zod";
import type { PhotoFormat, PhotoWidth } from "#domain/photos/photo-addresses.ts";

/*
 * The entries of a backup, in this order:
 *   backup.json                     what this is
 *   photos/{id}/{width}.{format}    every photo, its files one behind the other
 *   database.json                   the moment, the migrations, the tables in an order in which they can be filled
 *   tables/{name}/{number}.gz       each table as COPY writes it, in parts
 *   jobs/{number}.gz                the work that waits, a JSON line each
 *   tables.json                     rows and hash of each table
 *   end.json                        see archive.ts
 */

export const headerName = "backup.json";

export const headerSchema = z.object({
  format: z.literal("vetura-backup"),
  version: z.literal(1),
  begunAt: z.string(),
});
export type Header = z.infer<typeof headerSchema>;

export const databaseSchema = z.object({
  /** The moment that the backup shows. */
  at: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.record(z.string(), z.string()),
  /** Photos of the archive that were deleted before that moment. */
  photosGone: z.array(z.string()),
});
export type BackedUpDatabase = z.infer<typeof databaseSchema>;

export const tableTotalsSchema = z.record(z.string(), z.object({ rows: z.number(), hash: z.string() }));

/** A waiting job in the form in which it is queued again. */
export const jobSchema = z.object({
  task: z.string(),
  payload: z.unknown(),
  queue: z.string().nullable(),
  runAt: z.string(),
  priority: z.number(),
  attempts: z.number(),
  maxAttempts: z.number(),
  key: z.string().nullable(),
  lastError: z.string().nullable(),
});
export type BackedUpJob = z.infer<typeof jobSchema>;

export function photoName(id: string, width: PhotoWidth, format: PhotoFormat): string {
  return `photos/${id}/${width}.${format}`;
}

export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, "0")}.gz`;
}

/** Parses an entry's name; null for one that this version does not know. */
export function readName(
  name: string,
):
  | { readonly kind: "photo"; readonly id: string; readonly file: string }
  | { readonly kind: "table"; readonly table: string }
  | { readonly kind: "jobs" | "database" | "totals" | "header" }
  | null {
  const [first, second, third, ...more] = name.split("/");
  if (more.length > 0) return null;
  if (first === "photos" && second !== undefined && third !== undefined)
    return { kind: "photo", id: second, file: third };
  if (first === "tables" && second !== undefined && third !== undefined)
    return { kind: "table", table: second };
  if (first === "jobs" && second !== undefined) return { kind: "jobs" };
  if (name === "database.json") return { kind: "database" };
  if (name === "tables.json") return { kind: "totals" };
  return name === headerName ? { kind: "header" } : null;
}
