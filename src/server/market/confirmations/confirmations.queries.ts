import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import {
  type ConfirmationAnswer,
  confirmationRules,
  type QuestionReason,
} from "#domain/cars/confirmation.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

const { askAfterDays, recentDays, visitors, visitorHours, daysBetween } = confirmationRules;
const [firstDays, secondDays] = askAfterDays;

/** After this time without an answer a car is not asked about again. */
const maxDays = 180;

const days = (count: number) => sql`make_interval(days => ${sql.lit(count)})`;
const today = sql<string>`(now() at time zone 'Europe/Belgrade')::date`;

/** Questions after the last confirmation of the car joined as `c`. */
const asked = sql`select from confirmation_questions q where q.car_id = c.id and q.since = c.confirmed_at`;
const askedTwice = sql<boolean>`exists (${asked} and q.place = 2)`;

/** The owner of the car joined as `c`, with its seller `u`, may be asked: a private seller, a car on sale. */
const mayBeAsked = sql<boolean>`c.state = 'active' and is_on_sale(c, u) and not ${isDealerNow}`;

/** A question is due: 14 or 28 days after the last confirmation, and none in the week before that day. */
const isDue = sql<boolean>`
  c.confirmed_at <= now() - ${days(firstDays)} and c.confirmed_at > now() - ${days(maxDays)}
  and ${mayBeAsked} and not ${askedTwice}
  and not exists (${asked} and q.asked_at > c.confirmed_at - ${days(recentDays)}
    + case when c.confirmed_at <= now() - ${days(secondDays)} then ${days(secondDays)} else ${days(firstDays)} end)`;

/** A question without a mail and without a later answer. */
const isWaiting = sql<boolean>`w.mail_id is null and w.answer is null and w.since = c.confirmed_at and ${mayBeAsked}`;

/**
 * Private sellers to ask today who were not mailed yet, after an id, a page at a time. Cars by cars_confirmed,
 * questions by confirmation_questions_waiting.
 */
export async function loadOwnersToAsk(
  db: Kysely<DB>,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select u.id from cars c join users u on u.id = c.owner_id where ${isDue}
      union
      select u.id from confirmation_questions w join cars c on c.id = w.car_id join users u on u.id = c.owner_id
      where ${isWaiting}
    ) as owners
    where (${after}::uuid is null or id > ${after}::uuid)
      and not exists (select from confirmation_mails m where m.user_id = id and m.day = ${today})
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Opens the day's mail to an owner with the due and waiting questions; returns its id, null if there are none
 * or a mail went out today. The account's row is locked, which serialises concurrent calls.
 */
