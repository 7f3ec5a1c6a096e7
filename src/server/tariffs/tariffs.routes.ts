import type { tariffEndpoints } from "#contract/tariffs.ts";
import type { Routes } from "#server/http/route.ts";
import type { TariffsService } from "./tariffs.service.ts";

/** The contract's tariffEndpoints. */
export function tariffsRoutes({
  tariffs,
}: {
  readonly tariffs: TariffsService;
}): Routes<keyof typeof tariffEndpoints> {
  return { "GET /api/import-costs": ({ query }) => tariffs.importCosts(query) };
}
