import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { statisticsMessages as text } from "#domain/messages/statistics.ts";
import { PriceBandBadge } from "#web/features/prices/price-band-badge.tsx";
import { PromoPage } from "#web/features/dealer/promo-page.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { StockReportPage } from "#web/features/statistics/stock-report-page.tsx";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import type { PriceBand } from "#domain/cars/price-bands.ts";
import type { Route } from "./+types/stock-report";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(text.report.title, matches);
}

const badge = (band: PriceBand) => <PriceBandBadge band={band} />;

export default function Page() {
  const { user } = useAuth();
  return (
    <RequireUser>
      <QueryProvider>
        {user !== null && (hasDealerAccess(user) ? <StockReportPage bandBadge={badge} /> : <PromoPage />)}
      </QueryProvider>
    </RequireUser>
  );
}
