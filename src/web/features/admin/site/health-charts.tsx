import { dayOf } from "#domain/format/day-of.ts";
import { formatDate, formatNumber } from "#domain/format/format.ts";
import { adminHealthMessages } from "#domain/messages/admin-health.ts";
import { api } from "#web/lib/auth.ts";
import { FilterSelect } from "#web/features/admin/lists/list-toolbar.tsx";
import { dollars, FigureCharts } from "#web/features/admin/parts/figure-chart.tsx";
import { daysAgo } from "#web/lib/moments.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";

const text = adminHealthMessages;
const periods = ["30", "90", "365"] as const;
const chartShape = { sorts: [], filters: { days: periods } };

const figures = [
  { name: "registrations", label: text.registrations, format: formatNumber },
  { name: "cars", label: text.cars, format: formatNumber },
  { name: "sales", label: text.sales, format: formatNumber },
  { name: "income", label: text.income, format: dollars },
] as const;

export function HealthCharts() {
  const { state, filter } = useListAddress(chartShape);
  const days = periods.find((period) => period === state.filters["days"]) ?? "30";
  const charts = useAdminQuery(["charts", days], (options) => {
    const now = new Date();
    const query = { from: daysAgo(Number(days) - 1, now), to: dayOf(now) };
    return api("GET /api/admin/charts", { query }, options);
  });
  return (
    <section aria-labelledby="charts" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="charts" className="text-xl">
          {text.charts}
        </h2>
        <FilterSelect
          label={text.period}
          value={days}
          options={periods.map((period) => ({ value: period, label: text.periods[period] }))}
          onChange={(period) => filter("days", period, { replace: true })}
        />
      </div>
      <FigureCharts
        query={charts}
        rowsOf={(data) => data.days}
        figures={figures}
        nameOf={formatDate}
        words={{ ...text, period: text.day, table: text.dayTable }}
        columns="grid gap-4 lg:grid-cols-2"
      />
    </section>
  );
}
