import { type Insertable, sql, type Transaction } from "kysely";
import { demoMessages } from "#domain/messages/demo.ts";
import type { CarsTable } from "#server/platform/db/car-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";

const text = demoMessages.review;

/** The ids of one drawing that is stored twice. */
export interface CopiedPhoto {
  readonly original: string;
  readonly copy: string;
}

/**
 * Makes a handful of cases for /admin, «Shqyrtimi»: descriptions that ask for money ahead, a car that was another
 * one, one with the phone of the hidden car, a copied photo. The review's job finds them within a minute of the start.
 */
export async function insertDemoCases(
  trx: Transaction<DB>,
  cars: readonly (Insertable<CarsTable> & { id: string })[],
  photo: CopiedPhoto,
): Promise<void> {
  await copyPhoto(trx, photo);
  const [deposit, abroad, changed, phone] = cars;
  for (const [car, said] of [
    [deposit, text.deposit],
    [abroad, text.abroad],
  ] as const) {
    if (car === undefined) continue;
    await trx
      .updateTable("cars")
      .set({ description: `${car.description}\n\n${said}` })
      .where("id", "=", car.id)
      .execute();
  }
  if (changed !== undefined)
    await trx
      .insertInto("car_identity_changes")
      .values({ car_id: changed.id, brand: "Dacia", model: "Logan", year: 2009 })
      .execute();
  if (phone !== undefined)
    await sql`
      update cars set seller_phone = coalesce((
        select seller_phone from cars where hidden_at is not null order by number limit 1), seller_phone)
      where id = ${phone.id}`.execute(trx);
}

/**
 * Puts the copy on the oldest and the newest car that show the drawing. All other drawings are on many cars and lose
 * their fingerprints: else each of these cars would be a case.
 */
async function copyPhoto(trx: Transaction<DB>, { original, copy }: CopiedPhoto): Promise<void> {
  await sql`
    with shown as (
      select c.id, c.created_at from car_photos p join cars c on c.id = p.car_id
      where p.photo_id = ${original} and p.position = 0 and c.state = 'active' and c.hidden_at is null
        and not c.published_as_dealer)
    update car_photos set photo_id = ${copy}
    where photo_id = ${original} and car_id in (
      (select id from shown order by created_at limit 1) union all
      (select id from shown order by created_at desc limit 1))`.execute(trx);
  await sql`
    delete from photo_fingerprints f using photos p
    where p.id = f.photo_id and p.owner_id is null and p.id <> ${copy}`.execute(trx);
}
