import { readCard, type CardField, type CardProblem, type ReadCard } from "#sandbox/billing/cards.ts";
import { addCard } from "#sandbox/billing/checkout.ts";
import { settled, subscriptionOf } from "#sandbox/billing/dunning.ts";
import { payInvoice } from "#sandbox/billing/invoices.ts";
import { changes, emit } from "#sandbox/events/emit.ts";
import type { Answer, Incoming } from "#sandbox/http/answer.ts";
import { messages } from "#sandbox/messages.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { idOf, type Invoice } from "#sandbox/store/kinds.ts";
import type { Payer } from "#sandbox/objects/customer.ts";
import { cardFields, testCards } from "./card-fields.ts";
import { askToConfirm, confirmed } from "./challenge-page.ts";
import { declineText } from "./card-page.ts";
import { html } from "./html.ts";
import { date, money, notice, page, redirect } from "./layout.ts";
import { pdf, type PdfText } from "./pdf.ts";

const text = messages.invoice;

/** `/i/{invoice}/{token}`, its `/pdf` and `/pay`: open to anybody with the link, as at Stripe. */
export function invoicePage(sandbox: Sandbox, incoming: Incoming, path: readonly string[]): Answer {
  const [id = "", token = "", part] = path;
  const invoice = sandbox.store.find("invoice", id);
  if (invoice === undefined || !(invoice.hosted_invoice_url ?? "").endsWith(`/i/${id}/${token}`)) {
    return notice(404, messages.notFound.title, messages.notFound.text);
  }
  if (part === "pdf") return document(sandbox, invoice);
  if (incoming.method === "POST" && invoice.status === "open") {
    const fields = new URLSearchParams(incoming.body);
    if (part === "pay") return pay(sandbox, invoice, fields);
    if (part === "confirm") return confirm(sandbox, invoice, fields);
  }
  if (incoming.method === "POST") return redirect(invoice.hosted_invoice_url ?? "/");
  return show(sandbox, invoice, untouched);
}

interface Shown {
  declined: string | null;
  problems: Map<CardField, CardProblem>;
  name: string;
}
const untouched: Shown = { declined: null, problems: new Map(), name: "" };

const addressOf = (invoice: Invoice) => `/i/${invoice.hosted_invoice_url?.split("/i/")[1] ?? ""}`;

