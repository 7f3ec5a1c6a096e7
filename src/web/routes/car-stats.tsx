import { statisticsMessages as text } from "#domain/messages/statistics.ts";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { CarStatsPage } from "#web/features/statistics/car-stats-page.tsx";
import { QueryProvider } from "#web/lib/query.tsx";
import type { Route } from "./+types/car-stats";

export const meta = privatePageMeta(text.title);

export default function Page({ params }: Route.ComponentProps) {
  return (
    <RequireUser>
      <QueryProvider>
        <CarStatsPage id={params.id} />
      </QueryProvider>
    </RequireUser>
  );
}
