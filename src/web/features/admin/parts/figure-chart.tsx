import { lazy } from "react";
import { formatDollars } from "#domain/format/format.ts";
import type { BarValue } from "#web/components/bar-chart.tsx";
import type { LoadQuery } from "#web/components/loaded.tsx";
import { Part } from "#web/components/part.tsx";
import { Skeleton } from "#web/components/states.tsx";
import { RowsTable } from "#web/components/table.tsx";
import { Loaded } from "./loaded.tsx";

const BarChart = lazy(() => import("#web/components/bar-chart.tsx"));

export function dollars(value: number): string {
  return formatDollars(Math.round(value * 100));
}

interface ChartWords {
  readonly chartLabel: (name: string, total: string, best: string) => string;
  readonly best: (when: string, value: string) => string;
  /** Shown if all values are 0. */
  readonly nothing: string;
  /** The heading of the table's first column: a day, a week. */
  readonly period: string;
  readonly table: string;
}

interface ChartFigure<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly format: (value: number) => string;
}

/** Figures over time: a chart of each, and all of them in a table, the latest period first. */
export function FigureCharts<Data, Name extends string>({
  query,
  rowsOf,
  figures,
  nameOf,
  words,
  columns,
}: {
  query: LoadQuery<Data>;
  /** The periods, oldest first, each by its first day. */
  rowsOf: (data: Data) => readonly ({ readonly day: string } & Readonly<Record<Name, number>>)[];
  figures: readonly ChartFigure<Name>[];
  nameOf: (day: string) => string;
  words: ChartWords;
  /** Class of the charts' grid. */
  columns: string;
}) {
  const loading = figures.map(({ name }) => <Skeleton key={name} className="h-60 rounded-lg" />);
  return (
    <Loaded query={query} loading={<div className={columns}>{loading}</div>}>
      {(data) => {
        const rows = rowsOf(data);
        return (
          <>
            <div className={columns}>
              {figures.map(({ name, label, format }) => (
                <FigureChart
                  key={name}
                  label={label}
                  bars={rows.map((row) => ({ day: row.day, value: row[name] }))}
                  nameOf={nameOf}
                  format={format}
                  words={words}
                />
              ))}
            </div>
            <details>
              <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-blue-text">
                {words.table}
              </summary>
              <RowsTable
                label={words.table}
                className="mt-2 tabular-nums"
                columns={[
                  { heading: words.period, className: "whitespace-nowrap", cell: ({ day }) => nameOf(day) },
                  ...figures.map(({ name, label, format }) => ({
                    heading: label,
                    cell: (row: Readonly<Record<Name, number>>) => format(row[name]),
                  })),
                ]}
                rows={rows.toReversed()}
                keyOf={({ day }) => day}
              />
            </details>
          </>
        );
      }}
    </Loaded>
  );
}

/** One figure over time: its sum, and a bar for each day or week. */
function FigureChart({
  label,
  bars,
  nameOf,
  format,
  words,
}: {
  label: string;
  bars: readonly BarValue[];
  nameOf: (day: string) => string;
  format: (value: number) => string;
  words: ChartWords;
}) {
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const best = bars.reduce<BarValue | null>(
    (most, bar) => (most === null || bar.value > most.value ? bar : most),
    null,
  );
  const quiet = bars.every(({ value }) => value === 0);
  const bestText = best === null ? "" : words.best(nameOf(best.day), format(best.value));
  return (
    <figure className="min-w-0 rounded-lg border border-line p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="text-xl font-bold tabular-nums">{format(total)}</span>
      </figcaption>
      {quiet ? (
        <p className="flex h-44 items-center justify-center text-ink-faint">{words.nothing}</p>
      ) : (
        <Part fallback={<Skeleton className="mt-2 h-44" />}>
          <div role="img" aria-label={words.chartLabel(label, format(total), bestText)} className="mt-2 h-44">
            <BarChart bars={bars} nameOf={nameOf} format={format} />
          </div>
        </Part>
      )}
    </figure>
  );
}
