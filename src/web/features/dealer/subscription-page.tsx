import type { User } from "#contract/accounts.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { Loaded } from "#web/components/loaded.tsx";
import { Loading, Skeleton } from "#web/components/states.tsx";
import { BillingHistory } from "./billing-history.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";
import { useSubscription } from "./use-dashboard.ts";

/** /autosallon-dashboard/subscription: the subscription and all its bills (specification.md#dealers). */
export function SubscriptionPage({ user }: { user: User }) {
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-3xl">{dealerPageMessages.area.subscription}</h1>
      <div className="lg:max-w-xl">
        <Loaded
          query={useSubscription()}
          failed={dealerPageMessages.dashboard.loadFailed}
          loading={
            <Loading label={dealerPageMessages.loading}>
              <Skeleton className="h-72 rounded-lg" />
            </Loading>
          }
        >
          {(subscription) => (
            <SubscriptionCard
              subscription={subscription}
              isDealer={user.isDealer}
              hasCustomer={user.stripeCustomerId !== null}
            />
          )}
        </Loaded>
      </div>
      <BillingHistory />
    </div>
  );
}
