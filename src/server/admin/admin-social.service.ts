import { type Kysely, type Transaction, sql } from "kysely";
import type { SocialPost } from "#contract/admin-desk.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import type { Page } from "#server/cars/cars.queries.ts";
import type { PhotoUrl } from "#server/cars/present-car.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { awaitsSocialPost } from "#server/billing/goods.queries.ts";
import { loadAdminCars } from "./admin-rows.queries.ts";
import { carLabel } from "./car-label.ts";
import { lockAdmin, writeAudit } from "#server/audit/audit.queries.ts";

export interface AdminSocialService {
  /** `waiting`: the most urgent first; `posted`: newest first. */
  list(
    admin: Actor,
    state: "waiting" | "posted",
    page: Page,
  ): Promise<{ posts: SocialPost[]; total: number }>;
  /**
   * Ticks a post off, or takes the tick back. Once more changes nothing. Throws post_not_found, and already_promoted for a
   * tick that is taken back while a further post of the car waits.
   */
  tick(admin: Actor, id: string, posted: boolean): Promise<SocialPost>;
}

function selectPosts(db: Kysely<DB>) {
  return db
    .selectFrom("social_posts as p")
    .leftJoin("users as a", "a.id", "p.posted_by")
    .select(["p.id", "p.car_id", "p.due_at", "p.posted_at", "a.email as posted_by"])
    .select(sql<boolean>`p.due_at < now()`.as("past_due"));
}
type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>["executeTakeFirstOrThrow"]>>;

async function write(trx: Transaction<DB>, admin: Actor, id: string, posted: boolean): Promise<void> {
  const acting = await lockAdmin(trx, admin);
  const post = await trx
    .selectFrom("social_posts as p")
    .innerJoin("cars as c", "c.id", "p.car_id")
    .select(["p.posted_at", "p.car_id", "c.brand", "c.model", "c.year", "c.number"])
    .where("p.id", "=", id)
    // The car too: who pays for a further post of it holds it.
    .forUpdate(["p", "c"])
    .executeTakeFirst();
  if (post === undefined) throw new AppError("post_not_found");
  if ((post.posted_at !== null) === posted) return;
  if (!posted && (await awaitsSocialPost(trx, post.car_id))) throw new AppError("already_promoted");
  await trx
    .updateTable("social_posts")
    .set({ posted_at: posted ? sql<Date>`now()` : null, posted_by: posted ? acting.id : null })
    .where("id", "=", id)
    .execute();
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

/** The queue of cars that were bought with social promotion. */
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
      // Deleted between the two questions, and the post with it.
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
    list: async (admin, state, { page, limit }) => {
      const waiting = state === "waiting";
      const { total } = await db
        .selectFrom("social_posts")
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .where("posted_at", waiting ? "is" : "is not", null)
        .executeTakeFirstOrThrow();
      const rows = await selectPosts(db)
        .where("p.posted_at", waiting ? "is" : "is not", null)
        .orderBy(waiting ? sql`p.due_at` : sql`p.posted_at desc`)
        .orderBy("p.id")
        .limit(limit)
        .offset((page - 1) * limit)
        .execute();
      return { posts: await present(admin, rows), total };
    },

    tick: async (admin, id, posted) => {
      await db.transaction().execute((trx) => write(trx, admin, id, posted));
      const [post] = await present(admin, await selectPosts(db).where("p.id", "=", id).execute());
      if (post === undefined) throw new AppError("post_not_found");
      return post;
    },
  };
}
