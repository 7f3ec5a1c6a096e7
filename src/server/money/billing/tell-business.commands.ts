import type { Context } from "#server/context.ts";
import { nullIfUnknown } from "./provider.ts";

/** The job that tells the provider which business a customer is: what it prints names it, too. */
export const businessTask = "tell_business";

/** Safe to run repeatedly; does nothing for who is no customer of this account at the provider. Throws provider_away. */
export async function tellBusiness({ db, provider }: Context, userId: string): Promise<void> {
  const business = await db
    .selectFrom("users as u")
    .innerJoin("dealers as d", "d.user_id", "u.id")
    .select(["u.stripe_customer_id as customerId", "u.stripe_customer_account as account"])
    .select(["d.business_name as name", "d.business_address as address", "d.tax_number as taxNumber"])
    .where("u.id", "=", userId)
    .executeTakeFirst();
  if (business === undefined) return;
  const { customerId, account, name, address, taxNumber } = business;
  if (customerId === null || (account !== null && account !== (await provider.account()))) return;
  await provider
    .call("customers.update", (stripe) =>
      stripe.customers.update(customerId, {
        name,
        address: { line1: address },
        metadata: { taxNumber: taxNumber ?? "" },
      }),
    )
    .catch(nullIfUnknown);
}
