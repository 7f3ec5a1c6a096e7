import { type Kysely, sql, type Transaction } from "kysely";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { formatEuro } from "#domain/format/format.ts";
import { alertMails } from "#domain/messages/mail-alerts.ts";
import { loadCars } from "#server/market/cars/cars.queries.ts";
import { presentCar } from "#server/market/cars/present-car.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { MailContent } from "#server/platform/mail/mail-layout.ts";
import { newsWaitedTask } from "./alert-jobs.ts";
import { type Following, isFollowing, lockToldPrice, writeToldPrice } from "./followed-cars.queries.ts";
import { carTitle, layOutAlert } from "./lay-out-alert.ts";
import type { Subscription, UnsubscribeLinks } from "./unsubscribe-links.ts";

interface SendDeps extends Pick<Context, "db" | "addJob" | "mailer" | "photos" | "site"> {
  readonly links: () => Promise<UnsubscribeLinks>;
}

/** A mail that is not done. What it is about and whose it is never changes. */
function unsentMail(db: Kysely<DB>, id: string) {
  return db
    .selectFrom("alert_mails as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.user_id", "m.saved_search_id", "m.car_id", "m.from_price", "m.to_price", "u.email"])
    .where("m.id", "=", id)
    .where("m.done_at", "is", null);
}

/** Marks the mail as done: sent, or empty. */
async function closeMail(trx: Transaction<DB>, id: string, { sent }: { sent: boolean }): Promise<void> {
  await trx
    .updateTable("alert_mails")
    .set({ done_at: sql<Date>`now()`, sent })
    .where("id", "=", id)
    .execute();
}

/** The mail's cars that are on sale and not the reader's own, newest first. */
async function loadCarsOfMail(db: Kysely<DB>, mailId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("alert_matches as m")
    .innerJoin("cars as c", "c.id", "m.car_id")
    .innerJoin("public_cars as p", "p.id", "c.id")
    .select("m.car_id")
    .where("m.mail_id", "=", mailId)
    .where(sql<boolean>`p.on_sale`)
    .where("c.owner_id", "<>", userId)
    .orderBy("c.created_at", "desc")
    .orderBy("c.id")
    .execute();
  return rows.map(({ car_id }) => car_id);
}

/**
 * Sends a mail once. Its row is locked meanwhile, so that no other process sends it. A killed process releases
 * the lock at once, and the job is retried. Killed between the mail server's acceptance and our own note, it
 * sends the mail again under the same Message-ID, which mail programs show once. Outdated or unwanted contents
 * are omitted. Throws if it was not sent, so that the job is retried.
 *
 * Locks follow the order of a deletion: account, followed car, mail. The transaction that waits for the mail
 * server locks the mail alone.
 */
export async function sendAlertMail(deps: SendDeps, mailId: string): Promise<void> {
  const { db } = deps;
  if (await db.transaction().execute((trx) => takeBack(trx, mailId))) return;
  await db.transaction().execute((trx) => settlePrice(trx, mailId));
  const outdated = await db.transaction().execute((trx) => send(deps, trx, mailId));
  if (outdated === null) return;
  await db.transaction().execute(async (trx) => {
    await closePriceUnsent(trx, mailId, outdated);
    // The price may have risen to one that is still below the last mailed one.
    await deps.addJob(newsWaitedTask, { userId: outdated.userId }, { trx });
  });
}

