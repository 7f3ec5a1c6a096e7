import { readCard, type CardField, type CardProblem } from "#sandbox/billing/cards.ts";
import { addCard } from "#sandbox/billing/checkout.ts";
import { cancelAtPeriodEnd, withdrawCancellation } from "#sandbox/billing/renewal.ts";
import { changes, emit } from "#sandbox/events/emit.ts";
import type { Answer, Incoming } from "#sandbox/http/answer.ts";
import { messages } from "#sandbox/messages.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf, type Customer, type PortalSession, type Subscription } from "#sandbox/store/kinds.ts";
import { notice, redirect } from "./layout.ts";
import { portalMarkup, subscriptionsOf } from "./portal-markup.ts";

const text = messages.portal;

/**
 * The hosted billing portal: `/p/session/{session}-{token}`, and POST to `/cancel`, `/resume` and `/card`.
 */
export function portalPage(sandbox: Sandbox, incoming: Incoming, path: readonly string[]): Answer {
  const [link = "", action] = path;
  const found = open(sandbox, link);
  if (found === null) return notice(404, text.closedTitle, text.closedText);
  const { session, customer } = found;
  const address = `/p/session/${link}`;
  if (incoming.method !== "POST") {
    const done = new URLSearchParams(incoming.query).get("done");
    return portalMarkup(sandbox, session, customer, { address, done, problems: new Map(), name: "" });
  }
  const fields = new URLSearchParams(incoming.body);
  if (action === "card") return changeCard(sandbox, session, customer, address, fields);
  const wanted = subscriptionsOf(sandbox, customer).find((one) => one.id === fields.get("subscription"));
  if (wanted !== undefined && (action === "cancel" || action === "resume")) {
    sandbox.store.transaction(() => {
      change(sandbox, wanted, action);
    });
    sandbox.wake();
    return redirect(`${address}?done=${action}`);
  }
  return redirect(address);
}

function open(sandbox: Sandbox, link: string): { session: PortalSession; customer: Customer } | null {
  const [id = "", token = ""] = link.split("-");
  const session = sandbox.store.find("billing_portal.session", id);
  if (session === undefined) return null;
  const hidden = sandbox.store.hidden("billing_portal.session", id);
  const customer = sandbox.store.find("customer", session.customer);
  if (customer === undefined || hidden.token !== token || hidden.expiresAt < sandbox.clock.now()) return null;
  return { session, customer };
}

function change(sandbox: Sandbox, subscription: Subscription, action: "cancel" | "resume"): void {
  const before = structuredClone(subscription);
  if (action === "cancel") cancelAtPeriodEnd(sandbox, subscription);
  else withdrawCancellation(subscription);
  const changed = changes(before, subscription);
  if (Object.keys(changed).length === 0) return;
  sandbox.store.save("subscription", subscription);
  emit(sandbox, "customer.subscription.updated", subscription, changed);
}

/** Makes the new card the default of the customer and all its subscriptions. */
function changeCard(
  sandbox: Sandbox,
  session: PortalSession,
  customer: Customer,
  address: string,
  fields: URLSearchParams,
): Answer {
  const field = (name: string) => (fields.get(name) ?? "").slice(0, 500);
  const card = readCard(
    { number: field("number"), expiry: field("expiry"), cvc: field("cvc"), name: field("name") },
    sandbox.clock.now(),
  );
  const refused = (problems: Map<CardField, CardProblem>, declined: string | null) =>
    portalMarkup(sandbox, session, customer, {
      address,
      done: null,
      problems,
      declined,
      name: field("name"),
    });
  if (card instanceof Map) return refused(card, null);
  // Storing a card needs no challenge; a card that is always declined is refused.
  if (card.behaviour.kind === "decline") return refused(new Map(), messages.pay.declined);
  sandbox.store.transaction(() => {
    const method = addCard(sandbox, card, { email: customer.email, name: field("name").trim() }, customer.id);
    const before = structuredClone(customer);
    customer.invoice_settings.default_payment_method = method;
    sandbox.store.save("customer", customer);
    emit(sandbox, "customer.updated", customer, changes(before, customer));
    for (const subscription of subscriptionsOf(sandbox, customer)) {
      const old = idOf(subscription.default_payment_method);
      subscription.default_payment_method = method;
      sandbox.store.save("subscription", subscription);
      emit(sandbox, "customer.subscription.updated", subscription, { default_payment_method: old });
    }
  });
  sandbox.wake();
  return redirect(`${address}?done=card`);
}
