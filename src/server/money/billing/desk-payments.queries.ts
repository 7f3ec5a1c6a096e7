import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

type Handle = Kysely<DB> | Transaction<DB>;

/** A car that waits for its fee: a checkout that was begun (`paymentId`), or a car in the archive whose fee went back. */
export interface WaitingCar {
  /** Of the payment, or of the car. */
  readonly id: string;
  readonly paymentId: string | null;
  readonly name: string;
  readonly since: Date;
}

/** An account's cars that wait for their fee, the newest first, at most 20. Indexes payments_user, cars_owner. */
export async function loadWaitingCars(db: Handle, userId: string): Promise<WaitingCar[]> {
  const { rows } = await sql<WaitingCar>`
    select id, id as "paymentId", (car_data ->> 'brand') || ' ' || (car_data ->> 'model') as name, created_at as since
    from payments
    where user_id = ${userId} and kind = 'car' and status in ('open', 'failed') and car_data is not null
    union all
    select id, null, brand || ' ' || model, fee_refunded_at from cars
    where owner_id = ${userId} and fee_refunded_at is not null
    order by since desc limit 20`.execute(db);
  return rows;
}

/** The payment with this document; null for none. Index payments_document. */
export async function findDocument(db: Handle, document: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where document is not null
      and lower(regexp_replace(document, '\\s', '', 'g')) = lower(regexp_replace(${document}, '\\s', '', 'g'))`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Writes the months that a payment has bought: after those that run. The account is locked. */
export async function insertMonths(
  trx: Transaction<DB>,
  paymentId: string,
  userId: string,
  months: number,
): Promise<void> {
  await sql`
    insert into dealer_months (payment_id, user_id, starts_at, ends_at)
    select ${paymentId}, id, starts, starts + make_interval(months => ${months}::int)
    from (
      select id, case when isfinite(dealer_until) then greatest(dealer_until, now()) else now() end as starts
      from users where id = ${userId}
    ) u`.execute(trx);
}

/** How many days before its months end a dealer is told. */
const toldDays = 7;
/** Months that ended longer ago are told of no more: a site that stood still does not write about old ones. */
const lateDays = 7;
const maxAtOnce = 500;

/**
 * Payments whose months are a dealer's last and end within a week, or have ended within the last one, and about which
 * nobody has been mailed. Index dealer_months_ends.
 */
export async function monthsToTell(
  db: Handle,
): Promise<{ paymentId: string; mail: "monthsEnding" | "monthsEnded" }[]> {
  const { rows } = await sql<{ paymentId: string; runs: boolean }>`
    select m.payment_id as "paymentId", m.ends_at > now() as runs
    from dealer_months m join users u on u.id = m.user_id
    where m.ended_at is null and m.ends_at > now() - make_interval(days => ${lateDays})
      and m.ends_at < now() + make_interval(days => ${toldDays}) and u.dealer_until <= m.ends_at
      and not u.is_dealer_by_hand
      and not exists (select from payment_mails p
        where p.key = case when m.ends_at > now() then 'ending:' else 'ended:' end || m.payment_id)
    order by m.ends_at limit ${maxAtOnce}`.execute(db);
  return rows.map(({ paymentId, runs }) => ({ paymentId, mail: runs ? "monthsEnding" : "monthsEnded" }));
}

/** Months that a mail is about, with their dealer; undefined where all of the money went back, or the account is gone. */
export function findMailedMonths(db: Handle, paymentId: string) {
  return db
    .selectFrom("dealer_months as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["u.email", "m.ends_at"])
    .select(sql<boolean>`u.dealer_until > m.ends_at or u.is_dealer_by_hand`.as("continues"))
    .select(sql<boolean>`m.ends_at > now()`.as("runs"))
    .where("m.payment_id", "=", paymentId)
    .where("m.ended_at", "is", null)
    .executeTakeFirst();
}

/** Until when a payment's months run; undefined for a payment of none. */
export function findMonths(db: Handle, paymentId: string) {
  return db
    .selectFrom("dealer_months")
    .select("ends_at")
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();
}
