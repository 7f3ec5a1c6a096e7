import { lazy } from "react";
import type { AdminCharts } from "#contract/admin-watch.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { formatDate, formatDollars, formatNumber } from "#domain/format/format.ts";
import { adminHealthMessages } from "#domain/messages/admin-health.ts";
import { Part } from "#web/components/part.tsx";
import { Skeleton } from "#web/components/states.tsx";
import { api } from "#web/lib/auth.ts";
import type { DayValue } from "./day-chart.tsx";
import { FilterSelect } from "#web/features/admin/lists/list-toolbar.tsx";
import { Loaded } from "#web/features/admin/parts/loaded.tsx";
import { daysAgo } from "#web/lib/moments.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";

const DayChart = lazy(() => import("./day-chart.tsx"));

const text = adminHealthMessages;
const periods = ["30", "90", "365"] as const;
const chartShape = { sorts: [], filters: { days: periods } };

type Figure = "registrations" | "cars" | "sales" | "income";

const dollars = (value: number) => formatDollars(Math.round(value * 100));

const figures: readonly { name: Figure; label: string; format: (value: number) => string }[] = [
  { name: "registrations", label: text.registrations, format: formatNumber },
  { name: "cars", label: text.cars, format: formatNumber },
  { name: "sales", label: text.sales, format: formatNumber },
  { name: "income", label: text.income, format: dollars },
];

function FigureChart({
  label,
  days,
  format,
}: {
  label: string;
  days: readonly DayValue[];
  format: (value: number) => string;
}) {
  const total = days.reduce((sum, day) => sum + day.value, 0);
  const best = days.reduce<DayValue | null>(
    (most, day) => (most === null || day.value > most.value ? day : most),
    null,
  );
  const quiet = days.every(({ value }) => value === 0);
  const bestText = best === null ? "" : text.best(formatDate(best.day), format(best.value));
  return (
    <figure className="min-w-0 rounded-lg border border-line p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="text-xl font-bold tabular-nums">{format(total)}</span>
      </figcaption>
      {quiet ? (
        <p className="flex h-44 items-center justify-center text-ink-faint">{text.nothing}</p>
      ) : (
        <Part fallback={<Skeleton className="mt-2 h-44" />}>
          <div role="img" aria-label={text.chartLabel(label, format(total), bestText)} className="mt-2 h-44">
            <DayChart days={days} format={format} />
          </div>
        </Part>
      )}
    </figure>
  );
}

function Charts({ charts }: { charts: AdminCharts }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {figures.map(({ name, label, format }) => (
        <FigureChart
          key={name}
          label={label}
          days={charts.days.map((day) => ({ day: day.day, value: day[name] }))}
          format={format}
        />
      ))}
    </div>
  );
}

/** Registrations, cars, sales and income by day, of the period that the address names. */
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
