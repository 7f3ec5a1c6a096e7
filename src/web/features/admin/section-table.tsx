import type { ReactNode } from "react";
import type { AdminStats } from "#contract/admin-lists.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPageMessages as text } from "#domain/messages/admin-pages.ts";
import type { AreaGroup } from "#web/components/area-nav.tsx";
import { CarsSection } from "#web/features/admin/cars/cars-section.tsx";
import { ModelsSection } from "#web/features/admin/models/models-section.tsx";
import { CouponsSection } from "#web/features/admin/money/coupons-section.tsx";
import { InvoicesSection } from "#web/features/admin/money/invoices-section.tsx";
import { PaymentsSection } from "#web/features/admin/money/payments-section.tsx";
import { OverviewSection } from "#web/features/admin/overview/overview-section.tsx";
import { UsersSection } from "#web/features/admin/people/users-section.tsx";
import { ReportsSection } from "#web/features/admin/queues/reports-section.tsx";
import { SocialSection } from "#web/features/admin/queues/social-section.tsx";
import { VerificationsSection } from "#web/features/admin/queues/verifications-section.tsx";
import { ReviewSection } from "#web/features/admin/review/review-section.tsx";
import { AuditSection } from "#web/features/admin/site/audit-section.tsx";
import { HealthSection } from "#web/features/admin/site/health-section.tsx";
import { SettingsSection } from "#web/features/admin/site/settings-section.tsx";
import { TariffsSection } from "#web/features/admin/tariffs/tariffs-section.tsx";
import { sectionAddress } from "./sections.ts";

const { tabs, overview: words } = text;

/** Waiting work: counted beside its section, and named in the overview. */
interface Queue {
  readonly count: number;
  readonly label: string;
  /** People wait for it, or money is at stake. */
  readonly urgent?: boolean;
  /** The query that shows it within the section. */
  readonly query?: Readonly<Record<string, string>>;
}

/** A queue with the link to it. */
export interface Waiting extends Queue {
  readonly to: string;
}

interface Row {
  /** The section's `?tab=` in the address. */
  readonly name: string;
  /** null: above the groups. */
  readonly group: "market" | "money" | "site" | null;
  readonly label: (stats: AdminStats | undefined) => string;
  readonly queues?: (waiting: AdminStats["waiting"]) => readonly Queue[];
  readonly Content: (props: { waiting: readonly Waiting[] | undefined }) => ReactNode;
}

function count(value: number | undefined): string {
  return value === undefined ? "…" : formatNumber(value);
}

/** The dashboard's sections in order, one row each. The first three are specification.md#admin's. */
export const sections = [
  { name: "overview", group: null, label: () => tabs.overview, Content: OverviewSection },
  {
    name: "users",
    group: "market",
    label: (stats) => tabs.users(count(stats?.totalUsers)),
    Content: UsersSection,
  },
  {
    name: "cars",
    group: "market",
    label: (stats) => tabs.cars(count(stats?.totalCars)),
    Content: CarsSection,
  },
  {
    name: "reports",
    group: "market",
    label: () => tabs.reports,
    queues: ({ reports }) => [{ count: reports, label: words.reports(reports), urgent: true }],
    Content: ReportsSection,
  },
  {
    name: "review",
    group: "market",
    label: () => tabs.review,
    queues: ({ reviews }) => [{ count: reviews, label: words.reviews(reviews) }],
    Content: ReviewSection,
  },
  {
    name: "verifications",
    group: "market",
    label: () => tabs.verifications,
    queues: ({ verifications }) => [{ count: verifications, label: words.verifications(verifications) }],
    Content: VerificationsSection,
  },
  {
    name: "social",
    group: "market",
    label: () => tabs.social,
    queues: ({ posts, postsOverdue }) => [
      {
        count: posts,
        label: words.social(posts) + (postsOverdue > 0 ? `, ${words.overdue(postsOverdue)}` : ""),
        urgent: postsOverdue > 0,
      },
    ],
    Content: SocialSection,
  },
  {
    name: "models",
    group: "market",
    label: () => tabs.models,
    queues: ({ models, codes }) => [
      { count: models, label: words.models(models) },
      { count: codes, label: words.codes(codes), query: { view: "codes" } },
    ],
    Content: ModelsSection,
  },
  {
    name: "payments",
    group: "money",
    label: () => tabs.payments,
    queues: ({ unfulfilled, refundsDue, disputes }) => [
      { count: disputes, label: words.disputes(disputes), urgent: true, query: { status: "disputed" } },
      { count: unfulfilled, label: words.unfulfilled(unfulfilled), urgent: true, query: { status: "paid" } },
      { count: refundsDue, label: words.refundsDue(refundsDue), query: { status: "paid" } },
    ],
    Content: PaymentsSection,
  },
  { name: "invoices", group: "money", label: () => tabs.invoices, Content: InvoicesSection },
  { name: "coupons", group: "money", label: () => tabs.coupons, Content: CouponsSection },
  { name: "tariffs", group: "site", label: () => tabs.tariffs, Content: TariffsSection },
  { name: "audit", group: "site", label: () => tabs.audit, Content: AuditSection },
  {
    name: "health",
    group: "site",
    label: () => tabs.health,
    queues: ({ failedJobs, invoices }) => [
      { count: failedJobs, label: words.failedJobs(failedJobs), urgent: true },
      { count: invoices, label: words.invoices(invoices) },
    ],
    Content: HealthSection,
  },
  { name: "settings", group: "site", label: () => tabs.settings, Content: SettingsSection },
] as const satisfies readonly Row[];

export type Section = (typeof sections)[number]["name"];

const rows: readonly (Row & { readonly name: Section })[] = sections;

/** The section of an address; the overview if it names none. */
export function readSection(params: URLSearchParams): Section {
  const named = params.get("tab");
  return rows.find(({ name }) => name === named)?.name ?? "overview";
}

export const contents: Readonly<Record<string, Row["Content"]>> = Object.fromEntries(
  rows.map(({ name, Content }) => [name, Content]),
);

function queuesOf({ name, queues }: (typeof rows)[number], stats: AdminStats | undefined): Waiting[] {
  if (stats === undefined || queues === undefined) return [];
  return queues(stats.waiting)
    .filter((queue) => queue.count > 0)
    .map((queue) => Object.assign(queue, { to: sectionAddress(name, queue.query) }));
}

/** All waiting work, urgent first; undefined while it loads. */
export function waitingIn(stats: AdminStats | undefined): readonly Waiting[] | undefined {
  if (stats === undefined) return undefined;
  const all = rows.flatMap((row) => queuesOf(row, stats));
  return all.toSorted((a, b) => Number(b.urgent ?? false) - Number(a.urgent ?? false));
}

/** The sections as groups of the area's navigation, with counters of waiting work. */
export function sectionGroups(stats: AdminStats | undefined): readonly AreaGroup[] {
  return ([null, "market", "money", "site"] as const).map((group) => ({
    title: group === null ? undefined : text.groups[group],
    items: rows
      .filter((row) => row.group === group)
      .map((row) => ({
        to: sectionAddress(row.name),
        label: row.label(stats),
        count: queuesOf(row, stats).reduce((sum, queue) => sum + queue.count, 0),
      })),
  }));
}
