import type { Transaction } from "kysely";
import type { SuggestedModel } from "#contract/admin-queues.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { fold } from "#domain/text/fold.ts";
import type { Page } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import {
  approveModel,
  deleteModel,
  listSuggestions,
  lockModel,
  lockSuggestion,
  moveCars,
  refuseModel,
  type Suggestion,
} from "./admin-models.queries.ts";

/** What was decided of a suggestion. */
export interface ModelDecided {
  readonly brand: string;
  readonly model: string;
  /** Cars that carry the catalogue's spelling from now on, and did not before. */
  readonly movedCars: number;
}

/** The corrected name was suggested at the same moment. */
function refuseTakenName(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === "23505") throw new AppError("model_exists");
  throw error;
}

async function decide(
  ctx: Context,
  admin: Actor,
  id: string,
  action: "model.approve" | "model.merge" | "model.refuse",
  work: (trx: Transaction<DB>, suggestion: Suggestion) => Promise<{ model: string; movedCars: number }>,
): Promise<ModelDecided> {
  const decided = await adminWrite(ctx, admin, {}, async ({ trx, audit }) => {
    const suggestion = await lockSuggestion(trx, id);
    const { brand, name } = suggestion;
    const { model, movedCars } = await work(trx, suggestion);
    await audit({
      action,
      kind: "model",
      targetId: id,
      label: `${brand} ${name}`,
      before: { brand, model: name },
      after: action === "model.refuse" ? null : { brand, model, movedCars },
    });
    return { brand, model, movedCars };
  });
  ctx.catalogue.refresh();
  return decided;
}

/** Suggestions that wait, oldest first. */
export async function readSuggestions(
  { db }: Pick<Context, "db">,
  page: Page,
): Promise<{ models: SuggestedModel[]; total: number }> {
  const { rows, counts, total } = await listSuggestions(db, page);
  const models = rows.map((row) => ({
    id: row.id,
    brand: row.brand,
    name: row.name,
    carCount: counts.get(`${row.brand} ${row.folded}`) ?? 0,
    suggestedBy:
      row.user_id === null
        ? null
        : {
            _id: row.user_id,
            firstName: row.first_name ?? "",
            lastName: row.last_name ?? "",
            email: row.email ?? "",
          },
    createdAt: row.created_at.toISOString(),
  }));
  return { models, total };
}

/** Takes a suggestion into the catalogue, under a corrected name if given. Throws model_not_found, model_exists. */
export function approveSuggestion(
  ctx: Context,
  admin: Actor,
  id: string,
  corrected: string | undefined,
): Promise<ModelDecided> {
  return decide(ctx, admin, id, "model.approve", async (trx, suggestion) => {
    const name = corrected ?? suggestion.name;
    const folded = fold(name);
    const same = [suggestion];
    if (folded !== suggestion.folded) {
      const other = await lockModel(trx, suggestion.brand, folded);
      if (other?.approved === true) throw new AppError("model_exists");
      // Another suggestion is what this one is corrected to: both become the one model.
      if (other !== null) {
        await deleteModel(trx, other.id);
        same.push(other);
      }
    }
    await approveModel(trx, id, name).catch(refuseTakenName);
    let movedCars = 0;
    for (const one of same) movedCars += await moveCars(trx, one, name);
    return { model: name, movedCars };
  });
}

/** Drops it in favour of a model of the same brand. Throws model_not_found, validation_failed for an unknown one. */
export function mergeSuggestion(ctx: Context, admin: Actor, id: string, into: string): Promise<ModelDecided> {
  return decide(ctx, admin, id, "model.merge", async (trx, suggestion) => {
    const target = await lockModel(trx, suggestion.brand, fold(into));
    if (target?.approved !== true) {
      const message = adminMessages.mergeTargetUnknown;
      throw new AppError("validation_failed", { message, fields: { into: message } });
    }
    const movedCars = await moveCars(trx, suggestion, target.name);
    await deleteModel(trx, id);
    return { model: target.name, movedCars };
  });
}

/** Drops it for good: it does not come back to the queue. Throws model_not_found. */
export function refuseSuggestion(ctx: Context, admin: Actor, id: string): Promise<ModelDecided> {
  return decide(ctx, admin, id, "model.refuse", async (trx, { name }) => {
    await refuseModel(trx, id);
    return { model: name, movedCars: 0 };
  });
}
