import type { Kysely } from "kysely";
import { carMessages } from "#domain/messages/car.ts";
import { fold } from "#domain/text/fold.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { createNotifiedCopy, type NotifiedCopy } from "#server/platform/db/notified-copy.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { byName, loadAliases, loadCatalogue, suggestModel } from "./catalogue.queries.ts";

/** Brands and models from memory: the whole catalogue is some 1,700 names. */
export type Catalogue = NotifiedCopy<{
  /** Approved models by brand, A to Z; the same map until the catalogue is read again. */
  readonly models: ReadonlyMap<string, readonly string[]>;
  /** Merged or corrected spellings, folded, by brand: the models that they mean. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly brandByFolded: ReadonlyMap<string, string>;
}>;

export function createCatalogue(db: Kysely<DB>): Catalogue {
  return createNotifiedCopy(async () => {
    const [models, aliases] = await Promise.all([loadCatalogue(db), loadAliases(db)]);
    return {
      models,
      aliases,
      brandByFolded: new Map([...models.keys()].map((brand) => [fold(brand), brand])),
    };
  });
}

/** The brand as the catalogue spells it; null for one that it does not have. Case and accents do not matter. */
export async function findBrand(
  { catalogue }: Pick<Context, "catalogue">,
  brand: string,
): Promise<string | null> {
  return (await catalogue.get()).brandByFolded.get(fold(brand)) ?? null;
}

/** A brand's models in natural order, with the person's own suggestions; none for an unknown brand. */
export async function listModels(ctx: Context, brand: string, userId: string | null): Promise<string[]> {
  const known = await findBrand(ctx, brand);
  if (known === null) return [];
  const models = [...((await ctx.catalogue.get()).models.get(known) ?? [])];
  if (userId === null) return models;
  const own = await ctx.db
    .selectFrom("car_models")
    .select("name")
    .where("suggested_by", "=", userId)
    .where("brand", "=", known)
    .where("approved", "=", false)
    .where("refused_at", "is", null)
    .limit(100)
    .execute();
  if (own.length === 0) return models;
  return [...new Set([...models, ...own.map(({ name }) => name)])].toSorted(byName);
}

/**
 * Suggests a model; it is seen by its author until an admin approves it. Returns the stored name, which is the
 * catalogue's where it is known in another spelling or as an alias. Throws validation_failed for a brand that is not there.
 */
export async function suggestNewModel(
  ctx: Context,
  userId: string,
  suggestion: { brand: string; model: string },
): Promise<{ brand: string; model: string; isNew: boolean }> {
  const brand = await findBrand(ctx, suggestion.brand);
  if (brand === null) {
    const message = carMessages.brandUnknown;
    throw new AppError("validation_failed", { message, fields: { brand: message } });
  }
  const { name, isNew } = await suggestModel(ctx.db, brand, suggestion.model, userId);
  return { brand, model: name, isNew };
}
