import { readCard, type CardField, type CardProblem, type ReadCard } from "#sandbox/billing/cards.ts";
import { paySession, successAddress } from "#sandbox/billing/checkout.ts";
import type { Answer, Incoming } from "#sandbox/http/answer.ts";
import { messages } from "#sandbox/messages.ts";
import type { Payer } from "#sandbox/objects/customer.ts";
import type { Decline } from "#sandbox/objects/payment.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf, type LineItem, type Session } from "#sandbox/store/kinds.ts";
import { cardFields, testCards } from "./card-fields.ts";
import { askToConfirm, confirmed } from "./challenge-page.ts";
import { html, type Markup } from "./html.ts";
import { money, notice, page, redirect } from "./layout.ts";

const text = messages.pay;

interface Shown {
  email: string;
  name: string;
  problems: Map<CardField, CardProblem>;
  declined: string | null;
}

/**
 * The hosted card page of a checkout session. Its URL contains the session's id, which cannot be guessed;
 * `confirm` below it receives the answer to the 3-D Secure challenge.
 */
export function cardPage(sandbox: Sandbox, incoming: Incoming, id: string, part: string | undefined): Answer {
  const session = sandbox.store.find("checkout.session", id);
  if (session === undefined || customerIsGone(sandbox, session))
    return notice(404, messages.notFound.title, messages.notFound.text);
  if (incoming.method !== "POST")
    return closed(session) ?? form(sandbox, session, untouched(sandbox, session));
  // Requests run one at a time: a second press of the button finds the session paid.
  if (session.status === "complete") return redirect(successAddress(session));
  const fields = new URLSearchParams(incoming.body);
  if (part !== "confirm") return closed(session) ?? submit(sandbox, session, fields);
  return closed(session) ?? confirm(sandbox, session, fields);
}

/** True if the customer was deleted while the page was open. */
function customerIsGone(sandbox: Sandbox, session: Session): boolean {
  const customer = idOf(session.customer);
  return (
    session.status === "open" && customer !== null && sandbox.store.find("customer", customer) === undefined
  );
}

function closed(session: Session): Answer | null {
  if (session.status === "complete") {
    const { title, on } = messages.paid;
    return notice(200, title, messages.paid.text, { href: successAddress(session), label: on });
  }
  if (session.status === "expired") {
    const { title, on } = messages.expired;
    const back = session.cancel_url === null ? undefined : { href: session.cancel_url, label: on };
    return notice(410, title, messages.expired.text, back);
  }
  return null;
}

function submit(sandbox: Sandbox, session: Session, fields: URLSearchParams): Answer {
  const field = (name: string) => (fields.get(name) ?? "").slice(0, 500);
  const known = knownEmail(sandbox, session);
  const email = known ?? field("email").trim();
  const card = readCard(
    { number: field("number"), expiry: field("expiry"), cvc: field("cvc"), name: field("name") },
    sandbox.clock.now(),
  );
  const problems = card instanceof Map ? card : new Map<CardField, CardProblem>();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) problems.set("email", "email_missing");
  const shown = { email, name: field("name"), problems, declined: null };
  if (card instanceof Map || problems.size > 0) return form(sandbox, session, shown);
  const payer = { email, name: field("name").trim() };
  if (card.behaviour.kind === "authenticate") {
    const amount = money(session.amount_total ?? 0, session.currency ?? "usd");
    return askToConfirm(sandbox, session.id, `/c/pay/${session.id}/confirm`, { card, payer, amount });
  }
  return charge(sandbox, session, card, payer, shown);
}

/** Receives the cardholder's answer to the challenge. */
function confirm(sandbox: Sandbox, session: Session, fields: URLSearchParams): Answer {
  const order = confirmed(sandbox, session.id, fields);
  if (order === null) return redirect(`/c/pay/${session.id}`);
  const { card, payer } = order;
  const shown = {
    email: payer.email ?? "",
    name: payer.name ?? "",
    problems: new Map<CardField, CardProblem>(),
    declined: null,
  };
  return charge(sandbox, session, card, payer, shown);
}

function charge(sandbox: Sandbox, session: Session, card: ReadCard, payer: Payer, shown: Shown): Answer {
  const decline = sandbox.store.transaction(() => paySession(sandbox, session, card, payer));
  sandbox.wake();
  if (decline === null) return redirect(successAddress(session));
  return form(sandbox, session, { ...shown, declined: declineText(decline) });
}

export function declineText(decline: Decline): string {
  if (decline.declineCode === "insufficient_funds") return text.insufficientFunds;
  if (decline.declineCode === "authentication_required") return text.notConfirmed;
  return decline.declineCode === "test_mode_live_card" ? text.notTestCard : text.declined;
}

function untouched(sandbox: Sandbox, session: Session): Shown {
  return { email: knownEmail(sandbox, session) ?? "", name: "", problems: new Map(), declined: null };
}

/** The e-mail that the shop gave, which the payer cannot change; null if there is none. */
function knownEmail(sandbox: Sandbox, session: Session): string | null {
  const customer = idOf(session.customer);
  const ofCustomer = customer === null ? null : (sandbox.store.find("customer", customer)?.email ?? null);
  return session.customer_email ?? ofCustomer;
}

function form(sandbox: Sandbox, session: Session, shown: Shown): Answer {
  const items = sandbox.store.hidden("checkout.session", session.id).lineItems;
  const amount = money(session.amount_total ?? 0, session.currency ?? "usd");
  const subscribing = session.mode === "subscription";
  const locked = knownEmail(sandbox, session) !== null;
  const alert = shown.declined ?? (shown.problems.size > 0 ? text.errorsFound : null);
  const again = shown.problems.size > 0 && !shown.problems.has("number") ? ` ${text.typeAgain}` : "";
  const content = html`<main class="checkout">
    <section class="order" aria-labelledby="order-title">
      ${session.cancel_url !== null && html`<a class="back" href="${session.cancel_url}">← ${text.back}</a>`}
      <h1 id="order-title">${text.title}</h1>
      <p class="amount">${amount}${subscribing && html` <small>${interval(items)}</small>`}</p>
      <ul class="items">
        ${items.map((item) => itemRow(item))}
      </ul>
      <p class="total"><span>${text.total}</span><strong>${amount}</strong></p>
    </section>
    <form class="card" method="post" action="/c/pay/${session.id}" novalidate>
      ${alert !== null && html`<p class="alert" role="alert">${alert}${again}</p>`}
      ${cardFields({ email: { value: shown.email, locked }, name: shown.name, problems: shown.problems })}
      <button class="button" type="submit">
        ${subscribing ? text.subscribe(amount) : text.submit(amount)}
      </button>
      ${subscribing && html`<p class="small">${text.subscriptionNote}</p>`} ${testCards()}
    </form>
  </main>`;
  return page(shown.declined !== null || shown.problems.size > 0 ? 422 : 200, text.title, content);
}

function itemRow(item: LineItem): Markup {
  const quantity = item.quantity ?? 1;
  return html`<li>
    <span>${item.description ?? ""}${quantity > 1 && html` × ${quantity}`}</span>
    <span>${money(item.amount_total, item.currency)}</span>
  </li>`;
}

function interval(items: readonly LineItem[]): string {
  switch (items[0]?.price?.recurring?.interval) {
    case "day":
      return text.perDay;
    case "week":
      return text.perWeek;
    case "year":
      return text.perYear;
    default:
      return text.perMonth;
  }
}
