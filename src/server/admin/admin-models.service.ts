import type { Kysely, Transaction } from "kysely";
import type { SuggestedModel } from "#contract/admin-desk.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { fold } from "#domain/text/fold.ts";
import type { Page } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
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

/** The decision on a suggestion. */
export interface ModelDecided {
  readonly brand: string;
  readonly model: string;
  /** Cars whose spelling was changed to the catalogue's. */
  readonly movedCars: number;
}

export interface AdminModelsService {
  /** Waiting suggestions, oldest first. */
  list(page: Page): Promise<{ models: SuggestedModel[]; total: number }>;
  /** Approves a suggestion, under a corrected name if given. Throws model_not_found, model_exists. */
  approve(admin: Actor, id: string, name: string | undefined): Promise<ModelDecided>;
  /** Replaces it by a model of the same brand. Throws model_not_found, validation_failed for an unknown one. */
  merge(admin: Actor, id: string, into: string): Promise<ModelDecided>;
  /** Drops it for good: it never returns to the queue. Throws model_not_found. */
  refuse(admin: Actor, id: string): Promise<ModelDecided>;
}

/** The corrected name was suggested at the same moment. */
function refuseTakenName(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === "23505") throw new AppError("model_exists");
  throw error;
}

/** Admins' actions on models that sellers typed and the catalogue lacks. */
export function createAdminModelsService(deps: {
  readonly db: Kysely<DB>;
  /** Invalidates this process's copy of the catalogue. */
  readonly refreshCatalogue: () => void;
}): AdminModelsService {
  const { db, refreshCatalogue } = deps;

  async function decide(
    admin: Actor,
    id: string,
    action: "model.approve" | "model.merge" | "model.refuse",
    work: (trx: Transaction<DB>, suggestion: Suggestion) => Promise<{ model: string; movedCars: number }>,
  ): Promise<ModelDecided> {
    const decided = await db.transaction().execute(async (trx) => {
      const acting = await lockAdmin(trx, admin);
      const suggestion = await lockSuggestion(trx, id);
      const { brand, name } = suggestion;
      const { model, movedCars } = await work(trx, suggestion);
      await writeAudit(trx, acting, [
        {
          action,
          kind: "model",
          targetId: id,
          label: `${brand} ${name}`,
          before: { brand, model: name },
          after: action === "model.refuse" ? null : { brand, model, movedCars },
        },
      ]);
      return { brand, model, movedCars };
    });
    refreshCatalogue();
    return decided;
  }

  return {
    list: async (page) => {
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
    },

    approve: (admin, id, corrected) =>
      decide(admin, id, "model.approve", async (trx, suggestion) => {
        const name = corrected ?? suggestion.name;
        const folded = fold(name);
        const same = [suggestion];
        if (folded !== suggestion.folded) {
          const other = await lockModel(trx, suggestion.brand, folded);
          if (other?.approved === true) throw new AppError("model_exists");
          // It is corrected to another suggestion: both become the one model.
          if (other !== null) {
            await deleteModel(trx, other.id);
            same.push(other);
          }
        }
        await approveModel(trx, id, name).catch(refuseTakenName);
        let movedCars = 0;
        for (const one of same) movedCars += await moveCars(trx, one, name);
        return { model: name, movedCars };
      }),

    merge: (admin, id, into) =>
      decide(admin, id, "model.merge", async (trx, suggestion) => {
        const target = await lockModel(trx, suggestion.brand, fold(into));
        if (target?.approved !== true) {
          const message = adminMessages.mergeTargetUnknown;
          throw new AppError("validation_failed", { message, fields: { into: message } });
        }
        const movedCars = await moveCars(trx, suggestion, target.name);
        await deleteModel(trx, id);
        return { model: target.name, movedCars };
      }),

    refuse: (admin, id) =>
      decide(admin, id, "model.refuse", async (trx, { name }) => {
        await refuseModel(trx, id);
        return { model: name, movedCars: 0 };
      }),
  };
}
