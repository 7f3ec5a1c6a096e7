import type { User } from "#contract/accounts.ts";
import type { DealerStats, Subscription } from "#contract/dealers.ts";
import { formatDollars, formatNumber } from "#domain/format/format.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { Badge } from "#web/components/badge.tsx";
import { ButtonLink } from "#web/components/button.tsx";
import { LinkRows } from "#web/components/link-rows.tsx";
import { statColumns } from "#web/components/stat-card.tsx";
import { ErrorState, Loading, Skeleton, Skeletons } from "#web/components/states.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { useTerms } from "#web/lib/site.ts";
import { Benefits } from "./benefits.tsx";
import { BillingHistory } from "./billing-history.tsx";
import { statusLabel } from "./dealer-labels.ts";
import { PromoPage } from "./promo-page.tsx";
import { StatsPanel } from "./stats-panel.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";
import { useDashboard } from "./use-dashboard.ts";
import { Card } from "#web/components/card.tsx";

const text = dealerPageMessages.dashboard;

function StatCard({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div className="min-w-0 rounded-lg border border-line p-3 sm:p-4">
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
    <div className={`grid gap-3 md:grid-cols-4 md:gap-6 ${statColumns}`}>
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

const actions = [
  { to: "/my-publishings", label: text.actions.myCars },
  { to: "/profile", label: text.actions.profile },
];

function QuickActions() {
  return (
    <Card id="actions" heading={text.actions.heading} headingClass="text-lg" className="pb-2 sm:pb-4">
      <ButtonLink to="/add-car" variant="secondary" className="mt-3 mb-1 w-full">
        {text.actions.addCar}
      </ButtonLink>
      <LinkRows rows={actions} />
    </Card>
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
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-3xl">{text.title}</h1>
        <span data-testid="dealer-status">
          <Badge tone={tone} className="text-sm">
            {label}
          </Badge>
        </span>
      </div>
      <Cards stats={stats} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6 max-xl:contents">
          <div className="min-w-0 max-xl:order-2">
            <StatsPanel stats={stats} />
          </div>
          <div className="min-w-0 max-xl:order-4">
            <BillingHistory brief />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-6 max-xl:contents">
          <div className="max-xl:order-1">
            <QuickActions />
          </div>
          <div className="max-xl:order-3">
            <SubscriptionCard
              subscription={subscription}
              isDealer={user.isDealer}
              hasCustomer={user.stripeCustomerId !== null}
            />
          </div>
          <Card
            id="benefits"
            heading={text.benefitsHeading}
            headingClass="mb-3 text-lg"
            frame="surface"
            className="max-xl:order-5"
          >
            <Benefits brief />
          </Card>
        </div>
      </div>
    </div>
  );
}

function LoadingDashboard() {
  return (
    <Loading label={dealerPageMessages.loading} className="flex flex-col gap-6">
      <Skeleton className="h-9 w-72 max-w-full" />
      <div className={`grid gap-3 md:grid-cols-4 md:gap-6 ${statColumns}`}>
        <Skeletons count={4} className="h-24 rounded-lg" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </Loading>
  );
}

/**
 * /autosallon-dashboard: the dealer's own figures, newest bills and subscription (specification.md#dealers).
 */
export function DashboardPage({ user }: { user: User }) {
  const { subscription, stats } = useDashboard();
  const failed = [subscription, stats].find((query) => query.isError && query.data === undefined);
  if (failed !== undefined) {
    // The account stopped being a dealer's since it was read.
    if (failed.error instanceof ApiError && failed.error.code === "dealers_only") return <PromoPage />;
    return (
      <div>
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
