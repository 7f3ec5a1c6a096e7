import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { SubscriptionPage } from "#web/features/dealer/subscription-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";

export const meta = privatePageMeta(dealerPageMessages.area.subscription);

export default function Page() {
  return <SubscriptionPage user={useSignedIn()} />;
}
