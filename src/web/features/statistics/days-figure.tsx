import { lazy } from "react";
import type { StatDay } from "#contract/statistics.ts";
import { dayText } from "#domain/format/day-of.ts";
import { formatNumber } from "#domain/format/format.ts";
import { statisticsMessages as text } from "#domain/messages/statistics.ts";
import { Card } from "#web/components/card.tsx";
import { Part } from "#web/components/part.tsx";
import { Skeleton } from "#web/components/states.tsx";
import { type Column, RowsTable } from "#web/components/table.tsx";

const BarChart = lazy(() => import("#web/components/bar-chart.tsx"));

const columns: readonly Column<StatDay>[] = [
  { heading: text.chart.day, cell: ({ date }) => dayText(date) },
  { heading: text.impressions, isFigure: true, cell: ({ impressions }) => formatNumber(impressions) },
  { heading: text.views, isFigure: true, cell: ({ views }) => formatNumber(views) },
  { heading: text.leads, isFigure: true, cell: ({ leads }) => formatNumber(leads) },
  { heading: text.shares, isFigure: true, cell: ({ shares }) => formatNumber(shares) },
];

export function DaysFigure({ days, views }: { days: readonly StatDay[]; views: number }) {
  const { chart } = text;
  return (
    <Card id="days" heading={chart.heading}>
      {views === 0 ? (
        <p className="mt-2 text-ink-soft">{chart.empty}</p>
      ) : (
        <>
          <p aria-hidden="true" className="mt-1 text-sm text-ink-soft">
            {text.views}
          </p>
          <Part fallback={<Skeleton className="mt-4 h-56" />}>
            <div role="img" aria-label={chart.label(views, days.length)} className="mt-4 h-56">
              <BarChart
                bars={days.map(({ date, views: value }) => ({ day: date, value }))}
                format={formatNumber}
                valueText={chart.count}
              />
            </div>
          </Part>
        </>
      )}
      <details className="mt-4">
        <summary className="flex min-h-11 cursor-pointer items-center font-medium text-blue-text">
          {chart.table}
        </summary>
        <RowsTable
          label={chart.table}
          className="mt-2 tabular-nums"
          columns={columns}
          rows={days.toReversed()}
          keyOf={({ date }) => date}
        />
      </details>
    </Card>
  );
}
