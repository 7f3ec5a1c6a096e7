import { headersOf } from "#domain/stock/stock-columns.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Limits } from "#server/http/limits.ts";
import { partsOf, shownCell } from "#server/market/vin/seal-vin.ts";
import type { RowPlan } from "#server/platform/db/stock-tables.ts";
import type { ImportRecord } from "./imports.queries.ts";
import { fault, type RowFault } from "./row-fault.ts";

export type VinLimits = Pick<Limits, "vinGuess" | "vinsOfFile">;

async function isWithin(count: Promise<void>): Promise<boolean> {
  try {
    await count;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "too_many_requests") return false;
    throw error;
  }
}

/**
 * Counts the numbers that rows of a file give cars, and answers the rows that are too many. A car's history tells whether
 * another listing has its number: without a bound, a file of guesses would find anybody's.
 */
export async function refuseVins(
  limits: VinLimits,
  { user_id: dealerId, columns }: ImportRecord,
  rows: readonly { readonly row: number; readonly plan: RowPlan | null }[],
): Promise<(RowFault & { readonly row: number })[]> {
  const given = rows.flatMap(({ row, plan }) => {
    const vin = plan?.fields.vin;
    return vin === undefined || vin === null ? [] : [{ row, vin }];
  });
  if (given.length === 0) return [];
  const column = headersOf(columns ?? []).get("vin") ?? "vin";
  const areFew = await isWithin(limits.vinsOfFile(dealerId, given.length));
  const refused: (RowFault & { readonly row: number })[] = [];
  for (const { row, vin } of given)
    if (!areFew || !(await isWithin(limits.vinGuess(dealerId, partsOf(vin).masked))))
      refused.push({ ...fault("vin_too_many", { column, value: shownCell(vin) }), row });
  return refused;
}