/** As at Stripe, it can be paid while it is open, even after its subscription has ended. */
function show(sandbox: Sandbox, invoice: Invoice, { declined, problems, name }: Shown): Answer {
  const address = addressOf(invoice);
  const payable = invoice.status === "open";
  const alert = declined ?? (problems.size > 0 ? messages.pay.errorsFound : null);
  const content = html`<main class="panels">
    <section class="panel">
      <h1>${text.title} ${invoice.number ?? ""}</h1>
      ${alert !== null && html`<p class="alert" role="alert">${alert}</p>`}
      <p class="amount">${money(invoice.total, invoice.currency)}</p>
      <p><span class="badge">${statusText(invoice)}</span></p>
      <dl>
        ${facts(invoice).map(
          ([name, value]) =>
            html`<div class="fact">
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      <ul class="items">
        ${invoice.lines.data.map(
          (line) =>
            html`<li>
              <span>${lineText(sandbox, line)}<br /><small>${period(line.period)}</small></span>
              <span>${money(line.amount, line.currency)}</span>
            </li>`,
        )}
      </ul>
      <p class="total">
        <span>${messages.pay.total}</span><strong>${money(invoice.total, invoice.currency)}</strong>
      </p>
      ${
        payable &&
        html`<form method="post" action="${address}/pay" novalidate>
          ${cardFields({ email: null, name, problems })}
          <button class="button" type="submit">
            ${messages.pay.submit(money(invoice.amount_due, invoice.currency))}
          </button>
          ${testCards()}
        </form>`
      }
      <p><a class="button plain" href="${address}/pdf">${text.download}</a></p>
    </section>
  </main>`;
  return page(alert === null ? 200 : 422, `${text.title} ${invoice.number ?? ""}`, content);
}

/** Pays with the typed card, which becomes the subscription's default; shows a decline. */
function pay(sandbox: Sandbox, invoice: Invoice, fields: URLSearchParams): Answer {
  const field = (name: string) => (fields.get(name) ?? "").slice(0, 500);
  const card = readCard(
    { number: field("number"), expiry: field("expiry"), cvc: field("cvc"), name: field("name") },
    sandbox.clock.now(),
  );
  const name = field("name").trim();
  if (card instanceof Map) return show(sandbox, invoice, { declined: null, problems: card, name });
  const payer = { email: invoice.customer_email, name };
  if (card.behaviour.kind === "authenticate") {
    const amount = money(invoice.amount_due, invoice.currency);
    return askToConfirm(sandbox, invoice.id, `${addressOf(invoice)}/confirm`, { card, payer, amount });
  }
  return charge(sandbox, invoice, card, payer);
}

/** Receives the cardholder's answer to the challenge. */
function confirm(sandbox: Sandbox, invoice: Invoice, fields: URLSearchParams): Answer {
  const order = confirmed(sandbox, invoice.id, fields);
  if (order === null) return redirect(addressOf(invoice));
  return charge(sandbox, invoice, order.card, order.payer);
}

function charge(sandbox: Sandbox, invoice: Invoice, card: ReadCard, payer: Payer): Answer {
  const { store } = sandbox;
  const decline = store.transaction(() => {
    const method = addCard(sandbox, card, payer, idOf(invoice.customer));
    const declined = payInvoice(sandbox, invoice, method, true);
    const subscription = subscriptionOf(sandbox, invoice);
    if (declined !== null || subscription === undefined || subscription.status === "canceled")
      return declined;
    const before = structuredClone(subscription);
    subscription.default_payment_method = method;
    store.save("subscription", subscription);
    emit(sandbox, "customer.subscription.updated", subscription, changes(before, subscription));
    settled(sandbox, subscription);
    return null;
  });
  sandbox.wake();
  if (decline === null) return redirect(invoice.hosted_invoice_url ?? "/");
  return show(sandbox, invoice, {
    declined: declineText(decline),
    problems: new Map(),
    name: payer.name ?? "",
  });
}

function document(sandbox: Sandbox, invoice: Invoice): Answer {
  const texts: PdfText[] = [
    { x: 50, y: 70, size: 22, bold: true, text: text.title },
    { x: 50, y: 92, size: 10, text: `${messages.testMode} ${messages.testModeText}` },
  ];
  let y = 130;
  for (const [name, value] of facts(invoice)) {
    texts.push({ x: 50, y, size: 11, text: name }, { x: 200, y, size: 11, bold: true, text: value });
    y += 20;
  }
  const lines = [y + 4];
  for (const line of invoice.lines.data) {
    y += 28;
    texts.push(
      { x: 50, y, size: 11, text: lineText(sandbox, line) },
      { x: 450, y, size: 11, text: money(line.amount, line.currency) },
      { x: 50, y: y + 15, size: 9, text: period(line.period) },
    );
    y += 22;
    lines.push(y + 4);
  }
  texts.push(
    { x: 50, y: y + 28, size: 13, bold: true, text: messages.pay.total },
    { x: 450, y: y + 28, size: 13, bold: true, text: money(invoice.total, invoice.currency) },
  );
  return {
    status: 200,
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${text.file}-${invoice.number ?? invoice.id}.pdf"`,
    },
    body: pdf(texts, lines),
  };
}

function facts(invoice: Invoice): [string, string][] {
  const paidAt = invoice.status_transitions.paid_at;
  const all: [string, string | null][] = [
    [text.number, invoice.number],
    [text.issued, date(invoice.status_transitions.finalized_at ?? invoice.created)],
    [text.customer, invoice.customer_name],
    [messages.pay.email, invoice.customer_email],
    [text.status, statusText(invoice)],
    [text.paidOn, paidAt === null ? null : date(paidAt)],
  ];
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] satisfies [string, string]]));
}

export function statusText(invoice: Invoice): string {
  switch (invoice.status) {
    case "paid":
      return text.paid;
    case "open":
      return text.open;
    case "draft":
      return text.draft;
    default:
      return text.void;
  }
}

function lineText(sandbox: Sandbox, line: Invoice["lines"]["data"][number]): string {
  const product = line.pricing?.price_details?.product;
  return (
    (product === undefined ? undefined : sandbox.store.find("product", product)?.name) ??
    line.description ??
    ""
  );
}

const period = ({ start, end }: { start: number; end: number }) => `${date(start)} – ${date(end)}`;
