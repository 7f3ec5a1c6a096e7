import { z } from "zod";
import { stockCodeMessages as text } from "#domain/messages/stock-codes.ts";
import { codedColumnNames, codeValues, maxCodeLength } from "#domain/stock/stock-codes.ts";
import { pageInfo } from "./admin-queues.ts";
import { adminPage, pageQuery, reason } from "./admin-lists.ts";
import { noContent } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

const column = z.enum(codedColumnNames, text.columnUnknown);
/** As in files: case-sensitive. */
const code = z
  .string(text.codeInvalid)
  .trim()
  .regex(/^\P{Cc}+$/u, text.codeInvalid)
  .max(maxCodeLength, text.codeInvalid);

/** The meaning of a mobile.de code: a value of the API. */
const knownCode = z.object({ column, code: z.string(), value: z.string() });

/** `value` null: no meaning yet; `rows` and `dealers` count its use in files of the last 90 days. */
export const adminStockCode = knownCode.extend({
  value: z.string().nullable(),
  rows: z.number(),
  dealers: z.number(),
});
export type AdminStockCode = z.infer<typeof adminStockCode>;

export const stockCodeForm = z
  .strictObject({ column, code, value: z.string(text.valueUnknown), reason })
  .refine(({ column: named, value }) => codeValues(named).includes(value), {
    path: ["value"],
    error: text.valueUnknown,
  });
export type StockCodeForm = z.output<typeof stockCodeForm>;

export const stockCodeQuery = pageQuery.extend({ column: column.optional().catch(undefined) });
export type StockCodeQuery = z.output<typeof stockCodeQuery>;

export const adminStockCodeEndpoints = {
  "GET /api/admin/stock-codes": {
    ...adminPage,
    query: stockCodeQuery,
    output: z.object({ codes: z.array(adminStockCode), pagination: pageInfo }),
    summary: "A page of mobile.de's codes, of one column if named: those without a meaning first.",
  },
  "PUT /api/admin/stock-codes": {
    access: "admin",
    status: 200,
    body: stockCodeForm,
    output: knownCode,
    summary: "Says what a code means; files that wait to be applied are checked again.",
  },
  "DELETE /api/admin/stock-codes": {
    access: "admin",
    errors: ["not_found"],
    status: 204,
    query: z.object({ column, code, reason }),
    output: noContent,
    summary: "Takes a code's meaning away; 404 where it has none.",
  },
} as const satisfies Record<string, Endpoint>;