export async function openMail(trx: Transaction<DB>, userId: string): Promise<string | null> {
  await sql`select from users where id = ${userId} for no key update`.execute(trx);
  await sql`
    insert into confirmation_questions (id, car_id, since, place, reason)
    select gen_random_uuid(), c.id, c.confirmed_at,
      1 + (select count(*) from confirmation_questions q where q.car_id = c.id and q.since = c.confirmed_at), 'age'
    from cars c join users u on u.id = c.owner_id
    where c.owner_id = ${userId} and ${isDue}
      and not exists (select from confirmation_mails m where m.user_id = u.id and m.day = ${today})
    on conflict (car_id, since, place) do nothing`.execute(trx);
  const waiting = await sql<{ id: string }>`
    select w.id from confirmation_questions w join cars c on c.id = w.car_id join users u on u.id = c.owner_id
    where c.owner_id = ${userId} and ${isWaiting}`.execute(trx);
  if (waiting.rows.length === 0) return null;
  const mail = await trx
    .insertInto("confirmation_mails")
    .values({ id: uuidv7(), user_id: userId, day: today })
    .onConflict((conflict) => conflict.columns(["user_id", "day"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (mail === undefined) return null;
  await trx
    .updateTable("confirmation_questions")
    .set({ mail_id: mail.id })
    .where("id", "=", sql<string>`any(${waiting.rows.map(({ id }) => id)}::uuid[])`)
    .execute();
  return mail.id;
}

interface MailedQuestion {
  readonly id: string;
  readonly car_id: string;
  readonly reason: QuestionReason;
}

/**
 * A mail's open questions, with its address; newest cars first. The account is locked: a change of the address either
 * comes first, or ends the links that this transaction makes.
 */
export async function loadMail(
  trx: Transaction<DB>,
  mailId: string,
): Promise<{ email: string; questions: MailedQuestion[] } | null> {
  const { rows } = await sql<MailedQuestion & { email: string }>`
    select q.id, q.car_id, q.reason, u.email
    from confirmation_questions q join cars c on c.id = q.car_id join users u on u.id = c.owner_id
    where q.mail_id = ${mailId} and q.answer is null and q.since = c.confirmed_at and ${mayBeAsked}
    order by c.listed_at desc, c.id
    for share of u`.execute(trx);
  const [first] = rows;
  return first === undefined ? null : { email: first.email, questions: rows };
}

/** Ends the links that were mailed to a person's former address. */
export async function deleteLinksOf(trx: Transaction<DB>, userId: string): Promise<void> {
  await sql`
    delete from confirmation_links where question_id in (
      select q.id from confirmation_questions q join cars c on c.id = q.car_id where c.owner_id = ${userId})`.execute(
    trx,
  );
}

/** A link's question, unless the link has expired. */
export async function findLinked(
  db: Kysely<DB>,
  tokenHash: Buffer,
): Promise<{ questionId: string; carId: string; answer: ConfirmationAnswer | null } | null> {
  const row = await db
    .selectFrom("confirmation_links as l")
    .innerJoin("confirmation_questions as q", "q.id", "l.question_id")
    .select(["q.id as questionId", "q.car_id as carId", "q.answer"])
    .where("l.token_hash", "=", tokenHash)
    .where("l.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Notes a visitor's question about a car. If two asked within 48 hours, writes the question to the owner, at
 * most one a week, and returns that owner. Nothing is noted for a car whose owner may not be asked. The car's
 * row is locked, so of two visitors the second sees the first.
 */
export async function noteVisitor(
  trx: Transaction<DB>,
  carId: string,
  visitor: Buffer,
): Promise<string | null> {
  // An import may lock a dealer's car for long, and dealers are not asked.
  const { rows: asking } = await sql`
    select from cars c join users u on u.id = c.owner_id where c.id = ${carId} and ${mayBeAsked}`.execute(
    trx,
  );
  if (asking.length === 0) return null;
  await sql`select from cars where id = ${carId} for no key update`.execute(trx);
  await trx
    .insertInto("availability_questions")
    .values({ car_id: carId, visitor })
    .onConflict((conflict) =>
      conflict.columns(["car_id", "visitor"]).doUpdateSet({ asked_at: sql<Date>`now()` }),
    )
    .execute();
  const { rows } = await sql<{ owner_id: string }>`
    with written as (
      insert into confirmation_questions (id, car_id, since, place, reason)
      select gen_random_uuid(), c.id, c.confirmed_at,
        1 + (select count(*) from confirmation_questions q where q.car_id = c.id and q.since = c.confirmed_at), 'buyers'
      from cars c join users u on u.id = c.owner_id
      where c.id = ${carId} and ${mayBeAsked} and not ${askedTwice}
        and not exists (select from confirmation_questions q
          where q.car_id = c.id and q.asked_at > now() - ${days(daysBetween)})
        and (select count(*) from availability_questions a
          where a.car_id = c.id and a.asked_at > now() - make_interval(hours => ${sql.lit(visitorHours)})) >= ${sql.lit(visitors)}
      on conflict (car_id, since, place) do nothing
      returning car_id)
    select c.owner_id from written w join cars c on c.id = w.car_id`.execute(trx);
  return rows[0]?.owner_id ?? null;
}

/** Deletes expired links, old visitors, and mails and questions of the year before. */
export async function deleteOldConfirmations(db: Kysely<DB>): Promise<void> {
  await sql`delete from confirmation_links where expires_at < now() - interval '1 day'`.execute(db);
  await sql`
    delete from availability_questions where asked_at < now() - make_interval(hours => ${sql.lit(visitorHours)})`.execute(
    db,
  );
  await sql`delete from confirmation_mails where created_at < now() - interval '1 year'`.execute(db);
  await sql`delete from confirmation_questions where asked_at < now() - interval '1 year'`.execute(db);
}
