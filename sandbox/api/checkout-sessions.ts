import { z } from "zod";
import { expireSession } from "#sandbox/billing/checkout.ts";
import { invalid } from "#sandbox/http/failure.ts";
import type { Route } from "#sandbox/http/call.ts";
import {
  address,
  expand,
  flag,
  integer,
  metadata,
  metadataChange,
  page,
  read,
  text,
} from "#sandbox/http/params.ts";
import { newSession } from "#sandbox/objects/session.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf, type Session } from "#sandbox/store/kinds.ts";
import { lineItemParams, readLineItems } from "./line-items.ts";
import { listAnswer, mergedMetadata } from "./lists.ts";

const email = z.email("Invalid email address").max(512);
const locales = z.enum([
  "auto", "bg", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fi", "fil", "fr", "fr-CA", "hr", "hu",
  "id", "it", "ja", "ko", "lt", "lv", "ms", "mt", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sv", "th",
  "tr", "vi", "zh", "zh-HK", "zh-TW",
]); // prettier-ignore

const createParams = z.strictObject({
  mode: z.enum(["payment", "subscription"]),
  line_items: lineItemParams,
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: text(200).optional(),
  customer: text(255).optional(),
  customer_email: email.optional(),
  customer_creation: z.enum(["always", "if_required"]).optional(),
  expires_at: integer.optional(),
  locale: locales.optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      description: text(1000).optional(),
      metadata: metadata.optional(),
      receipt_email: email.optional(),
      statement_descriptor: text(22).optional(),
      setup_future_usage: z.enum(["off_session", "on_session"]).optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({ description: text(500).optional(), metadata: metadata.optional() })
    .optional(),
  allowed_payment_method_types: z.array(z.literal("card")).max(1).optional(),
  submit_type: z.enum(["auto", "book", "donate", "pay", "subscribe"]).optional(),
  ui_mode: z.literal("hosted_page").optional(),
  // Accepted without effect: the sandbox has no tax and no discounts.
  allow_promotion_codes: flag.optional(),
  billing_address_collection: z.enum(["auto", "required"]).optional(),
  automatic_tax: z.strictObject({ enabled: z.literal("false") }).optional(),
  expand,
});

const listParams = z.strictObject({
  ...page,
  customer: text(255).optional(),
  payment_intent: text(255).optional(),
  subscription: text(255).optional(),
  status: z.enum(["open", "complete", "expired"]).optional(),
});

const day = 86_400;

export const checkoutSessionRoutes: Route[] = [
  {
    method: "POST",
    path: "/v1/checkout/sessions",
    run: (sandbox, { form }) => create(sandbox, read(createParams, form)),
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions",
    run: (sandbox, { form }) => {
      const params = read(listParams, form);
      return listAnswer(
        sandbox,
        "checkout.session",
        "/v1/checkout/sessions",
        params,
        { customer: params.customer, parent: params.payment_intent },
        (session) =>
          (params.status === undefined || session.status === params.status) &&
          (params.subscription === undefined || idOf(session.subscription) === params.subscription),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      read(z.strictObject({ expand }), form);
      return sandbox.store.get("checkout.session", id);
    },
  },
  {
    method: "POST",
    path: "/v1/checkout/sessions/{id}",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(z.strictObject({ metadata: metadataChange.optional(), expand }), form);
      const session = sandbox.store.get("checkout.session", id);
      session.metadata = mergedMetadata(session.metadata ?? {}, params.metadata);
      sandbox.store.save("checkout.session", session);
      return session;
    },
  },
  {
    method: "POST",
    path: "/v1/checkout/sessions/{id}/expire",
    run: (sandbox, { path: [id = ""], form }) => {
      read(z.strictObject({ expand }), form);
      const session = sandbox.store.get("checkout.session", id);
      if (session.status !== "open") {
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      }
      expireSession(sandbox, session);
      return session;
    },
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions/{id}/line_items",
    run: (sandbox, { path: [id = ""], form }) => {
      const params = read(z.strictObject({ ...page, created: z.undefined().optional() }), form);
      sandbox.store.get("checkout.session", id);
      const items = sandbox.store.hidden("checkout.session", id).lineItems;
      const from = items.findIndex((item) => item.id === params.starting_after) + 1;
      return {
        object: "list",
        data: items.slice(from, from + params.limit),
        has_more: items.length > from + params.limit,
        url: `/v1/checkout/sessions/${id}/line_items`,
      };
    },
  },
];

function create(sandbox: Sandbox, params: z.output<typeof createParams>): Session {
  const { store, clock } = sandbox;
  const now = clock.now();
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw invalid(
      "You may only specify one of these parameters: customer, customer_email.",
      "customer_email",
    );
  }
  if (params.customer !== undefined) store.get("customer", params.customer, "customer");
  if (params.mode === "payment" && params.subscription_data !== undefined) {
    throw invalid("You can not pass `subscription_data` in `payment` mode.", "subscription_data");
  }
  if (params.mode === "subscription" && params.payment_intent_data !== undefined) {
    throw invalid("You can not pass `payment_intent_data` in `subscription` mode.", "payment_intent_data");
  }
  if (params.mode === "subscription" && params.customer_creation !== undefined) {
    throw invalid("`customer_creation` can only be used in `payment` and `setup` mode.", "customer_creation");
  }
  const expiresAt = params.expires_at ?? now + day;
  if (expiresAt < now + 30 * 60 - 60 || expiresAt > now + day + 60) {
    const bound = expiresAt > now + day ? "less than 24 hours" : "at least 30 minutes";
    throw invalid(
      `The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`,
      "expires_at",
    );
  }
  const { lineItems, currency } = readLineItems(sandbox, params.line_items, params.mode);
  const session = newSession(
    {
      mode: params.mode,
      lineItems,
      currency,
      successUrl: params.success_url,
      cancelUrl: params.cancel_url ?? null,
      clientReferenceId: params.client_reference_id ?? null,
      customer: params.customer ?? null,
      customerEmail: params.customer_email ?? null,
      customerCreation: params.mode === "payment" ? (params.customer_creation ?? "if_required") : "always",
      expiresAt,
      locale: params.locale ?? null,
      metadata: params.metadata ?? {},
      submitType: params.submit_type ?? null,
    },
    sandbox.url,
    now,
  );
  store.insert("checkout.session", session, {
    lineItems,
    paymentIntentData: {
      description: params.payment_intent_data?.description,
      metadata: params.payment_intent_data?.metadata ?? {},
    },
    subscriptionData: {
      description: params.subscription_data?.description,
      metadata: params.subscription_data?.metadata ?? {},
    },
  });
  return session;
}
