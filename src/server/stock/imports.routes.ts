import type { importEndpoints } from "#contract/imports.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Limits } from "#server/http/limits.ts";
import { pageQuery } from "#server/http/parse.ts";
import type { Routes } from "#server/http/route.ts";
import type { StockImports } from "./imports.service.ts";

export interface ImportsRoutesDeps {
  readonly imports: StockImports;
  readonly limits: Pick<Limits, "stockImport">;
}

/** The contract's importEndpoints. */
export function importsRoutes({ imports, limits }: ImportsRoutesDeps): Routes<keyof typeof importEndpoints> {
  return {
    "GET /api/dealer/imports": async ({ c, actor }) => {
      const { imports: listed, total } = await imports.list(actor, pageQuery(c, { limit: 20, max: 100 }));
      c.header("X-Total-Count", String(total));
      return listed;
    },
    "POST /api/dealer/imports": {
      limit: limits.stockImport,
      handle: async ({ actor }) => {
        await imports.list(actor, { page: 1, limit: 1 });
        throw new AppError("overloaded");
      },
    },
    "GET /api/dealer/imports/template.csv": async ({ actor }) => {
      await imports.list(actor, { page: 1, limit: 1 });
      throw new AppError("overloaded");
    },
    "GET /api/dealer/imports/{id}": ({ actor, params }) => imports.get(actor, params.id),
    "GET /api/dealer/imports/{id}/faults.csv": async ({ actor, params }) => {
      await imports.get(actor, params.id);
      throw new AppError("overloaded");
    },
    "GET /api/dealer/imports/{id}/rows": async ({ c, actor, params }) => {
      const { rows, total } = await imports.rows(actor, params.id, pageQuery(c, { limit: 50, max: 200 }));
      c.header("X-Total-Count", String(total));
      return rows;
    },
    "PUT /api/dealer/imports/{id}/rows/{row}": async ({ actor, params }) => {
      await imports.get(actor, params.id);
      throw new AppError("import_not_ready");
    },
    "POST /api/dealer/imports/{id}/apply": async ({ actor, params }) => {
      await imports.get(actor, params.id);
      throw new AppError("import_not_ready");
    },
    "POST /api/dealer/imports/{id}/revert": async ({ actor, params }) => {
      await imports.get(actor, params.id);
      throw new AppError("import_not_revertible");
    },
    "GET /api/dealer/export.csv": async ({ actor }) => {
      await imports.list(actor, { page: 1, limit: 1 });
      throw new AppError("overloaded");
    },
  };
}
