import { createHash } from "node:crypto";
import type { CardBehaviour } from "#sandbox/store/kinds.ts";

/** A card without its number, which is validated and discarded; stores only what Stripe would show. */
export interface ReadCard {
  brand: "visa" | "mastercard" | "amex";
  last4: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
  behaviour: CardBehaviour;
}

export type CardProblem =
  | "number_missing"
  | "number_incomplete"
  | "number_wrong"
  | "expiry_incomplete"
  | "expiry_past"
  | "cvc_incomplete"
  | "name_missing"
  | "email_missing";

export type CardField = "email" | "number" | "expiry" | "cvc" | "name";

export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

const behaviours = new Map<string, CardBehaviour>([
  ["4242424242424242", { kind: "pays", declineCode: "" }],
  ["4000056655665556", { kind: "pays", declineCode: "" }],
  ["5555555555554444", { kind: "pays", declineCode: "" }],
  ["378282246310005", { kind: "pays", declineCode: "" }],
  ["4000000000000002", { kind: "decline", declineCode: "generic_decline" }],
  ["4000000000009995", { kind: "decline", declineCode: "insufficient_funds" }],
  ["4000000000000259", { kind: "dispute", declineCode: "" }],
  ["4000000000001976", { kind: "inquiry", declineCode: "" }],
  ["4000002500003155", { kind: "authenticate", declineCode: "" }],
  ["4000000000000341", { kind: "decline_later", declineCode: "generic_decline" }],
]);

/** The typed card, or the problem of each wrong field. `now` is in Unix seconds. */
export function readCard(typed: TypedCard, now: number): ReadCard | Map<CardField, CardProblem> {
  const problems = new Map<CardField, CardProblem>();
  const number = typed.number.replaceAll(/[\s-]/g, "");
  const brand = brandOf(number);
  if (number === "") problems.set("number", "number_missing");
  else if (!/^\d+$/.test(number) || number.length > 16) problems.set("number", "number_wrong");
  else if (number.length < (brand === "amex" ? 15 : 16)) problems.set("number", "number_incomplete");
  else if (!luhn(number)) problems.set("number", "number_wrong");
  const expiry = readExpiry(typed.expiry);
  if (expiry === null) problems.set("expiry", "expiry_incomplete");
  else if (isPast(expiry, now)) problems.set("expiry", "expiry_past");
  if (!(brand === "amex" ? /^\d{4}$/ : /^\d{3}$/).test(typed.cvc.trim()))
    problems.set("cvc", "cvc_incomplete");
  if (typed.name.trim() === "") problems.set("name", "name_missing");
  if (expiry === null || problems.size > 0) return problems;
  return {
    brand,
    last4: number.slice(-4),
    expMonth: expiry.month,
    expYear: expiry.year,
    fingerprint: createHash("sha256").update(number).digest("hex").slice(0, 16),
    // As in Stripe's test mode, a number other than a test card's is declined.
    behaviour: behaviours.get(number) ?? { kind: "decline", declineCode: "test_mode_live_card" },
  };
}

function brandOf(number: string): ReadCard["brand"] {
  if (/^3[47]/.test(number)) return "amex";
  return /^(5[1-5]|2[2-7])/.test(number) ? "mastercard" : "visa";
}

function readExpiry(text: string): { month: number; year: number } | null {
  const parts = /^\s*(\d{1,2})\s*[/.\-\s]?\s*(\d{4}|\d{2})\s*$/.exec(text);
  if (parts === null) return null;
  const month = Number(parts[1]);
  const year = Number(parts[2]);
  if (month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}

/** True if the card's month has passed, or the year is over 50 years ahead and thus mistyped. */
function isPast(expiry: { month: number; year: number }, now: number): boolean {
  const ends = Date.UTC(expiry.year, expiry.month, 1) / 1000;
  return ends <= now || expiry.year > new Date(now * 1000).getUTCFullYear() + 50;
}

function luhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of Array.from(number).toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
