import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { SubscriptionPage } from "#web/features/dealer/subscription-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";
import type { Route } from "./+types/dealer-subscription";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(dealerPageMessages.area.subscription, matches);
}

export default function Page() {
  return <SubscriptionPage user={useSignedIn()} />;
}
