import type { Transaction } from "kysely";
import type { StockCodeForm } from "#contract/admin-stock-codes.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { stockCodeMessages } from "#domain/messages/stock-codes.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { AppError } from "#server/http/app-error.ts";
import { queueRecheck } from "#server/dealers/stock/recheck-imports.commands.ts";
import type { DB } from "#server/platform/db/tables.ts";

type Key = Pick<StockCodeForm, "column" | "code">;

function targetOf({ column, code }: Key) {
  return { kind: "stock_code" as const, targetId: `${column}:${code}`, label: `${column} ${code}` };
}

/** What a code meant until now, locked; null for nothing. */
async function lockStockCode(trx: Transaction<DB>, { column, code }: Key): Promise<string | null> {
  const row = await trx
    .selectFrom("stock_codes")
    .select("value")
    .where("format", "=", "mobile_de")
    .where("column_name", "=", column)
    .where("code", "=", code)
    .forUpdate()
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Says what a code means. */
export async function putStockCode(
  ctx: Context,
  admin: Actor,
  { reason, ...form }: StockCodeForm,
): Promise<Omit<StockCodeForm, "reason">> {
  await adminWrite(ctx, admin, { reason }, async ({ trx, addJob, audit }) => {
    const before = await lockStockCode(trx, form);
    // Repeating it changes nothing, and checks no file again.
    if (before === form.value) return;
    const { column, code, value } = form;
    await trx
      .insertInto("stock_codes")
      .values({ format: "mobile_de", column_name: column, code, value })
      .onConflict((conflict) => conflict.columns(["format", "column_name", "code"]).doUpdateSet({ value }))
      .execute();
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

/** Throws not_found for a code without a meaning. */
export function removeStockCode(
  ctx: Context,
  admin: Actor,
  { reason, ...key }: Omit<StockCodeForm, "value">,
): Promise<void> {
  return adminWrite(ctx, admin, { reason }, async ({ trx, addJob, audit }) => {
    const before = await lockStockCode(trx, key);
    if (before === null) throw new AppError("not_found", { message: stockCodeMessages.notFound });
    await trx
      .deleteFrom("stock_codes")
      .where("format", "=", "mobile_de")
      .where("column_name", "=", key.column)
      .where("code", "=", key.code)
      .execute();
    await queueRecheck(addJob, trx);
    await audit({ ...targetOf(key), action: "stock_code.remove", before: { value: before } });
  });
}
