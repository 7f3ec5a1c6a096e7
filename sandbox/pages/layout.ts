import type { Answer } from "#sandbox/http/answer.ts";
import { messages } from "#sandbox/messages.ts";
import { html, type Markup } from "./html.ts";

/** A complete page without scripts. */
export function page(status: number, title: string, content: Markup): Answer {
  const whole = html`<!doctype html>
    <html lang="sq">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <p class="test-mode" role="note"><strong>${messages.testMode}</strong> ${messages.testModeText}</p>
        ${content}
      </body>
    </html>`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    },
    body: whole.text,
  };
}

/** A short page with a message and at most one link. */
export function notice(
  status: number,
  title: string,
  text: string,
  link?: { href: string; label: string },
): Answer {
  return page(
    status,
    title,
    html`<main class="notice">
      <h1>${title}</h1>
      <p>${text}</p>
      ${link !== undefined && html`<a class="button" href="${link.href}">${link.label}</a>`}
    </main>`,
  );
}

export function redirect(to: string): Answer {
  return { status: 303, headers: { location: to }, body: "" };
}

/** `$50,00`, `50,00 €`: cents with a decimal comma; other currencies by code. */
export function money(cents: number, currency: string): string {
  const whole = String(Math.trunc(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ".");
  const amount = `${whole},${String(cents % 100).padStart(2, "0")}`;
  if (currency === "usd") return `$${amount}`;
  return currency === "eur" ? `${amount} €` : `${amount} ${currency.toUpperCase()}`;
}

/** `03.08.2026`, from Unix seconds, in Kosovo's time zone. */
export function date(at: number): string {
  return new Intl.DateTimeFormat("de-DE", {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone: "Europe/Belgrade",
  }).format(new Date(at * 1000));
}
