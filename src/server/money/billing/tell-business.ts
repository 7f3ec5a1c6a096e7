import type { Context } from "#server/context.ts";
import { findBusinessCustomer } from "./customers.queries.ts";
import { nullIfUnknown } from "./provider.ts";

/** The job that tells the provider which business a customer is: what it prints names it, too. */
export const businessTask = "tell_business";

/** Safe to run repeatedly; does nothing for who is no customer of this account at the provider. Throws provider_away. */
export async function tellBusiness({ db, provider }: Context, userId: string): Promise<void> {
  const business = await findBusinessCustomer(db, userId);
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
