import { type Kysely, type Transaction, sql } from "kysely";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { formatEuro } from "#domain/format/format.ts";
import { alertMails } from "#domain/messages/mail-alerts.ts";
import { type CarRow, loadCars } from "#server/cars/cars.queries.ts";
import { type PhotoUrl, presentCar } from "#server/cars/present-car.ts";
import type { DB } from "#server/db/tables.ts";
import type { MailContent } from "#server/mail/mail-layout.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { carTitle, layOutAlert } from "./lay-out-alert.ts";
import type { Subscription, UnsubscribeLinks } from "./unsubscribe-links.ts";

export interface SendDeps {
  readonly db: Kysely<DB>;
  readonly mailer: Mailer;
  readonly photoUrl: PhotoUrl;
  readonly site: { readonly name: string; readonly publicUrl: string };
  readonly links: () => Promise<UnsubscribeLinks>;
}

interface Letter {
  readonly to: string;
  readonly content: MailContent;
}

/** Longer than a mail server may take: the row is held while the mail is handed over. */
const holdFor = "3min";

/**
 * Sends a mail once. Its row is held meanwhile, so that nobody else sends it; whoever is killed lets go at once, and the
 * job is done again. Between the mail server's "taken" and our own note of it nobody can be sure: killed just there, the
 * mail is sent again under the same Message-ID, which mail programs show once. What has become untrue or unwanted
 * meanwhile is not sent. Throws where it was not sent, so that the job is tried again.
 */
