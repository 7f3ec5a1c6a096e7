import type { importEndpoints } from "#contract/imports.ts";
import { stockMessages } from "#domain/messages/stock.ts";
import { AppError } from "#server/http/app-error.ts";
import type { AppContext } from "#server/http/session.ts";
import type { Context } from "#server/context.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import { isAsKnown, versionHeaders } from "#server/http/if-none-match.ts";
import { callerOf } from "#server/http/limits.ts";
import { pageQuery } from "#server/http/parse.ts";
import { arrivingChunks } from "#server/http/receive-body.ts";
import { importLimits } from "#domain/dealers/import-limits.ts";
import { csvResponse } from "#server/http/csv-response.ts";
import type { Routes } from "#server/http/route.ts";
import {
  askToApply,
  askToRevert,
  correctRow,
  exportStock,
  faultsFile,
  listImports,
  listRows,
  receiveImport,
  showImport,
} from "./imports.commands.ts";
import { templateCsv } from "./stock-csv.ts";

/** Whether the upload says that it is a ZIP. Throws validation_failed for neither a CSV nor a ZIP. */
function isZipUpload(c: AppContext): boolean {
  const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "application/zip" || type === "application/x-zip-compressed") return true;
  if (type === "text/csv" || type === "application/csv") return false;
  const message = stockMessages.fileType;
  throw new AppError("validation_failed", { message, fields: { file: message } });
}

export function importsRoutes(ctx: Context): Routes<keyof typeof importEndpoints> {
  const { db, limits } = ctx;
  return {
    "GET /api/dealer/imports": async ({ c, actor }) => {
      const { imports, total } = await listImports(ctx, actor, pageQuery(c, { limit: 20, max: 100 }));
      c.header("X-Total-Count", String(total));
      return imports;
    },

    "POST /api/dealer/imports": async ({ c, actor, query }) => {
      await requireDealer(db, actor.id);
      const isZip = isZipUpload(c);
      // Counted once it is a dealer's file: who sends the wrong thing loses no upload.
      await limits.stockImport.take(callerOf(c));
      const id = await receiveImport(ctx, actor.id, {
        // None of it is held: it goes to the file store.
        content: arrivingChunks(c, importLimits.maxBytes),
        isZip,
        format: query.format,
        source: "upload",
      });
      return { id };
    },

    "GET /api/dealer/imports/template.csv": async ({ c, actor }) => {
      await requireDealer(db, actor.id);
      return csvResponse(c, "vetura-model.csv", templateCsv());
    },

    "GET /api/dealer/imports/{id}": ({ actor, params }) => showImport(ctx, actor, params.id),

    "GET /api/dealer/imports/{id}/faults.csv": async ({ c, actor, params }) =>
      csvResponse(c, "vetura-gabimet.csv", await faultsFile(ctx, actor, params.id)),

    "GET /api/dealer/imports/{id}/rows": async ({ c, actor, params }) => {
      const page = pageQuery(c, { limit: 50, max: 200 });
      const { rows, total } = await listRows(ctx, actor, params.id, c.req.query("outcome"), page);
      c.header("X-Total-Count", String(total));
      return rows;
    },

    "PUT /api/dealer/imports/{id}/rows/{row}": {
      limit: limits.stockWork,
      handle: ({ c, actor, params, body }) =>
        correctRow(ctx, actor, params.id, params.row, body, c.req.raw.signal),
    },

    "POST /api/dealer/imports/{id}/apply": {
      limit: limits.stockWork,
      handle: async ({ actor, params, body: { archiveMissing, confirm } }) => {
        await askToApply(ctx, actor, params.id, {
          archiveMissing,
          ...(confirm === undefined ? {} : { confirm }),
        });
      },
    },

    "POST /api/dealer/imports/{id}/revert": {
      limit: limits.stockWork,
      handle: async ({ actor, params }) => {
        await askToRevert(ctx, actor, params.id);
      },
    },

    "GET /api/dealer/export.csv": async ({ c, actor }) => {
      const { version, parts } = await exportStock(ctx, actor);
      const headers = versionHeaders(version);
      if (isAsKnown(c, version)) return c.body(null, 304, headers);
      return csvResponse(c, "vetura-stoku.csv", parts(), headers);
    },
  };
}
