import type { SocialPost } from "#contract/admin-queues.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import type { Page } from "#server/platform/db/page.ts";
import { AppError } from "#server/http/app-error.ts";
import { awaitsSocialPost } from "#server/money/billing/entitlements.queries.ts";
import { readAdminCars } from "./admin-rows.queries.ts";
import { loadPost, loadPosts, lockPost, markPosted, type PostRow } from "./admin-social.queries.ts";
import { carLabel } from "./car-label.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";

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

/** Cars that were bought with social promotion. `waiting`: the most urgent first; `posted`: newest first. */
export async function readPosts(
  ctx: Context,
  admin: Actor,
  state: "waiting" | "posted",
  page: Page,
): Promise<{ posts: SocialPost[]; total: number }> {
  const { rows, total } = await loadPosts(ctx.db, state, page);
  return { posts: await present(ctx, admin, rows), total };
}

/**
 * Ticks a post off, or takes the tick back. Once more changes nothing. Throws post_not_found, and already_promoted for a
 * tick that is taken back while a further post of the car waits.
 */
export async function tickPost(ctx: Context, admin: Actor, id: string, posted: boolean): Promise<SocialPost> {
  await adminWrite(ctx, admin, {}, async ({ trx, acting, audit }) => {
    const post = await lockPost(trx, id);
    if (post === null) throw new AppError("post_not_found");
    if ((post.posted_at !== null) === posted) return;
    if (!posted && (await awaitsSocialPost(trx, post.car_id))) throw new AppError("already_promoted");
    await markPosted(trx, id, posted ? acting.id : null);
    await audit({
      action: posted ? "social.posted" : "social.unposted",
      kind: "social",
      targetId: id,
      label: carLabel(post),
      before: { posted: !posted },
      after: { posted },
    });
  });
  const [post] = await present(ctx, admin, await loadPost(ctx.db, id));
  if (post === undefined) throw new AppError("post_not_found");
  return post;
}
