import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { askForProof } from "#server/accounts/email-verification.service.ts";
import type { DB } from "#server/db/tables.ts";
import type { AddJob } from "#server/jobs/jobs.ts";
import { sendAlertTask } from "./alert-jobs.ts";

interface Follower {
  readonly user_id: string;
  readonly car_id: string;
  readonly proven: boolean;
}

/**
 * A mail for each follower of a car on sale that costs less than the follower was last told, of these cars or of one
 * person's; a mail that has not been written yet will tell the new price anyway. The followers' rows are held, as by
 * whoever writes the mail: one of the two sees what the other has done. Index followed_cars_car, or the primary key.
 *
 * Who has not proven the address is told nothing and keeps the price told last: what is cheaper at the time of the proof
 * is told then, by one mail a car. Who was never sent the link for it, is sent one.
 */
export async function openPriceMails(
  trx: Transaction<DB>,
  which: { readonly carIds: readonly string[] } | { readonly userId: string },
  addJob: AddJob,
): Promise<void> {
  const those =
    "carIds" in which
      ? sql<boolean>`f.car_id = any(${which.carIds}::uuid[])`
      : sql<boolean>`f.user_id = ${which.userId}`;
  const { rows } = await sql<Follower>`
    select f.user_id, f.car_id, w.email_verified_at is not null as proven
    from followed_cars f join cars c on c.id = f.car_id join public_cars p on p.id = c.id and p.on_sale
      join users w on w.id = f.user_id
    where ${those} and c.price < f.told_price and f.user_id <> c.owner_id
    order by f.car_id, f.user_id
    for update of f`.execute(trx);
  for (const { user_id, car_id } of rows.filter(({ proven }) => proven)) {
    const opened = await trx
      .insertInto("alert_mails")
      .values({ id: uuidv7(), user_id, car_id })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (opened !== undefined) await addJob(sendAlertTask, { mailId: opened.id }, { trx, maxAttempts: 25 });
  }
  const unproven = new Set(rows.filter(({ proven }) => !proven).map(({ user_id }) => user_id));
  if (unproven.size > 0) await askForProof(trx, addJob, [...unproven]);
}
