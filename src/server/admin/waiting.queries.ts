import { type Kysely, sql } from "kysely";
import type { AdminStats } from "#contract/admin-lists.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { unknownCodeCount } from "#server/dealers/stock/stock-codes.queries.ts";

/**
 * How much waits for an admin. Indexes reports_open, car_reviews_open, car_models_pending, social_posts_due, dealer_verifications_waiting,
 * stock_import_faults_codes.
 */
export async function loadWaiting(db: Kysely<DB>): Promise<AdminStats["waiting"]> {
  const { rows } = await sql<AdminStats["waiting"]>`
    select (select count(*) from reports where state = 'open') as reports,
      (select count(*) from car_reviews where state = 'open') as reviews,
      (select count(*) from car_models where not approved and refused_at is null) as models,
      (select count(*) from social_posts where posted_at is null) as posts,
      (select count(*) from social_posts where posted_at is null and due_at < now()) as "postsOverdue",
      (select count(*) from dealer_verifications where state = 'waiting') as verifications,
      ${unknownCodeCount} as codes`.execute(db);
  return (
    rows[0] ?? { reports: 0, reviews: 0, models: 0, posts: 0, postsOverdue: 0, verifications: 0, codes: 0 }
  );
}
