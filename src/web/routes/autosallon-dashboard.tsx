import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { DashboardPage } from "#web/features/dealer/dashboard-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";
import type { Route } from "./+types/autosallon-dashboard";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(dealerPageMessages.dashboard.title, matches);
}

export default function Page() {
  return <DashboardPage user={useSignedIn()} />;
}
