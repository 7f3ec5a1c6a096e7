import type { Kysely } from "kysely";
import type { Tariff } from "#contract/tariffs.ts";
import { createNotifiedCopy } from "#server/platform/db/notified-copy.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { loadActiveTariffs } from "./tariffs.queries.ts";

/** The active tariffs, in memory (specification.md#cost-to-plates). */
export interface ActiveTariffs {
  /** The tariff that is valid on a day, "2026-11-23"; null without one. */
  on(day: string): Promise<Tariff | null>;
  /** Reads the tariffs again; call it when they may have changed. */
  refresh(): void;
}

export function createActiveTariffs(db: Kysely<DB>): ActiveTariffs {
  const active = createNotifiedCopy(() => loadActiveTariffs(db));
  return {
    on: async (day) => {
      const tariffs = await active.get();
      return (
        tariffs.find(({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo)) ??
        null
      );
    },
    refresh: () => active.refresh(),
  };
}
