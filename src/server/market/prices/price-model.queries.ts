import { type Kysely, sql } from "kysely";
import type { PriceModel } from "#domain/prices/price-model.ts";
import type { PriceFitOutcome } from "#domain/operation/fit-outcomes.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** The stored model with its time; null for none. */
export async function loadPriceModel(db: Kysely<DB>): Promise<{ model: unknown; figures: unknown } | null> {
  const row = await db.selectFrom("price_model").select(["model", "figures"]).executeTakeFirst();
  return row === undefined || row.model === null ? null : row;
}

/** The current model's time, and the result of the last fit; null before the first. */
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
  /** The accepted model; null: the current one stays. */
  readonly model: PriceModel | null;
}

/** Records a fit, and replaces the model if it is accepted. */
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
