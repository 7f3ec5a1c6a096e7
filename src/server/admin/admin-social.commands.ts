import type { SocialPost } from "#contract/admin-queues.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import { AppError } from "#server/http/app-error.ts";
import { awaitsSocialPost } from "#server/money/billing/entitlements.queries.ts";
import { readAdminCars } from "./admin-rows.queries.ts";
import { carLabel } from "./car-label.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { type Kysely, sql } from "kysely";
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
type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>["execute"]>>[number];

async function present(ctx: Context, admin: Actor, rows: readonly PostRow[]): Promise<SocialPost[]> {
  const ids = [...new Set(rows.map((row) => row.car_id))];
  const cars = new Map((await readAdminCars(ctx, admin, ids)).map((car) => [car._id, car]));
  return rows.flatMap((row) => {
    const car = cars.get(row.car_id);
    // Deleted between the two questions, and the post with it.
    if (car === undefined) return [];
    const link = `${ctx.site.publicUrl}/car/${car._id}`;
    return {
      id: row.id,
      car,
      text: adminMessages.socialPost({ ...car, link }),
      pictures: car.images,
      link,
      dueAt: row.due_at.toISOString(),
      onSale: row.on_sale,
      overdue: row.posted_at === null && row.past_due && row.on_sale,
      postedAt: row.posted_at?.toISOString() ?? null,
      postedBy: row.posted_by,
    };
  });
}

/**
 * Cars that were bought with social promotion. `waiting`: the most urgent first; `posted`: newest first. Indexes
 * social_posts_due, social_posts_posted.
 */
export async function readPosts(
  ctx: Context,
  admin: Actor,
  state: "waiting" | "posted",
  page: Page,
): Promise<{ posts: SocialPost[]; total: number }> {
  const waiting = state === "waiting";
  const posts = selectPosts(ctx.db)
    .where("p.posted_at", waiting ? "is" : "is not", null)
    .orderBy(waiting ? sql`p.due_at` : sql`p.posted_at desc`)
    .orderBy("p.id");
  const { rows, total } = await readPage(ctx.db, posts, page);
  return { posts: await present(ctx, admin, rows), total };
}

/**
 * Ticks a post off, or takes the tick back. Once more changes nothing. Throws post_not_found, and already_promoted for a
 * tick that is taken back while a further post of the car waits.
 */
export async function tickPost(ctx: Context, admin: Actor, id: string, posted: boolean): Promise<SocialPost> {
  await adminWrite(ctx, admin, {}, async ({ trx, acting, audit }) => {
    // In the same order as a payment for a further post.
    const post = await trx
      .selectFrom("social_posts as p")
      .innerJoin("cars as c", "c.id", "p.car_id")
      .select(["p.posted_at", "p.car_id", "c.brand", "c.model", "c.year", "c.number"])
      .where("p.id", "=", id)
      .forUpdate(["p", "c"])
      .executeTakeFirstOrThrow(() => new AppError("post_not_found"));
    if ((post.posted_at !== null) === posted) return;
    if (!posted && (await awaitsSocialPost(trx, post.car_id))) throw new AppError("already_promoted");
    await trx
      .updateTable("social_posts")
      .set({ posted_at: posted ? sql<Date>`now()` : null, posted_by: posted ? acting.id : null })
      .where("id", "=", id)
      .execute();
    await audit({
      action: posted ? "social.posted" : "social.unposted",
      kind: "social",
      targetId: id,
      label: carLabel(post),
      before: { posted: !posted },
      after: { posted },
    });
  });
  const [post] = await present(ctx, admin, await selectPosts(ctx.db).where("p.id", "=", id).execute());
  if (post === undefined) throw new AppError("post_not_found");
  return post;
}
