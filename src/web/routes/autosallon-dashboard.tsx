import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { DashboardPage } from "#web/features/dealer/dashboard-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";

export const meta = privatePageMeta(dealerPageMessages.dashboard.title);

export default function Page() {
  return <DashboardPage user={useSignedIn()} />;
}
