import type { ImportCostsAnswer, ImportCostsQuestion } from "#contract/tariffs.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { importCosts } from "#domain/tariffs/import-costs.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";

const euro = (cents: number | null): number | null => (cents === null ? null : cents / 100);

/**
 * What an imported car costs until it has plates, in EUR (specification.md#cost-to-plates). `date` is today by default.
 * Throws no_tariff for a day without one.
 */
export async function costToPlates(
  { tariffs, now }: Pick<Context, "tariffs" | "now">,
  { date, ...car }: ImportCostsQuestion,
): Promise<ImportCostsAnswer> {
  const day = date ?? dayOf(now());
  const tariff = await tariffs.on(day);
  if (tariff === null) throw new AppError("no_tariff");
  const costs = importCosts(tariff, { ...car, importYear: Number(day.slice(0, 4)) });
  const { id, validFrom, checkedOn, source } = tariff;
  return {
    lines: costs.lines.map((line) => ({ ...line, base: euro(line.base), amount: euro(line.amount) })),
    known: euro(costs.known),
    total: euro(costs.total),
    unknown: [...costs.unknown],
    barred: costs.barred,
    tariff: { id, validFrom, checkedOn, source },
  };
}
