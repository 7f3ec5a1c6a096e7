import type { User } from "#contract/accounts.ts";
import type { DealerStats, Subscription } from "#contract/dealers.ts";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { formatDollars, formatNumber } from "#domain/format/format.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { statisticsMessages } from "#domain/messages/statistics.ts";
import { windowSheetMessages } from "#domain/messages/window-sheet.ts";
import { Badge } from "#web/components/badge.tsx";
import { ButtonLink } from "#web/components/button.tsx";
import { statColumns } from "#web/components/stat-card.tsx";
import { ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { useTerms } from "#web/lib/site.ts";
import { Benefits } from "./benefits.tsx";
import { ConfirmStock } from "./confirm-stock.tsx";
import { BillingHistory } from "./billing-history.tsx";
import { statusLabel } from "./dealer-labels.ts";
import { OutwardFeedsCard } from "./outward-feeds-card.tsx";
import { PageCard } from "./page-card.tsx";
import { PromoPage } from "./promo-page.tsx";
import { StatsPanel } from "./stats-panel.tsx";
import { VerificationCard } from "./verification-card.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";
import { useDashboard } from "./use-dashboard.ts";

const text = dealerPageMessages.dashboard;

function StatCard({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div className="rounded-lg border border-line p-4">
      <p className="text-sm text-ink-soft">{label}</p>
      <p className="text-3xl font-bold tabular-nums">{value}</p>
      {hint !== undefined && <p className="text-xs text-ink-faint">{hint}</p>}
    </div>
  );
}

function Cards({ stats }: { stats: DealerStats }) {
  const { cards } = text;
  const { fees } = useTerms();
  return (
    <div className={`grid gap-3 md:gap-6 lg:grid-cols-4 ${statColumns}`}>
      <StatCard label={cards.total} value={formatNumber(stats.totalCars)} />
      <StatCard label={cards.active} value={formatNumber(stats.activeCars)} />
      <StatCard label={cards.sold} value={formatNumber(stats.soldCars)} />
      <StatCard
        label={cards.savings}
        value={formatDollars(Math.round(stats.estimatedSavings * 100))}
        hint={cards.savingsHint(formatDollars(fees.listing))}
      />
    </div>
  );
}

function QuickActions() {
  const actions = [
    { to: "/add-car", label: text.actions.addCar },
    { to: "/autosallon-dashboard/imports", label: text.actions.importStock },
    { to: "/my-publishings", label: text.actions.myCars },
    { to: "/autosallon-dashboard/report", label: statisticsMessages.report.link },
    { to: "/my-publishings/sheets", label: windowSheetMessages.stockLink },
    { to: "/payments", label: text.actions.payments },
    { to: "/profile", label: text.actions.profile },
  ];
  return (
    <section aria-labelledby="actions" className="rounded-lg border border-line p-4 sm:p-6">
      <h2 id="actions" className="text-lg">
        {text.actions.heading}
      </h2>
      <div className="mt-4 flex flex-col gap-3">
        {actions.map(({ to, label }, index) => (
          <ButtonLink key={to} to={to} variant={index === 0 ? "primary" : "secondary"}>
            {label}
          </ButtonLink>
        ))}
        <ConfirmStock />
      </div>
    </section>
  );
}

function Dashboard({
  user,
  subscription,
  stats,
}: {
  user: User;
  subscription: Subscription | null;
  stats: DealerStats;
}) {
  const { label, tone } = statusLabel(subscription, user.isDealer);
  return (
    <div className="page flex flex-col gap-6 py-6 md:gap-8 md:py-10">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-3xl">{text.title}</h1>
        <span data-testid="dealer-status">
          <Badge tone={tone} className="text-sm">
            {label}
          </Badge>
        </span>
        {user.isDealer && (
          <TextLink to={`/dealers/${user.id}`} className="inline-flex min-h-11 items-center md:ms-auto">
            {text.publicPage}
          </TextLink>
        )}
      </div>
      <Cards stats={stats} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-8 max-lg:contents">
          <div className="min-w-0 max-lg:order-3">
            <StatsPanel stats={stats} />
          </div>
          {user.isDealer && (
            <div className="min-w-0 max-lg:order-3">
              <PageCard />
            </div>
          )}
          <div className="min-w-0 max-lg:order-4">
            <BillingHistory />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-6 max-lg:contents">
          <div className="max-lg:order-1">
            <SubscriptionCard
              subscription={subscription}
              isDealer={user.isDealer}
              hasCustomer={user.stripeCustomerId !== null}
            />
          </div>
          {user.isDealer && (
            <div className="max-lg:order-1">
              <VerificationCard />
            </div>
          )}
          <div className="max-lg:order-2">
            <QuickActions />
          </div>
          {user.isDealer && (
            <div className="max-lg:order-4">
              <OutwardFeedsCard />
            </div>
          )}
          <section aria-labelledby="benefits" className="rounded-lg bg-surface p-4 max-lg:order-5 sm:p-6">
            <h2 id="benefits" className="mb-4 text-lg">
              {text.benefitsHeading}
            </h2>
            <Benefits />
          </section>
        </div>
      </div>
    </div>
  );
}

function LoadingDashboard() {
  return (
    <Loading label={dealerPageMessages.loading} className="page flex flex-col gap-6 py-6 md:gap-8 md:py-10">
      <Skeleton className="h-9 w-72 max-w-full" />
      <div className={`grid gap-3 md:gap-6 lg:grid-cols-4 ${statColumns}`}>
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-24 rounded-lg" />
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </Loading>
  );
}

function ForDealers({ user }: { user: User }) {
  const { subscription, stats } = useDashboard();
  const failed = [subscription, stats].find((query) => query.isError && query.data === undefined);
  if (failed !== undefined) {
    // No dealer any more since the account was last read.
    if (failed.error instanceof ApiError && failed.error.code === "dealers_only") return <PromoPage />;
    return (
      <div className="page py-6 md:py-10">
        <h1 className="text-3xl">{text.title}</h1>
        <ErrorState
          title={text.loadFailed}
          retrying={subscription.isFetching || stats.isFetching}
          onRetry={() => void Promise.all([subscription.refetch(), stats.refetch()])}
        />
      </div>
    );
  }
  if (subscription.data === undefined || stats.data === undefined) return <LoadingDashboard />;
  return <Dashboard user={user} subscription={subscription.data} stats={stats.data} />;
}

/** /autosallon-dashboard: the dealer's own figures, bills and subscription; for others what it would be (specification.md#dealers). */
export function DashboardPage({ user }: { user: User }) {
  return hasDealerAccess(user) ? <ForDealers user={user} /> : <PromoPage />;
}
