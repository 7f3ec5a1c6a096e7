import type { Kysely, Transaction } from "kysely";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { formatEuro } from "#domain/format/format.ts";
import { alertMails } from "#domain/messages/mail-alerts.ts";
import { loadCars } from "#server/market/cars/cars.queries.ts";
import { type PhotoUrl, presentCar } from "#server/market/cars/present-car.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { MailContent } from "#server/platform/mail/mail-layout.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import {
  closeMail,
  loadCarsOfMail,
  lockMailToSend,
  lockUnpricedMail,
  lockUnprovenMail,
  releaseMatches,
  writeMailPrices,
} from "./alert-mails.queries.ts";
import {
  findPriceOnSale,
  type Following,
  isFollowing,
  lockToldPrice,
  writeToldPrice,
} from "./followed-cars.queries.ts";
import { carTitle, layOutAlert } from "./lay-out-alert.ts";
import { findSearch } from "./saved-searches.queries.ts";
import type { Subscription, UnsubscribeLinks } from "./unsubscribe-links.ts";

export interface SendDeps {
  readonly db: Kysely<DB>;
  readonly mailer: Mailer;
  readonly photoUrl: PhotoUrl;
  readonly site: { readonly name: string; readonly publicUrl: string };
  readonly links: () => Promise<UnsubscribeLinks>;
}

/**
 * Sends a mail once. Its row is locked meanwhile, so that no other process sends it. A killed process releases
 * the lock at once, and the job is retried. Killed between the mail server's acceptance and our own note, it
 * sends the mail again under the same Message-ID, which mail programs show once. Outdated or unwanted contents
 * are omitted. Throws if it was not sent, so that the job is retried.
 */
export async function sendAlertMail(deps: SendDeps, mailId: string): Promise<void> {
  const { db, mailer } = deps;
  if (await db.transaction().execute((trx) => takeBack(trx, mailId))) return;
  await db.transaction().execute((trx) => settlePrice(trx, mailId));
  await db.transaction().execute(async (trx) => {
    // If another process is sending it, this job fails and is retried, in case the other one fails.
    const mail = await lockMailToSend(trx, mailId);
    if (mail === undefined) return;
    const { user_id: userId, saved_search_id: searchId, car_id: carId, from_price, to_price, email } = mail;
    let content: MailContent | null = null;
    if (searchId !== null) content = await aboutSearch(deps, trx, { mailId, userId, searchId });
    else if (carId !== null && from_price !== null && to_price !== null)
      content = await aboutPrice(deps, trx, { userId, carId }, { from: from_price, to: to_price });
    if (content !== null) await mailer.send(email, content, `alert-${mailId}`);
    await closeMail(trx, mailId, { sent: content !== null });
  });
}

/**
 * If the address is not verified (any more), the mail's contents wait again, as if it had not been made;
 * returns true. The account is locked, so a verification happens before or after all of this.
 */
async function takeBack(trx: Transaction<DB>, mailId: string): Promise<boolean> {
  const mail = await lockUnprovenMail(trx, mailId);
  if (mail === undefined) return false;
  const { user_id: userId, car_id: carId, from_price, to_price } = mail;
  await releaseMatches(trx, mailId);
  if (carId !== null && from_price !== null)
    await writeToldPrice(trx, { userId, carId }, from_price, to_price);
  await closeMail(trx, mailId, { sent: false });
  return true;
}

/** Stores the price before it is mailed: a lower one later belongs to another mail. */
async function settlePrice(trx: Transaction<DB>, mailId: string): Promise<void> {
  const following = await lockUnpricedMail(trx, mailId);
  if (following === null) return;
  const from = await lockToldPrice(trx, following);
  // A separate statement, after the follower's row is locked: no change of the price can come between.
  const to = await findPriceOnSale(trx, following.carId);
  if (from === null || to === null || to >= from) return closeMail(trx, mailId, { sent: false });
  await writeMailPrices(trx, mailId, { from, to });
  await writeToldPrice(trx, following, to);
}

async function aboutSearch(
  deps: SendDeps,
  trx: Transaction<DB>,
  { mailId, userId, searchId }: { mailId: string; userId: string; searchId: string },
): Promise<MailContent | null> {
  const { site, photoUrl } = deps;
  const saved = await findSearch(trx, searchId);
  if (saved === undefined || saved.frequency === "never") return null;
  const matches = await loadCarsOfMail(trx, mailId, userId);
  const rows = await loadCars(trx, matches.slice(0, alertLimits.maxCarsInMail));
  const cars = rows.filter((row) => row.is_on_sale).map((row) => presentCar(row, null, photoUrl));
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
  const ends = await unsubscribeAddresses(deps, { kind: "search", savedSearchId: searchId });
  return layOutAlert({ words, cars, more: count - cars.length, link, ...ends }, site);
}

async function aboutPrice(
  deps: SendDeps,
  trx: Transaction<DB>,
  following: Following,
  price: { from: number; to: number },
): Promise<MailContent | null> {
  const { site, photoUrl } = deps;
  const [row] = await loadCars(trx, [following.carId]);
  if (row === undefined || !row.is_on_sale || !(await isFollowing(trx, following))) return null;
  // In a late retry the price may exceed the mail's.
  if (row.price > price.to) return null;
  const car = { ...presentCar(row, null, photoUrl), price: price.to };
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
