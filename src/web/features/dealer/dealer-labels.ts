import type { Invoice, Subscription } from "#contract/dealers.ts";
import { formatDate, formatDollars } from "#domain/format/format.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import type { BadgeTone } from "#web/components/badge.tsx";

const text = dealerPageMessages.dashboard;

/** The displayed status of specification.md#dealers. A dealer made by an admin is active without any subscription. */
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

/** Minor units of a bill as people read them: "$50"; another currency by its code, "50 EUR". */
export function formatBill(amount: number, currency: string): string {
  return currency.toLowerCase() === "usd"
    ? formatDollars(amount)
    : `${formatDollars(amount).slice(1)} ${currency.toUpperCase()}`;
}

/** What a bill is for. The provider writes English around our name of the plan: "1 × … (at $50.00 / month)". */
export function billName(description: string): string {
  return /^\d+ × (.+) \(at .+\)$/.exec(description)?.[1] ?? description;
}

/** specification.md#dealers; 0 where there are no cars. */
export function successPercent(sold: number, total: number): number {
  return total === 0 ? 0 : Math.round((sold / total) * 100);
}

/** "< 1 muaj" under 30 days (specification.md#dealers). */
export function durationText(days: number, months: number): string {
  return days < 30 ? text.stats.underMonth : text.stats.months(months);
}

/** "01.11.2026 – 01.12.2026"; a dash where a bound is not known. */
export function periodText(start: string | null, end: string | null): string {
  return start === null || end === null ? "–" : `${formatDate(start)} – ${formatDate(end)}`;
}
