import type { User, UserStatus } from "#contract/accounts.ts";
import { formatNumber } from "#domain/format/format.ts";
import { profileMessages as text } from "#domain/messages/profile.ts";
import { ErrorState, Loading, Skeleton, Skeletons } from "#web/components/states.tsx";
import { StatCard, statColumns } from "#web/components/stat-card.tsx";
import { AccountInfo } from "./account-info.tsx";
import { NextCarCard } from "./next-car-card.tsx";
import { PersonalInfoForm } from "./personal-info-form.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { UnprovenEmail } from "./unproven-email.tsx";
import { useStatus } from "./use-profile.ts";

function Stats({ status }: { status: UserStatus }) {
  return (
    <section aria-label={text.stats.heading} className={`grid gap-3 md:gap-6 lg:grid-cols-4 ${statColumns}`}>
      <StatCard label={text.stats.total} value={formatNumber(status.carCount)} testId="stat-total" />
      <StatCard label={text.stats.active} value={formatNumber(status.activeCars)} testId="stat-active" />
      <StatCard label={text.stats.sold} value={formatNumber(status.soldCars)} testId="stat-sold" />
      <StatCard
        label={text.stats.status}
        value={status.isDealer ? text.dealer : text.individual}
        word
        testId="stat-status"
      />
    </section>
  );
}

function LoadingStats() {
  return (
    <Loading className={`grid gap-3 md:gap-6 lg:grid-cols-4 ${statColumns}`}>
      <Skeletons count={4} className="h-24 rounded-lg" />
    </Loading>
  );
}

/** /profile: the user's figures, data and account, and links to related pages (specification.md#profile). */
export function ProfilePage({ user }: { user: User }) {
  const status = useStatus();
  const failed = status.isError && status.data === undefined;
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-3xl">{text.title}</h1>
        <p className="mt-1 text-ink-soft wrap-anywhere">{text.intro(user.email)}</p>
      </div>
      {!user.emailVerified && <UnprovenEmail email={user.email} />}
      {status.data !== undefined ? (
        <Stats status={status.data} />
      ) : failed ? (
        <div className="rounded-lg border border-line">
          <ErrorState
            title={text.loadFailed}
            text={text.loadFailedHint}
            retrying={status.isFetching}
            onRetry={() => void status.refetch()}
          />
        </div>
      ) : (
        <LoadingStats />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 max-xl:order-2">
          <PersonalInfoForm key={user.id} user={user} />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 max-xl:contents">
          {status.data !== undefined ? (
            <div className="max-xl:order-1">
              <NextCarCard status={status.data} />
            </div>
          ) : (
            !failed && <Skeleton className="h-32 rounded-lg max-xl:order-1" />
          )}
          <div className="max-xl:order-1">
            <QuickActions user={user} />
          </div>
          <div className="min-w-0 max-xl:order-3">
            <AccountInfo user={user} />
          </div>
        </div>
      </div>
    </div>
  );
}