/** Sends the mail, or closes one that is empty. Leaves a price's mail that is outdated, and returns whose it is. */
async function send(deps: SendDeps, trx: Transaction<DB>, mailId: string): Promise<Following | null> {
  // It may be idle for as long as a mail server takes.
  await sql`set local idle_in_transaction_session_timeout = '3min'`.execute(trx);
  // If another process is sending it, this job fails and is retried, in case the other one fails.
  const mail = await unsentMail(trx, mailId).forUpdate("m").noWait().executeTakeFirst();
  if (mail === undefined) return null;
  const { user_id: userId, saved_search_id: searchId, car_id: carId, from_price, to_price, email } = mail;
  let content: MailContent | null = null;
  let toldCars: readonly string[] = [];
  if (searchId !== null) ({ content, toldCars } = await aboutSearch(deps, trx, { mailId, userId, searchId }));
  else if (carId !== null) {
    const following = { userId, carId };
    if (from_price !== null && to_price !== null)
      content = await aboutPrice(deps, trx, { following, from: from_price, to: to_price });
    if (content === null) return following;
  }
  if (content !== null) await deps.mailer.send(email, content, `alert-${mailId}`);
  await closeMail(trx, mailId, { sent: content !== null });
  if (searchId !== null) await releaseUntold(trx, { mailId, userId }, toldCars);
  return null;
}

/**
 * If the address is not verified (any more), the mail's contents wait again, as if it had not been made;
 * returns true. The account is locked, so a verification happens before or after all of this.
 */
async function takeBack(trx: Transaction<DB>, mailId: string): Promise<boolean> {
  const mail = await unsentMail(trx, mailId)
    .where("u.email_verified_at", "is", null)
    .forShare("u")
    .executeTakeFirst();
  if (mail === undefined) return false;
  const { user_id: userId, car_id: carId } = mail;
  if (carId !== null) await closePriceUnsent(trx, mailId, { userId, carId });
  else if ((await unsentMail(trx, mailId).forUpdate("m").executeTakeFirst()) !== undefined) {
    await trx.updateTable("alert_matches").set({ mail_id: null }).where("mail_id", "=", mailId).execute();
    await closeMail(trx, mailId, { sent: false });
  }
  return true;
}

/**
 * Closes a price's mail unsent: its price does not count as mailed. A later mail that is not sent either begins with
 * the price before. No-op if the mail is done. Throws while another process sends one of the two, so that the job is
 * retried.
 */
