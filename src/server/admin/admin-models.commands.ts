import { type Kysely, sql, type Transaction } from "kysely";
import type { SuggestedModel } from "#contract/admin-queues.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { fold } from "#domain/text/fold.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { descriptionAfter } from "#server/market/cars/save-car.ts";

interface Suggestion {
  readonly id: string;
  readonly brand: string;
  readonly name: string;
  readonly folded: string;
}

function waitingSuggestion(db: Kysely<DB>, id: string) {
  return db
    .selectFrom("car_models")
    .select(["id", "brand", "name", "folded"])
    .where("id", "=", id)
    .where("approved", "=", false)
    .where("refused_at", "is", null);
}

/**
 * A brand's models in the spellings of its cars. An index scan (cars_brand_model) per spelling, however many
 * cars there are.
 */
async function spellingsOf(db: Kysely<DB>, brand: string): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    with recursive spellings as (
      (select model from cars where brand = ${brand} order by model limit 1)
      union all
      select (select c.model from cars c where c.brand = ${brand} and c.model > s.model order by c.model limit 1)
      from spellings s where s.model is not null
    )
    select model from spellings where model is not null`.execute(db);
  return rows.map((row) => row.model);
}

/** Locks the brand's cars with any spelling of these models. */
async function lockCarsOfModels(
  trx: Transaction<DB>,
  brand: string,
  folded: readonly string[],
): Promise<void> {
  const spellings = (await spellingsOf(trx, brand)).filter((spelling) => folded.includes(fold(spelling)));
  await sql`
    select from cars where brand = ${brand} and model = any(${spellings}::text[]) order by id for update`.execute(
    trx,
  );
}

/** Cars per statement. */
const batch = 500;

/** Gives the brand's cars with any spelling of the model the proper one; returns how many. */
async function moveCars(trx: Transaction<DB>, { brand, folded }: Suggestion, to: string): Promise<number> {
  const spellings = (await spellingsOf(trx, brand)).filter(
    (spelling) => fold(spelling) === folded && spelling !== to,
  );
  if (spellings.length === 0) return 0;
  let moved = 0;
  for (;;) {
    const cars = await trx
      .selectFrom("cars")
      .select(["id", "brand", "model", "year", "type", "mileage", "fuel", "transmission", "location"])
      .select(["origin", "condition", "customs_paid", "registered_until", "engine_size", "power"])
      .select(["color", "negotiable", "description"])
      .where("brand", "=", brand)
      .where("model", "in", spellings)
      .orderBy("id")
      .limit(batch)
      .forUpdate()
      .execute();
    if (cars.length === 0) return moved;
    const written = cars.map((car) => ({
      id: car.id,
      description: descriptionAfter(car, { model: to }),
    }));
    await sql`
      update cars set model = ${to}, description = w.description, version = cars.version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as w (id uuid, description text)
      where cars.id = w.id`.execute(trx);
    moved += cars.length;
  }
}

/** Suggestions that wait, oldest first. */
export async function readSuggestions(
  { db }: Pick<Context, "db">,
  page: Page,
): Promise<{ models: SuggestedModel[]; total: number }> {
  const { rows, total } = await readPage(
    db,
    db
      .selectFrom("car_models as m")
      .leftJoin("users as u", "u.id", "m.suggested_by")
      .select(["m.id", "m.brand", "m.name", "m.folded", "m.created_at", "u.id as user_id"])
      .select(["u.first_name", "u.last_name", "u.email"])
      .where("m.approved", "=", false)
      .where("m.refused_at", "is", null)
      .orderBy("m.created_at")
      .orderBy("m.id"),
    page,
  );
  const brands = [...new Set(rows.map((row) => row.brand))];
  const counts = new Map<string, number>();
  for (const brand of brands) {
    const wanted = new Set(rows.filter((row) => row.brand === brand).map((row) => row.folded));
    const spellings = (await spellingsOf(db, brand)).filter((spelling) => wanted.has(fold(spelling)));
    if (spellings.length === 0) continue;
    const found = await db
      .selectFrom("cars")
      .select((eb) => ["model", eb.fn.countAll<number>().as("count")])
      .where("brand", "=", brand)
      .where("model", "in", spellings)
      .groupBy("model")
      .execute();
    for (const { model, count } of found) {
      const key = `${brand} ${fold(model)}`;
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
  }
  const models = rows.map((row) => ({
    id: row.id,
    brand: row.brand,
    name: row.name,
    carCount: counts.get(`${row.brand} ${row.folded}`) ?? 0,
    suggestedBy:
      row.user_id === null
        ? null
        : {
            _id: row.user_id,
            firstName: row.first_name ?? "",
            lastName: row.last_name ?? "",
            email: row.email ?? "",
          },
    createdAt: row.created_at.toISOString(),
  }));
  return { models, total };
}

/** A brand's model or suggestion by its folded name, locked; null for none. Uses the unique constraint on both. */
async function lockModel(trx: Transaction<DB>, brand: string, folded: string) {
  const model = await trx
    .selectFrom("car_models")
    .select(["id", "brand", "name", "folded", "approved"])
    .where("brand", "=", brand)
    .where("folded", "=", folded)
    .forUpdate()
    .executeTakeFirst();
  return model ?? null;
}

/** From now on the suggestion's spelling means the model, in forms and files that still have it. */
async function addAlias(trx: Transaction<DB>, { brand, folded }: Suggestion, modelId: string): Promise<void> {
  await trx
    .insertInto("car_model_aliases")
    .values({ brand, folded, model_id: modelId })
    .onConflict((conflict) => conflict.columns(["brand", "folded"]).doUpdateSet({ model_id: modelId }))
    .execute();
}

async function deleteModel(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom("car_models").where("id", "=", id).execute();
}

const notFound = () => new AppError("model_not_found");

/** What was decided of a suggestion. */
export interface ModelDecided {
  readonly brand: string;
  readonly model: string;
  /** Cars that carry the catalogue's spelling from now on, and did not before. */
  readonly movedCars: number;
}

/** The corrected name was suggested at the same moment. */
function refuseTakenName(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === "23505") throw new AppError("model_exists");
  throw error;
}

/**
 * Decides of a waiting suggestion. Its cars, and those of the model that it is `corrected` to, are locked first: who writes
 * a car locks it before its suggestion (`settleModel`). The lock on the suggestion waits for the others who are writing a
 * car with it, so that `work` finds theirs. Throws model_not_found.
 */
async function decide(
  ctx: Context,
  admin: Actor,
  { id, corrected }: { readonly id: string; readonly corrected?: string | undefined },
  action: "model.approve" | "model.merge" | "model.refuse",
  work: (trx: Transaction<DB>, suggestion: Suggestion) => Promise<{ model: string; movedCars: number }>,
): Promise<ModelDecided> {
  const decided = await adminWrite(ctx, admin, {}, async ({ trx, audit }) => {
    const { brand, folded } = await waitingSuggestion(trx, id).executeTakeFirstOrThrow(notFound);
    if (action !== "model.refuse")
      await lockCarsOfModels(trx, brand, corrected === undefined ? [folded] : [folded, fold(corrected)]);
    const suggestion = await waitingSuggestion(trx, id).forUpdate().executeTakeFirstOrThrow(notFound);
    const { name } = suggestion;
    const { model, movedCars } = await work(trx, suggestion);
    await audit({
      action,
      kind: "model",
      targetId: id,
      label: `${brand} ${name}`,
      before: { brand, model: name },
      after: action === "model.refuse" ? null : { brand, model, movedCars },
    });
    return { brand, model, movedCars };
  });
  ctx.catalogue.refresh();
  return decided;
}

/**
 * Takes a suggestion into the catalogue, under a corrected name if given; its own spelling is then an alias.
 * Throws model_not_found, model_exists.
 */
export function approveSuggestion(
  ctx: Context,
  admin: Actor,
  id: string,
  corrected: string | undefined,
): Promise<ModelDecided> {
  return decide(ctx, admin, { id, corrected }, "model.approve", async (trx, suggestion) => {
    const name = corrected ?? suggestion.name;
    const folded = fold(name);
    const same = [suggestion];
    if (folded !== suggestion.folded) {
      const other = await lockModel(trx, suggestion.brand, folded);
      if (other?.approved === true) throw new AppError("model_exists");
      // Another suggestion is what this one is corrected to: both become the one model.
      if (other !== null) {
        await deleteModel(trx, other.id);
        same.push(other);
      }
    }
    await trx
      .updateTable("car_models")
      .set({ name, folded, approved: true })
      .where("id", "=", id)
      .execute()
      .catch(refuseTakenName);
    if (folded !== suggestion.folded) await addAlias(trx, suggestion, id);
    let movedCars = 0;
    for (const one of same) movedCars += await moveCars(trx, one, name);
    return { model: name, movedCars };
  });
}

/**
 * Drops it in favour of a model of the same brand; its spelling is then an alias. Throws model_not_found,
 * validation_failed for an unknown one.
 */
export function mergeSuggestion(ctx: Context, admin: Actor, id: string, into: string): Promise<ModelDecided> {
  return decide(ctx, admin, { id }, "model.merge", async (trx, suggestion) => {
    const target = await lockModel(trx, suggestion.brand, fold(into));
    if (target?.approved !== true) {
      const message = adminMessages.mergeTargetUnknown;
      throw new AppError("validation_failed", { message, fields: { into: message } });
    }
    const movedCars = await moveCars(trx, suggestion, target.name);
    await addAlias(trx, suggestion, target.id);
    await deleteModel(trx, id);
    return { model: target.name, movedCars };
  });
}

/** Drops it for good: it does not come back to the queue. Throws model_not_found. */
export function refuseSuggestion(ctx: Context, admin: Actor, id: string): Promise<ModelDecided> {
  return decide(ctx, admin, { id }, "model.refuse", async (trx, { name }) => {
    await trx
      .updateTable("car_models")
      .set({ refused_at: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
    return { model: name, movedCars: 0 };
  });
}
