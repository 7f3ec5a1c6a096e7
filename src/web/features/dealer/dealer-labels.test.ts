import { expect, test } from "vitest";
import {
  billName,
  durationText,
  formatBill,
  invoiceLabel,
  statusLabel,
  successPercent,
} from "./dealer-labels.ts";

test.each([
  [{ status: "active", cancelAtPeriodEnd: false }, "Aktiv"],
  [{ status: "active", cancelAtPeriodEnd: true }, "Aktiv (Do të Anullohet)"],
  [{ status: "canceled", cancelAtPeriodEnd: true }, "I Anulluar"],
  [{ status: "past_due", cancelAtPeriodEnd: false }, "I Vonuar"],
] as const)("a subscription with %j is shown as %s", (subscription, label) => {
  expect(statusLabel(subscription, true).label).toBe(label);
});

test("a dealer made by an admin is active without a subscription, and other accounts are unknown", () => {
  expect(statusLabel(null, true).label).toBe("Aktiv");
  expect(statusLabel(null, false).label).toBe("I Panjohur");
});

test.each([
  ["paid", "Paguar"],
  ["open", "E Hapur"],
  ["void", "E Anulluar"],
  ["draft", "Draft"],
  ["uncollectible", "E Pamnueshme"],
] as const)("an invoice with status %s is shown as %s", (status, label) => {
  expect(invoiceLabel(status).label).toBe(label);
});

test("a bill's amount in cents is shown in dollars", () => {
  expect(formatBill(5_000, "usd")).toBe("$50");
  expect(formatBill(5_050, "EUR")).toBe("50,50 EUR");
});

test("a bill shows the plan's name without the provider's English text", () => {
  expect(billName("1 × Abonim mujor për autosallone në Vetura (at $50.00 / month)")).toBe(
    "Abonim mujor për autosallone në Vetura",
  );
  expect(billName("Autosallon profesional")).toBe("Autosallon profesional");
});

test("the share of sold cars is a whole percentage and missing without cars", () => {
  expect(successPercent(1, 3)).toBe(33);
  expect(successPercent(2, 3)).toBe(67);
  expect(successPercent(0, 0)).toBe(0);
});

test("a membership of under 30 days is less than a month", () => {
  expect(durationText(29, 0)).toBe("< 1 muaj");
  expect(durationText(30, 1)).toBe("1 muaj");
});
