import type { Transaction } from "kysely";
import { deleteUsers, lockCarsOf } from "#server/accounts/accounts.queries.ts";
import { leaveProvider } from "#server/billing/account-removal.ts";
import type { DB } from "#server/db/tables.ts";
import { keepBuyers } from "#server/invoices/invoices.queries.ts";
import type { AddJob } from "#server/jobs/jobs.ts";
import { settleReports } from "#server/reports/settle-reports.ts";

/**
 * Deletes accounts with all their data but payments, for their owners and admins alike: reports of their cars are
 * settled, subscriptions end, open card pages close; invoices keep their buyers. `by`: the admin who deletes them, null
 * for the owner.
 *
 * Cars are locked before their reports, in the order of their ids, as everywhere (ARCHITECTURE.md,
 * "Locks"); the accounts' rows go last.
 */
export async function removeAccounts(
  trx: Transaction<DB>,
  addJob: AddJob,
  userIds: readonly string[],
  by: string | null,
): Promise<void> {
  const cars = await lockCarsOf(trx, userIds);
  await settleReports(trx, addJob, { cars }, { state: "deleted", by });
  // Waits for payments that are being carried out: a subscription that one of them begins is ended by the next line.
  await keepBuyers(trx, userIds);
  await leaveProvider(trx, addJob, userIds);
  await deleteUsers(trx, userIds);
}
