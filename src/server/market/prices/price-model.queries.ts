import { type Kysely, sql } from "kysely";
import type { PriceModel } from "#domain/prices/price-model.ts";
import type { PriceFitOutcome } from "#domain/operation/fit-outcomes.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** The stored model as it is, with when it was made; null where none has been. */
export async function loadPriceModel(db: Kysely<DB>): Promise<{ model: unknown; figures: unknown } | null> {
  const row = await db.selectFrom("price_model").select(["model", "figures"]).executeTakeFirst();
  return row === undefined || row.model === null ? null : row;
}

/** When the present model was made, and how the last try to make one ended; null before the first. */
export async function loadPriceFits(db: Kysely<DB>) {
  const row = await db
    .selectFrom("price_model")
    .select(["figures", "fitted_at", "tried_at", "outcome", "tried_figures"])
    .executeTakeFirst();
  return row ?? null;
}

export interface TriedFit {
  readonly outcome: PriceFitOutcome;
  readonly figures: object;
  /** The model that is taken; null: the one that is there stays. */
  readonly model: PriceModel | null;
}

/** Notes a try, and puts a model that is taken in the place of the one before. */
export async function savePriceFit(db: Kysely<DB>, { outcome, figures, model }: TriedFit): Promise<void> {
  const tried = JSON.stringify(figures);
  const taken = model === null ? null : JSON.stringify(model);
  await sql`
    insert into price_model (model, figures, fitted_at, tried_at, outcome, tried_figures)
    values (${taken}::jsonb, case when ${taken}::jsonb is not null then ${tried}::jsonb end,
      case when ${taken}::jsonb is not null then now() end, now(), ${outcome}, ${tried}::jsonb)
    on conflict (id) do update set
      model = coalesce(excluded.model, price_model.model),
      figures = coalesce(excluded.figures, price_model.figures),
      fitted_at = coalesce(excluded.fitted_at, price_model.fitted_at),
      tried_at = excluded.tried_at, outcome = excluded.outcome, tried_figures = excluded.tried_figures`.execute(
    db,
  );
}
