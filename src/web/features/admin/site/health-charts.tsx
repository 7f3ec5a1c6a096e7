import type { AdminCharts } from "#contract/admin-watch.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { formatDate, formatNumber } from "#domain/format/format.ts";
import { adminHealthMessages } from "#domain/messages/admin-health.ts";
import { Skeleton } from "#web/components/states.tsx";
import { Table, Td, Th } from "#web/components/table.tsx";
import { api } from "#web/lib/auth.ts";
import { FilterSelect } from "#web/features/admin/lists/list-toolbar.tsx";
import { dollars, FigureChart } from "#web/features/admin/parts/figure-chart.tsx";
import { Loaded } from "#web/features/admin/parts/loaded.tsx";
import { daysAgo } from "#web/lib/moments.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";

const text = adminHealthMessages;
const periods = ["30", "90", "365"] as const;
const chartShape = { sorts: [], filters: { days: periods } };

type Figure = "registrations" | "cars" | "sales" | "income";

const figures: readonly { name: Figure; label: string; format: (value: number) => string }[] = [
  { name: "registrations", label: text.registrations, format: formatNumber },
  { name: "cars", label: text.cars, format: formatNumber },
  { name: "sales", label: text.sales, format: formatNumber },
  { name: "income", label: text.income, format: dollars },
];

function Charts({ charts }: { charts: AdminCharts }) {
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        {figures.map(({ name, label, format }) => (
          <FigureChart
            key={name}
            label={label}
            bars={charts.days.map((day) => ({ day: day.day, value: day[name] }))}
            nameOf={formatDate}
            format={format}
            words={text}
          />
        ))}
      </div>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-blue-text">
          {text.dayTable}
        </summary>
        <Table label={text.dayTable} className="mt-2 tabular-nums">
          <thead>
            <tr>
              <Th>{text.day}</Th>
              {figures.map(({ name, label }) => (
                <Th key={name}>{label}</Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {charts.days.toReversed().map((day) => (
              <tr key={day.day}>
                <Td className="whitespace-nowrap">{formatDate(day.day)}</Td>
                {figures.map(({ name, format }) => (
                  <Td key={name}>{format(day[name])}</Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </>
  );
}

/** Registrations, cars, sales and income by day, for the period in the address. */
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
      <Loaded
        query={charts}
        loading={
          <div className="grid gap-4 lg:grid-cols-2">
            {figures.map(({ name }) => (
              <Skeleton key={name} className="h-60 rounded-lg" />
            ))}
          </div>
        }
      >
        {(data) => <Charts charts={data} />}
      </Loaded>
    </section>
  );
}
