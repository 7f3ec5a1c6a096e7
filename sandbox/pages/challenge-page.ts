import { z } from "zod";
import type { ReadCard } from "#sandbox/billing/cards.ts";
import type { Answer } from "#sandbox/http/answer.ts";
import { messages } from "#sandbox/messages.ts";
import type { Payer } from "#sandbox/objects/customer.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { html } from "./html.ts";
import { page } from "./layout.ts";

const text = messages.challenge;

const waiting = z.object({
  card: z.object({
    brand: z.enum(["visa", "mastercard", "amex"]),
    last4: z.string(),
    expMonth: z.number(),
    expYear: z.number(),
    fingerprint: z.string(),
  }),
  payer: z.object({ email: z.string().nullable(), name: z.string().nullable() }),
});

const settingOf = (id: string) => `challenge_${id}`;

/**
 * The 3-D Secure challenge before the session or invoice `id` is charged: a page with a button for each
 * outcome, posted to `action`. The order is stored meanwhile, without the card's number.
 */
export function askToConfirm(
  sandbox: Sandbox,
  id: string,
  action: string,
  order: { card: ReadCard; payer: Payer; amount: string },
): Answer {
  const { card, payer, amount } = order;
  sandbox.store.setSetting(settingOf(id), JSON.stringify(waiting.parse({ card, payer })));
  const button = (outcome: string, label: string, look: string) =>
    html`<form method="post" action="${action}">
      <input type="hidden" name="outcome" value="${outcome}" />
      <p><button class="${look}" type="submit">${label}</button></p>
    </form>`;
  return page(
    200,
    text.title,
    html`<main class="notice">
      <h1>${text.title}</h1>
      <p>${text.text(amount, card.last4)}</p>
      ${button("complete", text.complete, "button")} ${button("fail", text.fail, "button plain")}
    </main>`,
  );
}

/** The stored card and payer, with the outcome as the card's behaviour; null if there is none. Works once. */
export function confirmed(
  sandbox: Sandbox,
  id: string,
  fields: URLSearchParams,
): { card: ReadCard; payer: Payer } | null {
  const stored = sandbox.store.setting(settingOf(id));
  if (stored === undefined || stored === "") return null;
  sandbox.store.setSetting(settingOf(id), "");
  const { card, payer } = waiting.parse(JSON.parse(stored));
  const passed = fields.get("outcome") === "complete";
  return {
    payer,
    card: {
      ...card,
      behaviour: passed
        ? { kind: "authenticate", declineCode: "" }
        : { kind: "decline", declineCode: "authentication_required" },
    },
  };
}
