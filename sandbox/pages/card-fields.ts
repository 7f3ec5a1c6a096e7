import type { CardField, CardProblem } from "#sandbox/billing/cards.ts";
import { messages } from "#sandbox/messages.ts";
import { html, type Markup } from "./html.ts";

const text = messages.pay;

/** The fields of a card; number and security code are never sent back to the page. */
export function cardFields(shown: {
  email: { value: string; locked: boolean } | null;
  name: string;
  problems: ReadonlyMap<CardField, CardProblem>;
}): Markup {
  const { email, problems } = shown;
  const one = (name: CardField, label: string, attributes: Markup) =>
    field(name, label, attributes, problems.get(name));
  return html`${
      email !== null &&
      one(
        "email",
        text.email,
        html`type="email" autocomplete="email" inputmode="email" value="${email.value}"
        ${email.locked && html`readonly`}`,
      )
    }
    <fieldset>
      <legend>${text.card}</legend>
      ${one("number", text.number, html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23"`)}
      <div class="pair">
        ${one("expiry", text.expiry, html`inputmode="numeric" autocomplete="cc-exp" placeholder="12 / 34" maxlength="9"`)}
        ${one("cvc", text.cvc, html`inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"`)}
      </div>
      ${one("name", text.name, html`autocomplete="cc-name" maxlength="200" value="${shown.name}"`)}
    </fieldset>`;
}

function field(name: CardField, label: string, attributes: Markup, problem: CardProblem | undefined): Markup {
  const wrong = problem !== undefined && html`aria-invalid="true" aria-describedby="${name}-problem"`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" ${attributes} ${wrong} />
    ${problem !== undefined && html`<p class="problem" id="${name}-problem">${messages.problems[problem]}</p>`}
  </div>`;
}

/** The test cards, since no real card may be typed. */
export function testCards(): Markup {
  const cards: [string, string][] = [
    ["4242 4242 4242 4242", text.cardPays],
    ["4000 0000 0000 0002", text.cardDeclined],
    ["4000 0025 0000 3155", text.cardAsks],
    ["4000 0000 0000 0341", text.cardFailsLater],
  ];
  return html`<aside class="test-cards" aria-labelledby="test-cards-title">
    <h2 id="test-cards-title">${text.testCards}</h2>
    <dl>
      ${cards.map(
        ([number, effect]) =>
          html`<div>
            <dt>${number}</dt>
            <dd>${effect}</dd>
          </div>`,
      )}
    </dl>
    <p class="small">${text.testCardsHint}</p>
  </aside>`;
}