async function closePriceUnsent(trx: Transaction<DB>, mailId: string, following: Following): Promise<void> {
  await lockToldPrice(trx, following);
  const unsent = await trx
    .selectFrom("alert_mails")
    .select(["id", "from_price as from", "to_price as to"])
    .where("user_id", "=", following.userId)
    .where("car_id", "=", following.carId)
    .where("done_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .noWait()
    .execute();
  const mail = unsent.find(({ id }) => id === mailId);
  if (mail === undefined) return;
  await closeMail(trx, mailId, { sent: false });
  const { from, to } = mail;
  if (from === null || to === null) return;
  const later = unsent.filter((one) => one.from === to).map(({ id }) => id);
  await trx
    .updateTable("alert_mails")
    .set({ from_price: from })
    .where("id", "=", sql<string>`any(${later}::uuid[])`)
    .execute();
  await writeToldPrice(trx, following, from, to);
}

/** Stores the price before it is mailed: a lower one later belongs to another mail. */
async function settlePrice(trx: Transaction<DB>, mailId: string): Promise<void> {
  const mail = await unsentMail(trx, mailId).where("m.to_price", "is", null).executeTakeFirst();
  if (mail === undefined || mail.car_id === null) return;
  const { user_id: userId, car_id: carId } = mail;
  const from = await lockToldPrice(trx, { userId, carId });
  const open = await unsentMail(trx, mailId)
    .where("m.to_price", "is", null)
    .forUpdate("m")
    .executeTakeFirst();
  if (open === undefined) return;
  // A separate statement, after the follower's row is locked: no change of the price can come between.
  const { rows: onSale } = await sql<{ price: number }>`
    select c.price from cars c join public_cars p on p.id = c.id where c.id = ${carId} and p.on_sale`.execute(
    trx,
  );
  const to = onSale[0]?.price;
  if (from === undefined || to === undefined || to >= from) return closeMail(trx, mailId, { sent: false });
  await trx
    .updateTable("alert_mails")
    .set({ from_price: from, to_price: to })
    .where("id", "=", mailId)
    .execute();
  await writeToldPrice(trx, { userId, carId }, to);
}

/**
 * The mail's cars that it did not tell: one that is off sale is forgotten, so that the event of its return is news.
 * One that came back meanwhile waits for the next mail.
 */
async function releaseUntold(
  trx: Transaction<DB>,
  { mailId, userId }: { mailId: string; userId: string },
  toldCars: readonly string[],
): Promise<void> {
  await sql`
    delete from alert_matches m
    where m.mail_id = ${mailId} and m.car_id <> all(${toldCars}::uuid[])
      and not exists (select from public_cars p where p.id = m.car_id and p.on_sale)`.execute(trx);
  await sql`
    update alert_matches m set mail_id = null from cars c
    where m.mail_id = ${mailId} and m.car_id <> all(${toldCars}::uuid[])
      and c.id = m.car_id and c.owner_id <> ${userId}`.execute(trx);
}

/** `toldCars`: the cars that the content shows or counts. */
async function aboutSearch(
  deps: SendDeps,
  trx: Transaction<DB>,
  { mailId, userId, searchId }: { mailId: string; userId: string; searchId: string },
): Promise<{ content: MailContent | null; toldCars: readonly string[] }> {
  const empty = { content: null, toldCars: [] };
  const { site, photos } = deps;
  const saved = await trx
    .selectFrom("saved_searches")
    .select(["name", "query", "frequency"])
    .where("id", "=", searchId)
    .executeTakeFirst();
  if (saved === undefined || saved.frequency === "never") return empty;
  const found = await loadCarsOfMail(trx, mailId, userId);
  const rows = await loadCars(trx, found.slice(0, alertLimits.maxCarsInMail));
  const cars = rows.filter((row) => row.is_on_sale).map((row) => presentCar(row, null, photos.url));
  const [first] = cars;
  if (first === undefined) return empty;
  const toldCars = [...cars.map(({ _id }) => _id), ...found.slice(alertLimits.maxCarsInMail)];
  const { length: count } = toldCars;
  const words = alertMails.newCars(
    site.name,
    saved.name,
    count,
    count === 1 ? `${carTitle(first)}, ${formatEuro(first.price)}` : null,
  );
  const params = new URLSearchParams(saved.query);
  params.set("sort", "createdAt_desc");
  const link = `${site.publicUrl}/search?${params.toString()}`;
  const ends = await unsubscribeAddresses(deps, { kind: "search", savedSearchId: searchId });
  return { content: layOutAlert({ words, cars, more: count - cars.length, link, ...ends }, site), toldCars };
}

async function aboutPrice(
  deps: SendDeps,
  trx: Transaction<DB>,
  { following, ...price }: { following: Following; from: number; to: number },
): Promise<MailContent | null> {
  const { site, photos } = deps;
  const [row] = await loadCars(trx, [following.carId]);
  if (row === undefined || !row.is_on_sale || !(await isFollowing(trx, following))) return null;
  // In a late retry the price may exceed the mail's.
  if (row.price > price.to) return null;
  const car = { ...presentCar(row, null, photos.url), price: price.to };
  const words = alertMails.priceDropped(site.name, carTitle(car), formatEuro(price.to));
  const ends = await unsubscribeAddresses(deps, { kind: "price", ...following });
  const link = `${site.publicUrl}/car/${following.carId}`;
  return layOutAlert({ words, cars: [car], priceBefore: price.from, more: 0, link, ...ends }, site);
}

async function unsubscribeAddresses({ links, site }: SendDeps, subscription: Subscription) {
  const token = (await links()).token(subscription);
  return {
    unsubscribePage: `${site.publicUrl}/unsubscribe?token=${token}`,
    unsubscribeUrl: `${site.publicUrl}/api/unsubscribe?token=${token}`,
  };
}
