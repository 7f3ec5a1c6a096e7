import type { Invoice, Subscription } from "#contract/dealers.ts";
import { formatDate, formatDollars } from "#domain/format/format.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import type { BadgeTone } from "#web/components/badge.tsx";

const text = dealerPageMessages.dashboard;

/** The displayed status. A dealer made by an admin is active without a subscription. */
export function statusLabel(
  subscription: Pick<Subscription, "status" | "cancelAtPeriodEnd"> | null,
  isDealer: boolean,
): { label: string; tone: BadgeTone } {
  const { statuses } = text;
  switch (subscription?.status) {
    case "active":
      return subscription.cancelAtPeriodEnd
        ? { label: statuses.ending, tone: "neutral" }
        : { label: statuses.active, tone: "green" };
    case "canceled":
      return { label: statuses.canceled, tone: "neutral" };
    case "past_due":
      return { label: statuses.past_due, tone: "red" };
    default:
      return subscription === null && isDealer
        ? { label: statuses.active, tone: "green" }
        : { label: statuses.unknown, tone: "neutral" };
  }
}

const invoiceTones: Record<Invoice["status"], BadgeTone> = {
  paid: "green",
  open: "blue",
  void: "neutral",
  draft: "neutral",
  uncollectible: "red",
};

export function invoiceLabel(status: Invoice["status"]): { label: string; tone: BadgeTone } {
  return { label: text.billing.statuses[status], tone: invoiceTones[status] };
}

/** Formats minor units: "$50"; another currency with its code, "50 EUR". */
export function formatBill(amount: number, currency: string): string {
  return currency.toLowerCase() === "usd"
    ? formatDollars(amount)
    : `${formatDollars(amount).slice(1)} ${currency.toUpperCase()}`;
}

/** The name of a bill. The provider wraps our plan's name in English: "1 × … (at $50.00 / month)". */
export function billName(description: string): string {
  return /^\d+ × (.+) \(at .+\)$/.exec(description)?.[1] ?? description;
}

/** Percentage of sold cars; 0 without cars. */
export function successPercent(sold: number, total: number): number {
  return total === 0 ? 0 : Math.round((sold / total) * 100);
}

/** "< 1 muaj" under 30 days. */
export function durationText(days: number, months: number): string {
  return days < 30 ? text.stats.underMonth : text.stats.months(months);
}

/** "01.11.2026 – 01.12.2026"; a dash if a bound is unknown. */
export function periodText(start: string | null, end: string | null): string {
  return start === null || end === null ? "–" : `${formatDate(start)} – ${formatDate(end)}`;
}
