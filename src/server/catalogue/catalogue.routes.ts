import { Hono } from "hono";
import { suggestModelBody } from "#contract/catalogue.ts";
import { carMessages } from "#domain/messages/car.ts";
import { AppError } from "#server/http/app-error.ts";
import { callerOf, type Limits } from "#server/http/limits.ts";
import { parseBody } from "#server/http/parse.ts";
import { type AppEnv, currentActor, requireUser } from "#server/http/session.ts";
import type { CatalogueService } from "./catalogue.service.ts";

// Guests' answers alone: those of signed-in people are made private on their way out.
const shortly = "public, max-age=60";

/** The calls of the car catalogue (specification.md#operation, specification.md#lists). */
export function catalogueRoutes(deps: {
  readonly catalogue: CatalogueService;
  readonly limits: Pick<Limits, "modelSuggestion">;
}): Hono<AppEnv> {
  const { catalogue, limits } = deps;
  const app = new Hono<AppEnv>();

  app.get("/api/car-models/brands", async (c) => {
    c.header("Cache-Control", shortly);
    return c.json(await catalogue.brands());
  });

  app.get("/api/car-models/models", async (c) => {
    const brand = c.req.query("brand")?.trim() ?? "";
    if (brand === "") {
      const message = carMessages.brandRequired;
      throw new AppError("validation_failed", { message, fields: { brand: message } });
    }
    c.header("Cache-Control", shortly);
    return c.json(await catalogue.models(brand.slice(0, 100), currentActor(c)?.id ?? null));
  });

  app.get("/api/car-models/all", async (c) => {
    c.header("Cache-Control", shortly);
    return c.json(await catalogue.all());
  });

  app.post("/api/car-models/models", async (c) => {
    const user = requireUser(c);
    await limits.modelSuggestion.take(callerOf(c));
    const { brand, model, isNew } = await catalogue.suggest(user.id, await parseBody(c, suggestModelBody));
    return c.json({ brand, model }, isNew ? 201 : 200);
  });

  return app;
}
