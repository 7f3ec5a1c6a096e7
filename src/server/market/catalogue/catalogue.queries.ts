import { type Kysely, type Transaction, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { fold } from "#domain/text/fold.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";

/**
 * Stores the built-in brands and models. Run it at every start: it adds missing ones, approves suggestions that
 * are now built in, and changes nothing else. Concurrent processes are serialised.
 */
export async function seedCatalogue(db: Kysely<DB>): Promise<void> {
  const brands = Object.keys(carCatalogue);
  const models = Object.entries(carCatalogue).flatMap(([brand, names]) =>
    names.map((name) => ({ id: uuidv7(), brand, name, folded: fold(name) })),
  );
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.catalogueSeed})`.execute(trx);
    await trx
      .insertInto("brands")
      .values(brands.map((name) => ({ name, folded: fold(name) })))
      .onConflict((conflict) =>
        conflict
          .column("folded")
          .doUpdateSet((eb) => ({ name: eb.ref("excluded.name") }))
          .whereRef("brands.name", "<>", "excluded.name"),
      )
      .execute();
    // As arrays: one parameter per column instead of four per model.
    await sql`
      insert into car_models (id, brand, name, folded, approved)
      select id, brand, name, folded, true
      from unnest(${models.map((model) => model.id)}::uuid[], ${models.map((model) => model.brand)}::text[], ${models.map((model) => model.name)}::text[],
                  ${models.map((model) => model.folded)}::text[]) as seed (id, brand, name, folded)
      where not exists (
        select from car_models m
        where m.brand = seed.brand and m.folded = seed.folded and m.name = seed.name and m.approved
      )
      on conflict (brand, folded) do update set name = excluded.name, approved = true`.execute(trx);
  });
}

/** The public catalogue: brands A to Z with their approved models, in natural order. */
export async function loadCatalogue(db: Kysely<DB>): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("brands as b")
    .leftJoin("car_models as m", (join) => join.onRef("m.brand", "=", "b.name").on("m.approved", "=", true))
    .select(["b.name as brand", "m.name as model"])
    .execute();
  const catalogue = new Map<string, string[]>();
  for (const { brand, model } of rows) {
    const models = catalogue.get(brand) ?? [];
    if (model !== null) models.push(model);
    catalogue.set(brand, models);
  }
  return new Map(
    [...catalogue]
      .toSorted(([a], [b]) => byName(a, b))
      .map(([brand, models]) => [brand, models.toSorted(byName)]),
  );
}

/** Spellings that mean a model: its name by brand and folded spelling. */
export async function loadAliases(db: Kysely<DB>): Promise<Map<string, Map<string, string>>> {
  const rows = await db
    .selectFrom("car_model_aliases as a")
    .innerJoin("car_models as m", "m.id", "a.model_id")
    .select(["a.brand", "a.folded", "m.name"])
    .execute();
  const aliases = new Map<string, Map<string, string>>();
  for (const { brand, folded, name } of rows) {
    const ofBrand = aliases.get(brand) ?? new Map<string, string>();
    aliases.set(brand, ofBrand.set(folded, name));
  }
  return aliases;
}

// Ignores case and accents, orders numbers by value; any locale will do for international names.
const naturalOrder = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Natural order of brand and model names. */
export function byName(a: string, b: string): number {
  return naturalOrder.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Whether the catalogue has a brand of exactly this name. */
export async function isBrand(db: Kysely<DB>, name: string): Promise<boolean> {
  return (
    (await db.selectFrom("brands").select("name").where("name", "=", name).executeTakeFirst()) !== undefined
  );
}

/** What a spelling means: a model, else the model that it is an alias of, else a suggestion. */
async function findModel(
  db: Kysely<DB>,
  brand: string,
  model: string,
): Promise<{ name: string; approved: boolean } | undefined> {
  const folded = fold(model);
  const { rows } = await sql<{ name: string; approved: boolean }>`
    select name, approved, false as is_alias from car_models where brand = ${brand} and folded = ${folded}
    union all
    select m.name, m.approved, true from car_model_aliases a join car_models m on m.id = a.model_id
    where a.brand = ${brand} and a.folded = ${folded}
    order by approved desc, is_alias limit 1`.execute(db);
  return rows[0];
}

/** The new suggestion's id; null if the brand has a model or suggestion of this spelling. */
async function insertSuggestion(
  db: Kysely<DB>,
  brand: string,
  model: string,
  userId: string,
): Promise<string | null> {
  const inserted = await db
    .insertInto("car_models")
    .values({ id: uuidv7(), brand, name: model, folded: fold(model), approved: false, suggested_by: userId })
    .onConflict((conflict) => conflict.columns(["brand", "folded"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** Locks a suggestion against an admin's decision until the transaction ends. False if it was decided meanwhile. */
async function holdSuggestion(trx: Transaction<DB>, brand: string, model: string): Promise<boolean> {
  const row = await trx
    .selectFrom("car_models")
    .select("id")
    .where("brand", "=", brand)
    .where("folded", "=", fold(model))
    .where("approved", "=", false)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores a model as a seller's suggestion, unless it is known in any spelling or as an alias. Returns the stored
 * name, and whether it is new. The brand must exist.
 */
export async function suggestModel(
  db: Kysely<DB>,
  brand: string,
  model: string,
  userId: string,
): Promise<{ name: string; isNew: boolean }> {
  const known = await findModel(db, brand, model);
  if (known !== undefined) return { name: known.name, isNew: false };
  if ((await insertSuggestion(db, brand, model, userId)) !== null) return { name: model, isNew: true };
  // Somebody suggested it meanwhile.
  return { name: (await findModel(db, brand, model))?.name ?? model, isNew: false };
}

/**
 * The stored name of a car's model: the catalogue's if it is known in any spelling or as an alias, else the
 * seller's own, which becomes a suggestion. An admin's decision about it happens before, and counts here, or after the
 * transaction, and finds its cars. Locked after cars (`decide` in admin-models.commands.ts).
 */
export async function settleModel(
  trx: Transaction<DB>,
  brand: string,
  model: string,
  userId: string,
): Promise<string> {
  for (;;) {
    const known = await findModel(trx, brand, model);
    if (known?.approved === true) return known.name;
    if (known !== undefined) {
      if (await holdSuggestion(trx, brand, model)) return model;
      continue;
    }
    const id = await insertSuggestion(trx, brand, model, userId);
    if (id === null) continue;
    // The insert may have waited for the decision that made the spelling an alias.
    const now = await findModel(trx, brand, model);
    if (now?.approved !== true) return model;
    await trx.deleteFrom("car_models").where("id", "=", id).execute();
    return now.name;
  }
}
