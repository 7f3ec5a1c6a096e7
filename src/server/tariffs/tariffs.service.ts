import type { Kysely } from "kysely";
import type { ImportCostsAnswer, ImportCostsQuestion, Tariff } from "#contract/tariffs.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { importCosts } from "#domain/tariffs/import-costs.ts";
import { createNotifiedCopy } from "#server/db/notified-copy.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { loadActiveTariffs } from "./tariffs.queries.ts";

/** What an imported car costs until it has plates (specification.md#cost-to-plates). */
export interface TariffsService {
  /** The tariff that counts on a day, "2026-11-23"; null where there is none. */
  tariffOn(day: string): Promise<Tariff | null>;
  /** Throws no_tariff where none counts on the day, which is today unless it is told. */
  importCosts(car: ImportCostsQuestion): Promise<ImportCostsAnswer>;
  /** To be called when tariffs have changed, or may have. */
  refresh(): void;
}

const euro = (cents: number | null): number | null => (cents === null ? null : cents / 100);

export function createTariffsService(deps: {
  readonly db: Kysely<DB>;
  readonly now: () => Date;
}): TariffsService {
  const { db, now } = deps;
  const active = createNotifiedCopy(() => loadActiveTariffs(db));

  async function tariffOn(day: string): Promise<Tariff | null> {
    const tariffs = await active.get();
    return (
      tariffs.find(({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo)) ??
      null
    );
  }

  return {
    tariffOn,
    importCosts: async ({ date, ...car }) => {
      const day = date ?? dayOf(now());
      const tariff = await tariffOn(day);
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
    },
    refresh: () => active.refresh(),
  };
}
