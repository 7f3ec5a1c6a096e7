import type Stripe from "stripe";

/**
 * The library's type as it is in JSON, with decimals as strings. Typing answers this way makes the compiler
 * demand every field that Stripe always sends.
 */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? Wire<Item>[]
      : T extends object
        ? { [K in keyof T]: Wire<T[K]> }
        : T;

export type Session = Wire<Stripe.Checkout.Session>;
export type LineItem = Wire<Stripe.LineItem>;
export type Customer = Wire<Stripe.Customer>;
export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type PaymentMethod = Wire<Stripe.PaymentMethod>;
export type PaymentIntent = Wire<Stripe.PaymentIntent>;
export type Charge = Wire<Stripe.Charge>;
export type Refund = Wire<Stripe.Refund>;
export type Dispute = Wire<Stripe.Dispute>;
export type Subscription = Wire<Stripe.Subscription>;
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type Invoice = Wire<Stripe.Invoice>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
export type InvoicePayment = Wire<Stripe.InvoicePayment>;
export type PortalSession = Wire<Stripe.BillingPortal.Session>;
export type PortalConfiguration = Wire<Stripe.BillingPortal.Configuration>;
export type WebhookEndpoint = Wire<Stripe.WebhookEndpoint>;
/** The base of the library's event union: `data.object` is any of the objects above. */
export interface Event extends Omit<Wire<Stripe.EventBase>, "data" | "type"> {
  type: string;
  data: { object: object; previous_attributes?: Record<string, unknown> };
}

/** A test card's behaviour, stored with its payment method. */
export interface CardBehaviour {
  /**
   * - `decline`: always declined.
   * - `decline_later`: accepted on-session, declined at renewals.
   * - `authenticate`: needs 3-D Secure on-session; renewals pass.
   * - `dispute`, `inquiry`: pays, and the cardholder opens a dispute or an inquiry at once.
   */
  kind: "pays" | "decline" | "decline_later" | "authenticate" | "dispute" | "inquiry";
  declineCode: string;
}

export interface SessionSecrets {
  lineItems: LineItem[];
  paymentIntentData: { description?: string | undefined; metadata: Record<string, string> };
  subscriptionData: { description?: string | undefined; metadata: Record<string, string> };
}

/** Each kind of stored object: what the API shows, and what only the sandbox knows. */
export interface Kinds {
  "checkout.session": { shown: Session; hidden: SessionSecrets };
  customer: { shown: Customer; hidden: null };
  product: { shown: Product; hidden: null };
  price: { shown: Price; hidden: null };
  payment_method: { shown: PaymentMethod; hidden: CardBehaviour };
  payment_intent: { shown: PaymentIntent; hidden: null };
  charge: { shown: Charge; hidden: null };
  refund: { shown: Refund; hidden: null };
  dispute: { shown: Dispute; hidden: null };
  subscription: { shown: Subscription; hidden: null };
  invoice: { shown: Invoice; hidden: null };
  invoice_payment: { shown: InvoicePayment; hidden: null };
  "billing_portal.session": { shown: PortalSession; hidden: { token: string; expiresAt: number } };
  "billing_portal.configuration": { shown: PortalConfiguration; hidden: null };
  webhook_endpoint: { shown: WebhookEndpoint; hidden: { secret: string } };
  event: { shown: Event; hidden: null };
}

export type Kind = keyof Kinds;

export const prefixes: Record<Kind, string> = {
  "checkout.session": "cs_test_",
  customer: "cus_",
  product: "prod_",
  price: "price_",
  payment_method: "pm_",
  payment_intent: "pi_",
  charge: "ch_",
  refund: "re_",
  dispute: "du_",
  subscription: "sub_",
  invoice: "in_",
  invoice_payment: "inpay_",
  "billing_portal.session": "bps_",
  "billing_portal.configuration": "bpc_",
  webhook_endpoint: "we_",
  event: "evt_",
};

/** The kind by an id's prefix; undefined for objects that the sandbox does not store. */
export function kindOfId(id: string): Kind | undefined {
  for (const [kind, prefix] of Object.entries(prefixes)) {
    if (id.startsWith(prefix) && isKind(kind)) return kind;
  }
  return undefined;
}

function isKind(value: string): value is Kind {
  return value in prefixes;
}

/** The id of a reference, expanded or not. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === "string" ? reference : reference.id;
}
