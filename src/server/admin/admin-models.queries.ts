import { type Kysely, sql, type Transaction } from "kysely";
import { fold } from "#domain/text/fold.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import { descriptionAfter } from "#server/market/cars/save-car.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";

export interface Suggestion {
  readonly id: string;
  readonly brand: string;
  readonly name: string;
  readonly folded: string;
}

/** A waiting suggestion, locked. Throws model_not_found. */
export async function lockSuggestion(trx: Transaction<DB>, id: string): Promise<Suggestion> {
  const row = await trx
    .selectFrom("car_models")
    .select(["id", "brand", "name", "folded"])
    .where("id", "=", id)
    .where("approved", "=", false)
    .where("refused_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("model_not_found");
  return row;
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

/** Cars per statement. */
const batch = 500;

/** Gives the brand's cars with any spelling of the model the proper one; returns how many. */
export async function moveCars(
  trx: Transaction<DB>,
  { brand, folded }: Suggestion,
  to: string,
): Promise<number> {
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

/** A page of waiting suggestions, oldest first, with the total and how many cars have each. */
export async function listSuggestions(db: Kysely<DB>, page: Page) {
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
  return { rows, counts, total };
}

/** A brand's model or suggestion by its folded name, locked; null for none. Uses the unique constraint on both. */
export async function lockModel(trx: Transaction<DB>, brand: string, folded: string) {
  const model = await trx
    .selectFrom("car_models")
    .select(["id", "brand", "name", "folded", "approved"])
    .where("brand", "=", brand)
    .where("folded", "=", folded)
    .forUpdate()
    .executeTakeFirst();
  return model ?? null;
}

/** Approves a suggestion as a model of this name. */
export async function approveModel(trx: Transaction<DB>, id: string, name: string): Promise<void> {
  await trx
    .updateTable("car_models")
    .set({ name, folded: fold(name), approved: true })
    .where("id", "=", id)
    .execute();
}

export async function refuseModel(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable("car_models")
    .set({ refused_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

export async function deleteModel(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom("car_models").where("id", "=", id).execute();
}
