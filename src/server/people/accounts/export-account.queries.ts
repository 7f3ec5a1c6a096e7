import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** An account's rows for its export, except its cars, its history and its alerts, oldest first. */
export async function loadStoredRows(db: Kysely<DB>, userId: string) {
  return {
    verifications: await db
      .selectFrom("dealer_verifications")
      .select(["tax_number", "state", "asked_at", "decided_at", "reason"])
      .select((eb) => eb("document", "is not", null).as("has_document"))
      .where("user_id", "=", userId)
      .orderBy("asked_at")
      .execute(),
    favourites: await db
      .selectFrom("favourites")
      .select(["car_id", "price", "created_at"])
      .where("user_id", "=", userId)
      .orderBy("place")
      .execute(),
    dealerPage: await db
      .selectFrom("dealer_pages")
      .select(["address", "phone", "hours"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
    outwardFeeds: await db
      .selectFrom("outward_feeds")
      .select("since")
      .where("user_id", "=", userId)
      .executeTakeFirst(),
    stockFeed: await db
      .selectFrom("stock_feeds")
      .select(["url", "every_hours", "archive_missing", "created_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
    dealerKeys: await db
      .selectFrom("dealer_keys")
      .select(["name", "scopes", "created_at", sql<string | null>`last_used_on::text`.as("last_used")])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    sessions: await db
      .selectFrom("sessions")
      .select(["browser", "system", "created_at", "last_used_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    devices: await db
      .selectFrom("known_devices")
      .select(["created_at", "last_used_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    secondFactor: await db
      .selectFrom("totp")
      .select(["created_at", "confirmed_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
    recoveryCodes: await db
      .selectFrom("recovery_codes")
      .select(["created_at", "used_at"])
      .where("user_id", "=", userId)
      .execute(),
    dealer: await db.selectFrom("dealers").selectAll().where("user_id", "=", userId).executeTakeFirst(),
    subscriptions: await db
      .selectFrom("subscriptions")
      .selectAll()
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    payments: await db
      .selectFrom("payments as p")
      .selectAll()
      .select(
        sql<string[]>`array(select name from payment_cars where payment_id = p.id order by position)`.as(
          "cars",
        ),
      )
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    dealerMonths: await db
      .selectFrom("dealer_months")
      .selectAll()
      .where("user_id", "=", userId)
      .orderBy("starts_at")
      .execute(),
    coupons: await db
      .selectFrom("coupons")
      .select(["code", "percent", "amount_cents", "valid_until", "created_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    couponUses: await db
      .selectFrom("coupon_uses as u")
      .innerJoin("coupons as c", "c.id", "u.coupon_id")
      .select(["c.code", "u.payment_id", "u.discount_cents", "u.used_at", "u.returned_at"])
      .where("u.user_id", "=", userId)
      .orderBy("u.used_at")
      .execute(),
    invoices: await db
      .selectFrom("invoices as i")
      .innerJoin("payments as p", "p.id", "i.payment_id")
      .select([
        "i.number",
        "i.day",
        "i.issued_at",
        "i.currency",
        "i.gross_cents",
        "i.vat_cents",
        "i.buyer",
        "i.facts",
      ])
      .select((eb) => eb("i.refund_id", "is not", null).as("is_credit_note"))
      .where("p.user_id", "=", userId)
      .orderBy("i.issued_at")
      .orderBy("i.id")
      .execute(),
    photos: await db
      .selectFrom("photos as p")
      .leftJoin("photo_fingerprints as f", "f.photo_id", "p.id")
      .select(["p.id", "p.width", "p.height", "p.created_at", "f.hashes"])
      .where("p.owner_id", "=", userId)
      .orderBy("p.created_at")
      .execute(),
    suggestions: await db
      .selectFrom("car_models")
      .select(["brand", "name", "approved", "created_at"])
      .where("suggested_by", "=", userId)
      .orderBy("created_at")
      .execute(),
    reports: await db
      .selectFrom("reports")
      .select(["car_name", "reason", "text", "email", "state", "created_at", "decided_at"])
      .where("reporter_id", "=", userId)
      .orderBy("created_at")
      .execute(),
  };
}
