import type { ModelOffer, catalogueEndpoints } from "#contract/catalogue.ts";
import { carMessages } from "#domain/messages/car.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Limits } from "#server/http/limits.ts";
import { Present, type Routes } from "#server/http/route.ts";
import type { CatalogueService } from "./catalogue.service.ts";

// Guests' answers alone: those of signed-in people are made private on their way out.
const shortly = "public, max-age=60";

/** The contract's catalogueEndpoints (specification.md#operation, specification.md#lists). */
export function catalogueRoutes(deps: {
  readonly catalogue: CatalogueService;
  /** The search knows what models are called. */
  readonly search: {
    offerModels(
      q: string,
      brand: string | null,
      models: ReadonlyMap<string, readonly string[]>,
    ): Promise<ModelOffer[]>;
  };
  readonly limits: Pick<Limits, "modelSuggestion">;
}): Routes<keyof typeof catalogueEndpoints> {
  const { catalogue, search, limits } = deps;
  return {
    "GET /api/car-models/brands": ({ c }) => {
      c.header("Cache-Control", shortly);
      return catalogue.brands();
    },

    "GET /api/car-models/models": ({ c, actor }) => {
      const brand = c.req.query("brand")?.trim() ?? "";
      if (brand === "") {
        const message = carMessages.brandRequired;
        throw new AppError("validation_failed", { message, fields: { brand: message } });
      }
      c.header("Cache-Control", shortly);
      return catalogue.models(brand.slice(0, 100), actor?.id ?? null);
    },

    "GET /api/car-models/suggest": async ({ c }) => {
      const typed = c.req.query("brand")?.trim().slice(0, 100) ?? "";
      const brand = typed === "" ? null : await catalogue.findBrand(typed);
      c.header("Cache-Control", shortly);
      // A brand that is not in the catalogue has no models.
      if (typed !== "" && brand === null) return [];
      return search.offerModels(c.req.query("q") ?? "", brand, await catalogue.approved());
    },

    "GET /api/car-models/all": ({ c }) => {
      c.header("Cache-Control", shortly);
      return catalogue.all();
    },

    "POST /api/car-models/models": {
      limit: limits.modelSuggestion,
      handle: async ({ actor, body }) => {
        const { brand, model, isNew } = await catalogue.suggest(actor.id, body);
        return isNew ? { brand, model } : new Present({ brand, model });
      },
    },
  };
}