export async function sendAlertMail(deps: SendDeps, mailId: string): Promise<void> {
  const { db, mailer } = deps;
  if (await db.transaction().execute((trx) => takeBack(trx, mailId))) return;
  await db.transaction().execute((trx) => settlePrice(trx, mailId));
  await db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(holdFor)}`.execute(trx);
    const mail = await trx
      .selectFrom("alert_mails as m")
      .innerJoin("users as u", "u.id", "m.user_id")
      .select(["m.user_id", "m.saved_search_id", "m.car_id", "m.from_price", "m.to_price", "u.email"])
      .where("m.id", "=", mailId)
      .where("m.done_at", "is", null)
      .forUpdate("m")
      // Held by another process: this job fails and is tried again, in case that one does not make it.
      .noWait()
      .executeTakeFirst();
    if (mail === undefined) return;
    const letter =
      mail.saved_search_id !== null
        ? await aboutSearch(deps, trx, mailId, { ...mail, saved_search_id: mail.saved_search_id })
        : mail.car_id !== null && mail.from_price !== null && mail.to_price !== null
          ? await aboutPrice(deps, trx, {
              to: mail.email,
              userId: mail.user_id,
              carId: mail.car_id,
              fromPrice: mail.from_price,
              toPrice: mail.to_price,
            })
          : null;
    if (letter !== null) await mailer.send(letter.to, letter.content, `alert-${mailId}`);
    await trx
      .updateTable("alert_mails")
      .set({ done_at: sql<Date>`now()`, sent: letter !== null })
      .where("id", "=", mailId)
      .execute();
  });
}

/**
 * Where the address is not proven (any more), what the mail was to tell waits again, as if it had not been made. True if
 * so. The account is held: its proof, which tells what waits, comes before or after all of this.
 */
async function takeBack(trx: Transaction<DB>, mailId: string): Promise<boolean> {
  const mail = await trx
    .selectFrom("alert_mails as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.user_id", "m.car_id", "m.from_price", "m.to_price"])
    .where("m.id", "=", mailId)
    .where("m.done_at", "is", null)
    .where("u.email_verified_at", "is", null)
    .forUpdate("m")
    .forShare("u")
    .executeTakeFirst();
  if (mail === undefined) return false;
  const { user_id, car_id, from_price, to_price } = mail;
  await trx.updateTable("alert_matches").set({ mail_id: null }).where("mail_id", "=", mailId).execute();
  if (car_id !== null && from_price !== null)
    await trx
      .updateTable("followed_cars")
      .set({ told_price: from_price })
      .where("user_id", "=", user_id)
      .where("car_id", "=", car_id)
      .where("told_price", "=", to_price)
      .execute();
  await trx
    .updateTable("alert_mails")
    .set({ done_at: sql<Date>`now()` })
    .where("id", "=", mailId)
    .execute();
  return true;
}

/** Writes down which price is about to be told, before it is: from here on a lower one is another mail's. */
async function settlePrice(trx: Transaction<DB>, mailId: string): Promise<void> {
  const mail = await trx
    .selectFrom("alert_mails")
    .select(["user_id", "car_id"])
    .where("id", "=", mailId)
    .where("car_id", "is not", null)
    .where("to_price", "is", null)
    .where("done_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (mail === undefined || mail.car_id === null) return;
  const follow = await trx
    .selectFrom("followed_cars")
    .select("told_price")
    .where("user_id", "=", mail.user_id)
    .where("car_id", "=", mail.car_id)
    .forUpdate()
    .executeTakeFirst();
  // A statement of its own, after the follower's row is held: no change of the price falls between the two.
  const car = await trx
    .selectFrom("cars as c")
    .innerJoin("public_cars as p", "p.id", "c.id")
    .select("c.price")
    .where("c.id", "=", mail.car_id)
    .where(sql<boolean>`p.on_sale`)
    .executeTakeFirst();
  if (follow === undefined || car === undefined || car.price >= follow.told_price) {
    await trx
      .updateTable("alert_mails")
      .set({ done_at: sql<Date>`now()` })
      .where("id", "=", mailId)
      .execute();
    return;
  }
  await trx
    .updateTable("alert_mails")
    .set({ from_price: follow.told_price, to_price: car.price })
    .where("id", "=", mailId)
    .execute();
  await trx
    .updateTable("followed_cars")
    .set({ told_price: car.price })
    .where("user_id", "=", mail.user_id)
    .where("car_id", "=", mail.car_id)
    .execute();
}

function isOnSale(row: CarRow): boolean {
  return row.is_on_sale;
}

async function aboutSearch(
  deps: SendDeps,
  trx: Transaction<DB>,
  mailId: string,
  mail: { email: string; user_id: string; saved_search_id: string },
): Promise<Letter | null> {
  const { site, photoUrl } = deps;
  const saved = await trx
    .selectFrom("saved_searches")
    .select(["name", "query", "frequency"])
    .where("id", "=", mail.saved_search_id)
    .executeTakeFirst();
  if (saved === undefined || saved.frequency === "never") return null;
  const matches = await trx
    .selectFrom("alert_matches as m")
    .innerJoin("cars as c", "c.id", "m.car_id")
    .innerJoin("public_cars as p", "p.id", "c.id")
    .select("m.car_id")
    .where("m.mail_id", "=", mailId)
    .where(sql<boolean>`p.on_sale`)
    .where("c.owner_id", "<>", mail.user_id)
    .orderBy("c.created_at", "desc")
    .orderBy("c.id")
    .execute();
  const shown = matches.slice(0, alertLimits.maxCarsInMail).map((match) => match.car_id);
  const cars = (await loadCars(trx, shown)).filter(isOnSale).map((row) => presentCar(row, null, photoUrl));
  const [first] = cars;
  if (first === undefined) return null;
  const { length: count } = matches;
  const words = alertMails.newCars(
    site.name,
    saved.name,
    count,
    count === 1 ? `${carTitle(first)}, ${formatEuro(first.price)}` : null,
  );
  const params = new URLSearchParams(saved.query);
  params.set("sort", "createdAt_desc");
  const link = `${site.publicUrl}/search?${params.toString()}`;
  const ends = await unsubscribeAddresses(deps, { kind: "search", savedSearchId: mail.saved_search_id });
  return {
    to: mail.email,
    content: layOutAlert({ words, cars, more: count - cars.length, link, ...ends }, site),
  };
}

async function aboutPrice(
  deps: SendDeps,
  trx: Transaction<DB>,
  mail: { to: string; userId: string; carId: string; fromPrice: number; toPrice: number },
): Promise<Letter | null> {
  const { site, photoUrl } = deps;
  const follow = await trx
    .selectFrom("followed_cars")
    .select("car_id")
    .where("user_id", "=", mail.userId)
    .where("car_id", "=", mail.carId)
    .executeTakeFirst();
  const [row] = await loadCars(trx, [mail.carId]);
  if (follow === undefined || row === undefined || !isOnSale(row)) return null;
  // Tried again much later, the price may have risen over what would be told.
  if (row.price > mail.toPrice) return null;
  const car = { ...presentCar(row, null, photoUrl), price: mail.toPrice };
  const words = alertMails.priceDropped(site.name, carTitle(car), formatEuro(mail.toPrice));
  const ends = await unsubscribeAddresses(deps, { kind: "price", userId: mail.userId, carId: mail.carId });
  return {
    to: mail.to,
    content: layOutAlert(
      {
        words,
        cars: [car],
        priceBefore: mail.fromPrice,
        more: 0,
        link: `${site.publicUrl}/car/${mail.carId}`,
        ...ends,
      },
      site,
    ),
  };
}

async function unsubscribeAddresses({ links, site }: SendDeps, subscription: Subscription) {
  const token = (await links()).token(subscription);
  return {
    unsubscribePage: `${site.publicUrl}/unsubscribe?token=${token}`,
    unsubscribeUrl: `${site.publicUrl}/api/unsubscribe?token=${token}`,
  };
}
