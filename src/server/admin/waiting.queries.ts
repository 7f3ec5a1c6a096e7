import { type Kysely, sql } from "kysely";
import type { AdminStats } from "#contract/admin-lists.ts";
import { patience } from "#domain/operation/alarms.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { unknownCodeCount } from "#server/dealers/stock/stock-codes.queries.ts";

/**
 * Counts of the work that waits for admins. Indexes reports_open, car_reviews_open, car_models_pending,
 * social_posts_due, dealer_verifications_waiting, stock_import_faults_codes, payments_unsettled,
 * payment_disputes_open, invoices_due_since; jobs are few.
 */
export async function loadWaiting(db: Kysely<DB>): Promise<AdminStats["waiting"]> {
  const { rows } = await sql<AdminStats["waiting"]>`
    select (select count(*) from reports where state = 'open') as reports,
      (select count(*) from car_reviews where state = 'open') as reviews,
      (select count(*) from car_models where not approved and refused_at is null) as models,
      (select count(*) from social_posts where posted_at is null) as posts,
      (select count(*) from social_posts p join public_cars v on v.id = p.car_id and v.on_sale
        where p.posted_at is null and p.due_at < now()) as "postsOverdue",
      (select count(*) from dealer_verifications where state = 'waiting') as verifications,
      ${unknownCodeCount} as codes, unsettled.unfulfilled, unsettled."refundsDue",
      (select count(*) from payment_disputes where is_open) as disputes,
      (select count(*) from invoices_due where since < now() - make_interval(secs => ${patience.invoice})) as invoices,
      (select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null) as "failedJobs"
    from (
      select count(*) filter (where status = 'paid' and refund_reason is null
          and paid_at < now() - make_interval(secs => ${patience.payment})) as unfulfilled,
        count(*) filter (where status = 'paid' and refund_reason is not null) as "refundsDue"
      from payments where status in ('open', 'paid', 'failed')
    ) unsettled`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError("database_away");
  return row;
}
