import type { User } from "#contract/accounts.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { OutwardFeedsCard } from "./outward-feeds-card.tsx";
import { PageCard } from "./page-card.tsx";
import { VerificationCard } from "./verification-card.tsx";

/**
 * /autosallon-dashboard/page: the dealer's public page, verification and feeds
 * (specification.md#dealer-page).
 */
export function OwnPage({ user }: { user: User }) {
  return (
    <div className="flex flex-col gap-6 lg:max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">{dealerPageMessages.area.page}</h1>
        {user.isDealer && (
          <ButtonLink to={`/dealers/${user.id}`} variant="secondary">
            {dealerPageMessages.dashboard.publicPage}
          </ButtonLink>
        )}
      </div>
      {user.isDealer ? (
        <>
          <PageCard />
          <VerificationCard />
          <OutwardFeedsCard />
        </>
      ) : (
        <p className="text-ink-soft">{dealerPageMessages.dashboard.subscription.lapsed}</p>
      )}
    </div>
  );
}
