import { sql } from "kysely";
import { deviceName } from "#domain/messages/account.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { exportAlerts } from "#server/market/alerts/export-alerts.queries.ts";
import { loadOwnCars } from "#server/market/cars/cars.queries.ts";
import { presentCar } from "#server/market/cars/present-car.ts";
import type { Context } from "#server/context.ts";
import { exportVins, shownForm } from "#server/market/vin/export-vins.queries.ts";
import { AppError } from "#server/http/app-error.ts";
import { findUser } from "./accounts.queries.ts";
import { exportHistory } from "./export-history.queries.ts";
import { presentUser } from "./present-user.ts";

const pageSize = 500;

/**
 * All stored data of an account, for its owner, oldest first. Hashes of secrets are excluded. Amounts in dollars or euro,
 * by their currency; dates become ISO 8601 in the JSON.
 */
export async function exportAccount(
  ctx: Pick<Context, "db" | "photos" | "secretBox">,
  userId: string,
): Promise<Record<string, unknown>> {
  const { db, photos } = ctx;
  const user = await findUser(db, userId);
  if (user === null) throw new AppError("not_signed_in");

  const cars: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await loadOwnCars(db, userId, ["active", "sold", "archived"], {
      page,
      limit: pageSize,
    });
    cars.push(
      ...rows.map((row) =>
        presentCar(row, { id: userId, isAdmin: false, isDealer: user.isDealer }, photos.url),
      ),
    );
    if (rows.length === 0 || cars.length >= total) break;
  }

  const uploaded = await db
    .selectFrom("photos as p")
    .leftJoin("photo_fingerprints as f", "f.photo_id", "p.id")
    .select(["p.id", "p.width", "p.height", "p.created_at as uploadedAt", "f.hashes"])
    .where("p.owner_id", "=", userId)
    .orderBy("p.created_at")
    .execute();
  const dealer = await db
    .selectFrom("dealers")
    .select(["business_name as businessName", "business_address as businessAddress", "town"])
    .select([
      "tax_number as taxNumber",
      "website",
      "business_type as businessType",
      "created_at as createdAt",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const dealerPage = await db
    .selectFrom("dealer_pages")
    .select(["address", "phone", "hours"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const outward = await db
    .selectFrom("outward_feeds")
    .select("since")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const stock = await db
    .selectFrom("stock_feeds")
    .select([
      "url",
      "every_hours as everyHours",
      "archive_missing as archiveMissing",
      "created_at as createdAt",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const dealerKeys = await db
    .selectFrom("dealer_keys")
    .select(["name", "scopes", "created_at as createdAt"])
    .select(sql<string | null>`last_used_on::text`.as("lastUsedOn"))
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const verifications = await db
    .selectFrom("dealer_verifications")
    .select(["tax_number as taxNumber", "state", "asked_at as askedAt", "decided_at as decidedAt", "reason"])
    .select((eb) => eb("document", "is not", null).as("hasDocument"))
    .where("user_id", "=", userId)
    .orderBy("asked_at")
    .execute();
  const subscriptions = await db
    .selectFrom("subscriptions")
    .select(["stripe_subscription_id as id", "status", "amount_cents", "currency", "created_at as createdAt"])
    .select(["current_period_start as currentPeriodStart", "current_period_end as currentPeriodEnd"])
    .select(["canceled_at as canceledAt", "ended_at as endedAt"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const payments = await db
    .selectFrom("payments")
    .select(["id", "kind", "amount_cents", "currency", "method", "document", "status", "refunded_cents"])
    .select(["sponsorship_days as sponsorshipDays", "social_promotion as socialPromotion", "car_id as carId"])
    .select(["created_at as createdAt", "paid_at as paidAt", "refunded_at as refundedAt", "car_data"])
    .select("dealer_data as business")
    // Several at once.
    .select(
      sql<string[]>`array(select name from payment_cars where payment_id = payments.id order by position)`.as(
        "cars",
      ),
    )
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const dealerMonths = await db
    .selectFrom("dealer_months")
    .select(["payment_id as paymentId", "starts_at as from"])
    .select((eb) => eb.fn.coalesce("ended_at", "ends_at").as("until"))
    .where("user_id", "=", userId)
    .orderBy("starts_at")
    .execute();
  const coupons = await db
    .selectFrom("coupons")
    .select(["code", "percent", "amount_cents", "valid_until as validUntil", "created_at as createdAt"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const couponUses = await db
    .selectFrom("coupon_uses as u")
    .innerJoin("coupons as c", "c.id", "u.coupon_id")
    .select(["c.code", "u.payment_id as paymentId", "u.discount_cents"])
    .select(["u.used_at as usedAt", "u.returned_at as returnedAt"])
    .where("u.user_id", "=", userId)
    .orderBy("u.used_at")
    .execute();
  const invoices = await db
    .selectFrom("invoices as i")
    .innerJoin("payments as p", "p.id", "i.payment_id")
    .select(["i.number", "i.day", "i.issued_at as issuedAt", "i.currency", "i.gross_cents", "i.vat_cents"])
    .select(["i.buyer", "i.facts as contents"])
    .select((eb) => eb("i.refund_id", "is not", null).as("isCreditNote"))
    .where("p.user_id", "=", userId)
    .orderBy("i.issued_at")
    .orderBy("i.id")
    .execute();
  const modelSuggestions = await db
    .selectFrom("car_models")
    .select(["brand", "name as model", "approved", "created_at as createdAt"])
    .where("suggested_by", "=", userId)
    .orderBy("created_at")
    .execute();
  const reports = await db
    .selectFrom("reports")
    .select(["car_name as car", "reason", "text", "email", "state"])
    .select(["created_at as createdAt", "decided_at as decidedAt"])
    .where("reporter_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const favourites = await db
    .selectFrom("favourites")
    .select(["car_id as carId", "price", "created_at as since"])
    .where("user_id", "=", userId)
    .orderBy("place")
    .execute();
  const sessions = await db
    .selectFrom("sessions")
    .select(["browser", "system", "created_at as openedAt", "last_used_at as lastUsedAt"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const secondFactor = await db
    .selectFrom("totp")
    .select(["created_at as begunAt", "confirmed_at as confirmedAt"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const recoveryCodes = await db
    .selectFrom("recovery_codes")
    .select(["created_at as createdAt", "used_at as usedAt"])
    .where("user_id", "=", userId)
    .execute();
  const knownDevices = await db
    .selectFrom("known_devices")
    .select(["created_at as since", "last_used_at as lastUsedAt"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

  return {
    account: presentUser(user),
    cars,
    photos: uploaded.map(({ id, hashes, ...photo }) =>
      Object.assign(photo, { url: photos.url(id), fingerprint: hashes?.toString("base64") ?? null }),
    ),
    dealer: dealer ?? null,
    dealerPage: dealerPage ?? null,
    feeds: { outwardSince: outward?.since ?? null, stock: stock ?? null },
    dealerKeys,
    verifications,
    subscriptions: subscriptions.map(({ amount_cents, ...subscription }) =>
      Object.assign(subscription, { amount: centsToDollars(amount_cents) }),
    ),
    payments: payments.map(({ amount_cents, refunded_cents, car_data, ...payment }) =>
      Object.assign(payment, {
        amount: centsToDollars(amount_cents),
        refunded: centsToDollars(refunded_cents),
        // The form that waits for its payment.
        car: shownForm(ctx, userId, car_data),
      }),
    ),
    dealerMonths,
    coupons: coupons.map(({ amount_cents, ...coupon }) =>
      Object.assign(coupon, { amount: amount_cents === null ? null : centsToDollars(amount_cents) }),
    ),
    couponUses: couponUses.map(({ discount_cents, ...use }) =>
      Object.assign(use, { discount: centsToDollars(discount_cents) }),
    ),
    invoices: invoices.map(({ gross_cents, vat_cents, ...invoice }) =>
      Object.assign(invoice, { amount: centsToDollars(gross_cents), vat: centsToDollars(vat_cents) }),
    ),
    modelSuggestions,
    reports,
    ...(await exportVins(ctx, userId)),
    ...(await exportHistory(db, userId)),
    ...(await exportAlerts(db, userId)),
    favourites,
    sessions: sessions.map(({ browser, system, ...times }) =>
      Object.assign(times, { device: deviceName({ browser, system }) }),
    ),
    secondFactor: secondFactor === undefined ? null : { ...secondFactor, recoveryCodes },
    knownDevices,
  };
}
