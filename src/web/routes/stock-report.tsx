import type { PriceBand } from "#domain/cars/price-bands.ts";
import { statisticsMessages as text } from "#domain/messages/statistics.ts";
import { PriceBandBadge } from "#web/features/prices/price-band-badge.tsx";
import { StockReportPage } from "#web/features/statistics/stock-report-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";

export const meta = privatePageMeta(text.report.title);

const badge = (band: PriceBand) => <PriceBandBadge band={band} />;

export default function Page() {
  return <StockReportPage bandBadge={badge} />;
}
