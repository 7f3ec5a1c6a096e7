import type { catalogueEndpoints } from "#contract/catalogue.ts";
import { carMessages } from "#domain/messages/car.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { Present, type Routes } from "#server/http/route.ts";
import { findBrand, listModels, suggestNewModel } from "./catalogue.commands.ts";

// Only guests' answers: those of signed-in people are made private later.
const shortly = "public, max-age=60";

/** The contract's catalogueEndpoints (specification.md#operation, specification.md#lists). */
export function catalogueRoutes(ctx: Context): Routes<keyof typeof catalogueEndpoints> {
  const { catalogue, search, limits } = ctx;
  return {
    "GET /api/car-models/brands": async ({ c }) => {
      c.header("Cache-Control", shortly);
      return [...(await catalogue.get()).models.keys()];
    },

    "GET /api/car-models/models": ({ c, actor }) => {
      const brand = c.req.query("brand")?.trim() ?? "";
      if (brand === "") {
        const message = carMessages.brandRequired;
        throw new AppError("validation_failed", { message, fields: { brand: message } });
      }
      c.header("Cache-Control", shortly);
      return listModels(ctx, brand.slice(0, 100), actor?.id ?? null);
    },

    "GET /api/car-models/suggest": async ({ c }) => {
      const typed = c.req.query("brand")?.trim().slice(0, 100) ?? "";
      const brand = typed === "" ? null : await findBrand(ctx, typed);
      c.header("Cache-Control", shortly);
      // A brand that is not in the catalogue has no models.
      if (typed !== "" && brand === null) return [];
      // The search knows what models are called.
      return search.offerModels(c.req.query("q") ?? "", brand, (await catalogue.get()).models);
    },

    "GET /api/car-models/all": async ({ c }) => {
      c.header("Cache-Control", shortly);
      const { models } = await catalogue.get();
      return Object.fromEntries([...models].map(([brand, names]) => [brand, [...names]]));
    },

    "POST /api/car-models/models": {
      limit: limits.modelSuggestion,
      handle: async ({ actor, body }) => {
        const { brand, model, isNew } = await suggestNewModel(ctx, actor.id, body);
        return isNew ? { brand, model } : new Present({ brand, model });
      },
    },
  };
}
