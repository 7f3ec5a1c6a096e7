import { type Kysely, sql, type Transaction } from "kysely";
import { type Page, readPage } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";

function selectPosts(db: Kysely<DB>) {
  return db
    .selectFrom("social_posts as p")
    .leftJoin("users as a", "a.id", "p.posted_by")
    .leftJoin("public_cars as v", "v.id", "p.car_id")
    .select(["p.id", "p.car_id", "p.due_at", "p.posted_at", "a.email as posted_by"])
    .select(sql<boolean>`p.due_at < now()`.as("past_due"))
    .select(sql<boolean>`coalesce(v.on_sale, false)`.as("on_sale"));
}
export type PostRow = Awaited<ReturnType<typeof loadPost>>[number];

/** The post with this id, or none. */
export async function loadPost(db: Kysely<DB>, id: string) {
  return selectPosts(db).where("p.id", "=", id).execute();
}

/**
 * `waiting`: most urgent first; `posted`: newest first; with the total. Indexes social_posts_due,
 * social_posts_posted.
 */
export async function loadPosts(
  db: Kysely<DB>,
  state: "waiting" | "posted",
  page: Page,
): Promise<{ rows: PostRow[]; total: number }> {
  const waiting = state === "waiting";
  return readPage(
    db,
    selectPosts(db)
      .where("p.posted_at", waiting ? "is" : "is not", null)
      .orderBy(waiting ? sql`p.due_at` : sql`p.posted_at desc`)
      .orderBy("p.id"),
    page,
  );
}

/** A post with its car, both locked, in the same order as a payment for a further post. Null for none. */
export async function lockPost(trx: Transaction<DB>, id: string) {
  const post = await trx
    .selectFrom("social_posts as p")
    .innerJoin("cars as c", "c.id", "p.car_id")
    .select(["p.posted_at", "p.car_id", "c.brand", "c.model", "c.year", "c.number"])
    .where("p.id", "=", id)
    .forUpdate(["p", "c"])
    .executeTakeFirst();
  return post ?? null;
}

/** Marks a post as done by an admin; `null` reverts it. */
export async function markPosted(trx: Transaction<DB>, id: string, by: string | null): Promise<void> {
  await trx
    .updateTable("social_posts")
    .set({ posted_at: by === null ? null : sql<Date>`now()`, posted_by: by })
    .where("id", "=", id)
    .execute();
}
