import { type Kysely, sql, type Transaction } from "kysely";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** A phone number as it is stored of a hidden car: nobody without the key outside the database can try numbers out. */
export function hashPhone({ secretBox }: Pick<Context, "secretBox">, phone: string): Buffer {
  return secretBox.hash(phone, "hidden phones");
}

/**
 * Stores the phones of those of the cars that are taken down, for their time, and deletes what is stored of the others;
 * once more changes nothing. Other cars with a phone that is news, and those with a signal that ends, are looked at. In
 * the transaction that takes cars down: car and account may be deleted right after it.
 */
export async function settleHiddenPhones(
  trx: Transaction<DB>,
  ctx: Pick<Context, "secretBox">,
  of: { readonly carId: string } | { readonly ownerId: string },
): Promise<void> {
  const among = "carId" in of ? sql<boolean>`c.id = ${of.carId}` : sql<boolean>`c.owner_id = ${of.ownerId}`;
  const { rows: phones } = await sql<{ phone: string }>`
    select distinct c.seller_phone as phone from cars c where ${among}`.execute(trx);
  const numbers = phones.map(({ phone }) => phone);
  const hashes = numbers.map((phone) => hashPhone(ctx, phone));
  const { rows: stored } = await sql<{ phone: string }>`
    insert into hidden_phones (car_id, phone_hash, owner_id, hidden_at, listed_at)
    select c.id, p.hash, c.owner_id, coalesce(c.hidden_at, u.suspended_at), c.created_at
    from unnest(${numbers}::text[], ${hashes}::bytea[]) as p (phone, hash)
      join cars c on c.seller_phone = p.phone join users u on u.id = c.owner_id
    where ${among} and is_taken_down(c, u)
    on conflict do nothing
    returning (select c.seller_phone from cars c where c.id = hidden_phones.car_id) as phone`.execute(trx);
  await noteSamePhone(
    trx,
    stored.map(({ phone }) => phone),
  );
  const { rows: deleted } = await sql<{ id: string }>`
    delete from hidden_phones h using cars c join users u on u.id = c.owner_id
    where h.car_id = c.id and ${among} and not is_taken_down(c, u)
    returning h.car_id as id`.execute(trx);
  if (deleted.length > 0)
    await noteAccused(
      trx,
      deleted.map(({ id }) => id),
    );
}

const maxSamePhone = 500;

/** Has cars on sale with these phones looked at. Index cars_seller_phone. */
async function noteSamePhone(trx: Transaction<DB>, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return;
  await sql`
    select note_for_review(array(
      select c.id from cars c join users u on u.id = c.owner_id
      where c.seller_phone = any(${[...new Set(phones)]}::text[]) and is_on_sale(c, u)
      order by c.id limit ${maxSamePhone}))`.execute(trx);
}

/** Has the cars looked at that have a signal because of one of these, whose phone may be another one by now. */
async function noteAccused(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await sql`
    select note_for_review(array(
      select car_id from car_signals
      where kind = 'phone_of_hidden_car' and gone_at is null
        and evidence ->> 'otherCarId' = any(${ids}::text[])))`.execute(trx);
}

/** Deletes those whose time is over, and of cars that were given back by a way that does not settle them. */
export async function sweepHiddenPhones(db: Kysely<DB>, days: number): Promise<void> {
  await sql`delete from hidden_phones where hidden_at < now() - make_interval(days => ${days})`.execute(db);
  await sql`
    delete from hidden_phones h using cars c join users u on u.id = c.owner_id
    where h.car_id = c.id and not is_taken_down(c, u)`.execute(db);
}
