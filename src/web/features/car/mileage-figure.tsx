import type { MileageHistory } from "#contract/vins.ts";
import { formatKm, formatMonth } from "#domain/format/format.ts";
import { mileageHistoryMessages as text } from "#domain/messages/mileage-history.ts";
import { Table, Td, Th } from "#web/components/table.tsx";
import { MileageChart } from "./mileage-chart.tsx";

/** The history as a chart and a table. Lazy-loaded, because it imports the chart library. */
export default function MileageFigure({ history }: { history: MileageHistory }) {
  const { readings, lower, note } = history;
  const [first] = readings;
  const last = readings.at(-1);
  // Readings of one month would make a vertical line: only the table shows them.
  const isLine = new Set(readings.map(({ date }) => date)).size > 1;
  return (
    <section aria-labelledby="mileage-history">
      <h2 id="mileage-history" className="text-xl">
        {text.title}
      </h2>
      {first !== undefined && <p className="mt-1 text-ink-soft">{text.lead}</p>}
      {lower && <p className="mt-3 rounded-md bg-surface px-4 py-3 font-medium">{text.lower}</p>}
      {first !== undefined && last !== undefined && isLine && (
        <div role="img" aria-label={text.chart(first, last)} className="mt-4 h-56 print:hidden">
          <MileageChart readings={readings} />
        </div>
      )}
      {note !== null && (
        <figure className="mt-4 border-s-2 border-line ps-4">
          <figcaption className="text-sm text-ink-soft">{text.note}</figcaption>
          <blockquote className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line">{note}</blockquote>
        </figure>
      )}
      {first !== undefined && (
        <details className="mt-2" open={!isLine}>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-blue-text">
            {text.table}
          </summary>
          <Table label={text.table} className="mt-2 tabular-nums">
            <thead>
              <tr>
                <Th>{text.month}</Th>
                <Th>{text.mileage}</Th>
              </tr>
            </thead>
            <tbody>
              {readings.map(({ date, mileage }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- readings are never reordered, and may be equal
                <tr key={at}>
                  <Td>{formatMonth(date)}</Td>
                  <Td>{formatKm(mileage)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </details>
      )}
    </section>
  );
}
