import type { Transaction } from "kysely";
import { deleteUsers, lockAccountsToDelete, lockCarsOf } from "#server/people/accounts/accounts.queries.ts";
import { cancelAtStripe } from "#server/money/billing/cancel-at-stripe.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { keepBuyers } from "#server/money/invoices/invoices.queries.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { settleReports } from "#server/market/reports/settle-reports.commands.ts";

/**
 * Deletes accounts with all their data but payments, for owners and admins alike: reports of their cars are
 * settled, subscriptions end, open card pages close; invoices keep their buyers. `by`: the admin who deletes
 * them, null for the owner.
 *
 * Locks follow the site's order (platform/README.md, "Locks"): a caller that has locked accounts must have
 * called `lockAccountsToDelete`.
 */
export async function removeAccounts(
  trx: Transaction<DB>,
  addJob: AddJob,
  userIds: readonly string[],
  by: string | null,
): Promise<void> {
  await lockAccountsToDelete(trx, userIds);
  const cars = await lockCarsOf(trx, userIds);
  await settleReports(trx, addJob, { cars }, { state: "deleted", by });
  await keepBuyers(trx, userIds);
  await cancelAtStripe(trx, addJob, userIds);
  await deleteUsers(trx, userIds);
}
