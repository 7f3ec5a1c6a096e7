import type { Kysely, Transaction } from "kysely";
import type { SocialPost } from "#contract/admin-desk.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import type { Page } from "#server/platform/db/page.ts";
import type { PhotoUrl } from "#server/market/cars/present-car.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { awaitsSocialPost } from "#server/money/billing/entitlements.queries.ts";
import { loadAdminCars } from "./admin-rows.queries.ts";
import { loadPost, loadPosts, lockPost, markPosted, type PostRow } from "./admin-social.queries.ts";
import { carLabel } from "./car-label.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";

export interface AdminSocialService {
  /** `waiting`: most urgent first; `posted`: newest first. */
  list(
    admin: Actor,
    state: "waiting" | "posted",
    page: Page,
  ): Promise<{ posts: SocialPost[]; total: number }>;
  /**
   * Marks a post as done, or reverts that. Repeating it changes nothing. Throws post_not_found, and
   * already_promoted for reverting while a further post of the car waits.
   */
  tick(admin: Actor, id: string, posted: boolean): Promise<SocialPost>;
}

async function write(trx: Transaction<DB>, admin: Actor, id: string, posted: boolean): Promise<void> {
  const acting = await lockAdmin(trx, admin);
  const post = await lockPost(trx, id);
  if (post === null) throw new AppError("post_not_found");
  if ((post.posted_at !== null) === posted) return;
  if (!posted && (await awaitsSocialPost(trx, post.car_id))) throw new AppError("already_promoted");
  await markPosted(trx, id, posted ? acting.id : null);
  await writeAudit(trx, acting, [
    {
      action: posted ? "social.posted" : "social.unposted",
      kind: "social",
      targetId: id,
      label: carLabel(post),
      before: { posted: !posted },
      after: { posted },
    },
  ]);
}

/** The queue of cars with bought social promotion. */
export function createAdminSocialService(deps: {
  readonly db: Kysely<DB>;
  readonly photoUrl: PhotoUrl;
  readonly publicUrl: string;
}): AdminSocialService {
  const { db, photoUrl, publicUrl } = deps;

  async function present(admin: Actor, rows: readonly PostRow[]): Promise<SocialPost[]> {
    const ids = [...new Set(rows.map((row) => row.car_id))];
    const cars = new Map((await loadAdminCars(db, admin, ids, photoUrl)).map((car) => [car._id, car]));
    return rows.flatMap((row) => {
      const car = cars.get(row.car_id);
      // Deleted between the two queries, and the post with it.
      if (car === undefined) return [];
      const link = `${publicUrl}/car/${car._id}`;
      return {
        id: row.id,
        car,
        text: adminMessages.socialPost({ ...car, link }),
        pictures: car.images,
        link,
        dueAt: row.due_at.toISOString(),
        overdue: row.posted_at === null && row.past_due,
        postedAt: row.posted_at?.toISOString() ?? null,
        postedBy: row.posted_by,
      };
    });
  }

  return {
    list: async (admin, state, page) => {
      const { rows, total } = await loadPosts(db, state, page);
      return { posts: await present(admin, rows), total };
    },

    tick: async (admin, id, posted) => {
      await db.transaction().execute((trx) => write(trx, admin, id, posted));
      const [post] = await present(admin, await loadPost(db, id));
      if (post === undefined) throw new AppError("post_not_found");
      return post;
    },
  };
}
