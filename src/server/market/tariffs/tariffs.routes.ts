import type { tariffEndpoints } from "#contract/tariffs.ts";
import type { Context } from "#server/context.ts";
import type { Routes } from "#server/http/route.ts";
import { costToPlates } from "./import-costs.ts";

export function tariffsRoutes(ctx: Context): Routes<keyof typeof tariffEndpoints> {
  return { "GET /api/import-costs": ({ query }) => costToPlates(ctx, query) };
}
