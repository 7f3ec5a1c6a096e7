import { idOf, type Kind, type Kinds } from "./kinds.ts";

/** The object's customer and parent, as columns for filtering lists. */
export function links<K extends Kind>(
  _kind: K,
  shown: Kinds[K]["shown"],
): { customer: string | null; parent: string | null } {
  const object: Kinds[Kind]["shown"] = shown;
  const customer = "customer" in object ? idOf(object.customer) : null;
  switch (object.object) {
    case "invoice":
      return { customer, parent: idOf(object.parent?.subscription_details?.subscription) };
    case "charge":
    case "refund":
    case "dispute":
    case "checkout.session":
      return { customer, parent: idOf(object.payment_intent) };
    case "invoice_payment":
      return { customer, parent: idOf(object.invoice) };
    case "price":
      return { customer, parent: idOf(object.product) };
    default:
      return { customer, parent: null };
  }
}
