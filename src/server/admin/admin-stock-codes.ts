import type { adminStockCodeEndpoints, StockCodeForm } from "#contract/admin-stock-codes.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { stockCodeMessages } from "#domain/messages/stock-codes.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Routes } from "#server/http/route.ts";
import { queueRecheck } from "#server/dealers/stock/recheck-imports.ts";
import {
  deleteStockCode,
  loadStockCodes,
  lockStockCode,
  putStockCode,
} from "#server/dealers/stock/stock-codes.queries.ts";
import { pagination } from "./queues.routes.ts";

type Key = Pick<StockCodeForm, "column" | "code">;

function targetOf({ column, code }: Key) {
  return { kind: "stock_code" as const, targetId: `${column}:${code}`, label: `${column} ${code}` };
}

async function put(ctx: Context, admin: Actor, form: StockCodeForm): Promise<StockCodeForm> {
  await adminWrite(ctx, admin, {}, async ({ trx, addJob, audit }) => {
    const before = await lockStockCode(trx, form);
    // Repeating it changes nothing, and checks no file again.
    if (before === form.value) return;
    await putStockCode(trx, form);
    await queueRecheck(addJob, trx);
    await audit({
      ...targetOf(form),
      action: "stock_code.set",
      before: before === null ? null : { value: before },
      after: { value: form.value },
    });
  });
  return form;
}

function remove(ctx: Context, admin: Actor, key: Key): Promise<undefined> {
  return adminWrite(ctx, admin, {}, async ({ trx, addJob, audit }) => {
    const before = await lockStockCode(trx, key);
    if (before === null) throw new AppError("not_found", { message: stockCodeMessages.notFound });
    await deleteStockCode(trx, key);
    await queueRecheck(addJob, trx);
    await audit({ ...targetOf(key), action: "stock_code.remove", before: { value: before } });
    return undefined;
  });
}

/** The contract's adminStockCodeEndpoints. */
export function adminStockCodeRoutes(ctx: Context): Routes<keyof typeof adminStockCodeEndpoints> {
  return {
    "GET /api/admin/stock-codes": async ({ c, query }) => {
      const { codes, total } = await loadStockCodes(ctx.db, query);
      return { codes, pagination: pagination(c, query, total) };
    },
    "PUT /api/admin/stock-codes": ({ actor, body }) => put(ctx, actor, body),
    "DELETE /api/admin/stock-codes": ({ actor, query }) => remove(ctx, actor, query),
  };
}
