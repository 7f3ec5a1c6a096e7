import type { Kysely } from "kysely";
import type { adminStockCodeEndpoints, StockCodeForm } from "#contract/admin-stock-codes.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { stockCodeMessages } from "#domain/messages/stock-codes.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Routes } from "#server/http/route.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { queueRecheck } from "#server/dealers/stock/recheck-imports.ts";
import {
  deleteStockCode,
  loadStockCodes,
  lockStockCode,
  putStockCode,
} from "#server/dealers/stock/stock-codes.queries.ts";
import { pagination } from "./desk.routes.ts";

interface Deps {
  readonly db: Kysely<DB>;
  readonly addJob: AddJob;
}
type Key = Pick<StockCodeForm, "column" | "code">;

function targetOf({ column, code }: Key) {
  return { kind: "stock_code" as const, targetId: `${column}:${code}`, label: `${column} ${code}` };
}

async function put({ db, addJob }: Deps, admin: Actor, form: StockCodeForm): Promise<StockCodeForm> {
  await db.transaction().execute(async (trx) => {
    const acting = await lockAdmin(trx, admin);
    const before = await lockStockCode(trx, form);
    // Repeating it changes nothing, and checks no file again.
    if (before === form.value) return;
    await putStockCode(trx, form);
    await queueRecheck(addJob, trx);
    await writeAudit(trx, acting, [
      {
        ...targetOf(form),
        action: "stock_code.set",
        before: before === null ? null : { value: before },
        after: { value: form.value },
      },
    ]);
  });
  return form;
}

async function remove({ db, addJob }: Deps, admin: Actor, key: Key): Promise<undefined> {
  await db.transaction().execute(async (trx) => {
    const acting = await lockAdmin(trx, admin);
    const before = await lockStockCode(trx, key);
    if (before === null) throw new AppError("not_found", { message: stockCodeMessages.notFound });
    await deleteStockCode(trx, key);
    await queueRecheck(addJob, trx);
    await writeAudit(trx, acting, [
      { ...targetOf(key), action: "stock_code.remove", before: { value: before } },
    ]);
  });
}

/** The contract's adminStockCodeEndpoints. */
export function adminStockCodeRoutes(deps: Deps): Routes<keyof typeof adminStockCodeEndpoints> {
  return {
    "GET /api/admin/stock-codes": async ({ c, query }) => {
      const { codes, total } = await loadStockCodes(deps.db, query);
      return { codes, pagination: pagination(c, query, total) };
    },
    "PUT /api/admin/stock-codes": ({ actor, body }) => put(deps, actor, body),
    "DELETE /api/admin/stock-codes": ({ actor, query }) => remove(deps, actor, query),
  };
}
