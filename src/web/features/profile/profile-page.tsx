import type { ReactNode } from "react";
import type { User, UserStatus } from "#contract/accounts.ts";
import { formatNumber } from "#domain/format/format.ts";
import { profileMessages as text } from "#domain/messages/profile.ts";
import { ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { StatCard, statColumns } from "#web/components/stat-card.tsx";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { AccountInfo } from "./account-info.tsx";
import { NextCarCard } from "./next-car-card.tsx";
import { PersonalInfoForm } from "./personal-info-form.tsx";
import { PrivacyCard } from "./privacy-card.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TotpCard } from "./totp-card.tsx";
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
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-24 rounded-lg" />
      ))}
    </Loading>
  );
}

/**
 * /profile: one's figures, data and account, and the way out (specification.md#profile). `onDeleted` is told of the account
 * that is gone.
 */
export function ProfilePage({
  user,
  saved,
  onDeleted,
}: {
  user: User;
  /** Saved searches and followed prices. */
  saved: ReactNode;
  onDeleted: () => void;
}) {
  const status = useStatus();
  const failed = status.isError && status.data === undefined;
  return (
    <div className="page flex flex-col gap-6 py-6 md:gap-8 md:py-10">
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
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6 max-lg:contents md:gap-8">
          <div className="flex min-w-0 flex-col gap-6 max-lg:order-3 md:gap-8">{saved}</div>
          <div className="min-w-0 max-lg:order-3">
            <PersonalInfoForm key={user.id} user={user} />
          </div>
          <div className="min-w-0 max-lg:order-5">
            <SessionsCard />
          </div>
          <div className="min-w-0 empty:hidden max-lg:order-5">
            <TotpCard user={user} />
          </div>
          <div className="min-w-0 max-lg:order-5">
            <PrivacyCard isDealer={hasDealerAccess(user)} onDeleted={onDeleted} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-6 max-lg:contents">
          {status.data !== undefined ? (
            <div className="max-lg:order-1">
              <NextCarCard status={status.data} />
            </div>
          ) : (
            !failed && <Skeleton className="h-32 rounded-lg max-lg:order-1" />
          )}
          <div className="max-lg:order-2">
            <QuickActions user={user} />
          </div>
          <div className="min-w-0 max-lg:order-4">
            <AccountInfo user={user} />
          </div>
        </div>
      </div>
    </div>
  );
}
