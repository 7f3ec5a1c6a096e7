import type { CardField, CardProblem } from "#sandbox/billing/cards.ts";
import { cardOf } from "#sandbox/billing/dunning.ts";
import type { Answer } from "#sandbox/http/answer.ts";
import { messages } from "#sandbox/messages.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf, type Customer, type PortalSession, type Subscription } from "#sandbox/store/kinds.ts";
import { cardFields, testCards } from "./card-fields.ts";
import { html, type Markup } from "./html.ts";
import { statusText } from "./invoice-page.ts";
import { date, money, page } from "./layout.ts";

const text = messages.portal;
/** The number of invoices on the page: two years of months. */
const maxInvoices = 24;

interface Shown {
  address: string;
  done: string | null;
  problems: ReadonlyMap<CardField, CardProblem>;
  declined?: string | null;
  name: string;
}

/** The customer's subscriptions that are not canceled. */
export function subscriptionsOf(sandbox: Sandbox, customer: Customer): Subscription[] {
  return sandbox.store.list(
    "subscription",
    { customer: customer.id, limit: 10 },
    (one) => one.status !== "canceled",
  ).data;
}

export function portalMarkup(
  sandbox: Sandbox,
  session: PortalSession,
  customer: Customer,
  shown: Shown,
): Answer {
  const subscriptions = subscriptionsOf(sandbox, customer);
  const done = new Map([
    ["cancel", text.canceledDone],
    ["resume", text.resumedDone],
    ["card", text.cardDone],
  ]).get(shown.done ?? "");
  const failed = shown.problems.size > 0 || (shown.declined ?? null) !== null;
  const content = html`<main class="panels">
    ${session.return_url !== null && html`<a class="back" href="${session.return_url}">← ${messages.pay.back}</a>`}
    <h1>${text.title}</h1>
    ${done !== undefined && html`<p class="done" role="status">${done}</p>`}
    ${subscriptions.length === 0 && html`<section class="panel"><p>${text.none}</p></section>`}
    ${subscriptions.map((one) => subscriptionPanel(sandbox, one, shown.address))}
    <section class="panel" aria-labelledby="card-title">
      <h2 id="card-title">${text.changeCard}</h2>
      <p>${presentCard(sandbox, customer, subscriptions)}</p>
      <form method="post" action="${shown.address}/card" novalidate>
        ${failed && html`<p class="alert" role="alert">${shown.declined ?? messages.pay.errorsFound}</p>`}
        ${cardFields({ email: null, name: shown.name, problems: shown.problems })}
        <button class="button" type="submit">${text.saveCard}</button>
        ${testCards()}
      </form>
    </section>
    ${invoices(sandbox, customer)}
  </main>`;
  return page(failed ? 422 : 200, text.title, content);
}

function subscriptionPanel(sandbox: Sandbox, subscription: Subscription, address: string): Markup {
  const item = subscription.items.data[0];
  const product = item === undefined ? null : idOf(item.price.product);
  const name = product === null ? undefined : sandbox.store.find("product", product)?.name;
  const ending = subscription.cancel_at_period_end;
  const end = date(item?.current_period_end ?? subscription.created);
  const amount = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
  return html`<section class="panel" aria-label="${text.subscription}">
    <h2>${name ?? text.subscription}</h2>
    <p class="amount">${money(amount, subscription.currency)} <small>${messages.pay.perMonth}</small></p>
    <p>
      <span class="badge"
        >${subscription.status === "past_due" ? text.pastDue : ending ? text.ending : text.active}</span
      >
    </p>
    <p>${ending ? text.endsOn(end) : text.renewsOn(end)}</p>
    <form method="post" action="${address}/${ending ? "resume" : "cancel"}">
      <input type="hidden" name="subscription" value="${subscription.id}" />
      <button class="button plain" type="submit">${ending ? text.resume : text.cancel}</button>
    </form>
  </section>`;
}

function presentCard(sandbox: Sandbox, customer: Customer, subscriptions: readonly Subscription[]): string {
  const first = subscriptions[0];
  const id =
    first === undefined ? idOf(customer.invoice_settings.default_payment_method) : cardOf(sandbox, first);
  const card = id === null ? undefined : sandbox.store.find("payment_method", id)?.card;
  if (card === undefined) return text.noCard;
  const until = `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`;
  return text.presentCard(card.brand.charAt(0).toUpperCase() + card.brand.slice(1), card.last4, until);
}

function invoices(sandbox: Sandbox, customer: Customer): Markup {
  const { data } = sandbox.store.list(
    "invoice",
    { customer: customer.id, limit: maxInvoices },
    (invoice) => invoice.status !== "draft",
  );
  return html`<section class="panel" aria-labelledby="invoices-title">
    <h2 id="invoices-title">${text.invoices}</h2>
    ${data.length === 0 && html`<p>${text.noInvoices}</p>`}
    <div class="scroll">
      <table class="rows invoices">
        ${data.map(
          (invoice) =>
            html`<tr>
              <td class="number">${date(invoice.created)}</td>
              <td class="number">${money(invoice.total, invoice.currency)}</td>
              <td>${statusText(invoice)}</td>
              <td><a href="${invoice.hosted_invoice_url ?? ""}">${text.open}</a></td>
              <td><a href="${invoice.invoice_pdf ?? ""}">PDF</a></td>
            </tr>`,
        )}
      </table>
    </div>
  </section>`;
}
