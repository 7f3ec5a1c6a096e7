import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DealerSignup } from "#contract/dealers.ts";
import { townOfAddress } from "#domain/dealers/town-of-address.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** The payer's data for the provider; undefined where the account is gone. */
export function findPayer(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("users")
    .select(["email", "stripe_customer_id as customerId"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

/** The provider does not know this customer of the account's any more: the next payment makes another one. */
export async function forgetCustomer(db: Kysely<DB>, userId: string, customerId: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ stripe_customer_id: null, stripe_customer_account: null })
    .where("id", "=", userId)
    .where("stripe_customer_id", "=", customerId)
    .execute();
}

/**
 * The dealer's business data as the form has them, without a tax number the one that is known; one that is not confirmed
 * yet waits for an admin.
 */
export async function upsertDealer(trx: Transaction<DB>, userId: string, form: DealerSignup): Promise<void> {
  const dealer = {
    business_name: form.businessName,
    business_address: form.businessAddress,
    town: townOfAddress(form.businessAddress),
    tax_number: form.taxNumber,
    website: form.website,
    business_type: form.businessType,
  };
  await trx
    .insertInto("dealers")
    .values({ user_id: userId, ...dealer })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({
        ...dealer,
        tax_number: sql<string | null>`coalesce(excluded.tax_number, dealers.tax_number)`,
      }),
    )
    .execute();
  // A business that gives its tax number at signup need not ask to be confirmed.
  await sql`
    insert into dealer_verifications (id, user_id, tax_number)
    select ${uuidv7()}, user_id, tax_number from dealers
    where user_id = ${userId} and tax_number is not null and verified_at is null
    on conflict (user_id) where state = 'waiting'
    do update set id = excluded.id, tax_number = excluded.tax_number`.execute(trx);
}
