import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { DashboardPage } from "#web/features/dealer/dashboard-page.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import type { Route } from "./+types/autosallon-dashboard";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(dealerPageMessages.dashboard.title, matches);
}

export default function Page() {
  const { user } = useAuth();
  return (
    <RequireUser>
      <QueryProvider>{user !== null && <DashboardPage user={user} />}</QueryProvider>
    </RequireUser>
  );
}
