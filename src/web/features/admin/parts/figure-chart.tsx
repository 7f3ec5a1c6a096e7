import { lazy } from "react";
import { formatDollars } from "#domain/format/format.ts";
import { Part } from "#web/components/part.tsx";
import { Skeleton } from "#web/components/states.tsx";
import type { BarValue } from "#web/components/bar-chart.tsx";

const BarChart = lazy(() => import("#web/components/bar-chart.tsx"));

/** Formats the charts' amounts, in dollars. */
export function dollars(value: number): string {
  return formatDollars(Math.round(value * 100));
}

interface ChartWords {
  readonly chartLabel: (name: string, total: string, best: string) => string;
  readonly best: (when: string, value: string) => string;
  /** Shown if all values are 0. */
  readonly nothing: string;
}

/** One figure over time: its sum, and a bar for each day or week. */
export function FigureChart({
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
