import { type Provider, ProviderRefusal } from "./provider.ts";

/**
 * Takes back what an ended subscription still asks for: an open invoice could be paid on the provider's page for
 * months, for nothing. One that is paid or voided at this moment is left as it is.
 */
export async function voidOpenInvoices(provider: Provider, subscriptionId: string): Promise<void> {
  const open = await provider.call("invoices.list", (stripe) =>
    stripe.invoices.list({ subscription: subscriptionId, status: "open", limit: 24 }),
  );
  for (const { id } of open.data) {
    try {
      await provider.call("invoices.voidInvoice", (stripe) => stripe.invoices.voidInvoice(id));
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
    }
  }
}
