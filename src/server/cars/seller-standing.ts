import type { Kysely, Transaction } from "kysely";
import { isFirstCarFree, type SellerStanding } from "#domain/payments/fees.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { isDealerNow } from "./cars.queries.ts";

function selectStanding(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("users as u")
    .select((eb) => [
      isDealerNow.as("isDealer"),
      eb
        .exists(eb.selectFrom("free_cars as f").select("f.user_id").whereRef("f.user_id", "=", "u.id"))
        .as("freeCarUsed"),
      eb
        .or([
          eb("u.dealer_until", "is not", null),
          eb.exists(eb.selectFrom("subscriptions as s").select("s.id").whereRef("s.user_id", "=", "u.id")),
        ])
        .as("wasDealer"),
    ])
    .where("u.id", "=", userId);
}

function toStanding(row: { [Key in keyof SellerStanding]: unknown }): SellerStanding {
  return {
    isDealer: row.isDealer === true,
    freeCarUsed: row.freeCarUsed === true,
    wasDealer: row.wasDealer === true,
  };
}

/** What the fee of a person's next car depends on, as it stands now. Throws not_signed_in for an account that is gone. */
export async function loadSellerStanding(db: Kysely<DB>, userId: string): Promise<SellerStanding> {
  const row = await selectStanding(db, userId).executeTakeFirst();
  if (row === undefined) throw new AppError("not_signed_in");
  return toStanding(row);
}

/**
 * The same with the account's row held until the transaction ends: two publishes at once are judged one after the
 * other, so that one free car is given. Throws not_signed_in for an account that is gone.
 */
export async function lockSellerStanding(trx: Transaction<DB>, userId: string): Promise<SellerStanding> {
  // Locked by a statement of its own: what the other transaction wrote is seen by the next one only.
  const held = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (held === undefined) throw new AppError("not_signed_in");
  return loadSellerStanding(trx, userId);
}

/** What a car's place in the listings stands on: the account's one free car, the dealer's plan, or a fee. */
export type Listing = "free" | "dealer" | "paid";

/** The listing that this seller's next car gets. */
export function nextListing(seller: SellerStanding): Listing {
  if (seller.isDealer) return "dealer";
  return isFirstCarFree(seller) ? "free" : "paid";
}
