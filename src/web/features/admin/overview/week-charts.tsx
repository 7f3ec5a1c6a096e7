import type { AdminWeeks } from "#contract/admin-watch.ts";
import { dayText } from "#domain/format/day-of.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Skeleton } from "#web/components/states.tsx";
import { Table, Td, Th } from "#web/components/table.tsx";
import { dollars, FigureChart } from "#web/features/admin/parts/figure-chart.tsx";
import { Loaded } from "#web/features/admin/parts/loaded.tsx";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { api } from "#web/lib/auth.ts";

const text = adminPageMessages.overview;
const words = { chartLabel: text.chartLabel, best: text.bestWeek, nothing: text.noFigures };
const columns = "grid gap-4 md:grid-cols-2 md:max-xl:*:last:col-span-2 xl:grid-cols-3";

const figures = [
  { name: "accounts", label: text.accounts, format: formatNumber },
  { name: "cars", label: text.cars, format: formatNumber },
  { name: "income", label: text.income, format: dollars },
] as const;

/** "16.11. – 22.11." */
function weekName(monday: string): string {
  const sunday = new Date(Date.parse(monday) + 6 * 86_400_000).toISOString().slice(0, 10);
  return text.weekOf(dayText(monday), dayText(sunday));
}

function Charts({ weeks }: AdminWeeks) {
  return (
    <>
      <div className={columns}>
        {figures.map(({ name, label, format }) => (
          <FigureChart
            key={name}
            label={label}
            bars={weeks.map((week) => ({ day: week.from, value: week[name] }))}
            nameOf={weekName}
            format={format}
            words={words}
          />
        ))}
      </div>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-blue-text">
          {text.weekTable}
        </summary>
        <Table label={text.weekTable} className="mt-2 tabular-nums">
          <thead>
            <tr>
              <Th>{text.week}</Th>
              {figures.map(({ name, label }) => (
                <Th key={name}>{label}</Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map((week) => (
              <tr key={week.from}>
                <Td className="whitespace-nowrap">{weekName(week.from)}</Td>
                {figures.map(({ name, format }) => (
                  <Td key={name}>{format(week[name])}</Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </>
  );
}

/** Accounts, cars and income by week, as bars and as a table with all figures. */
export function WeekCharts() {
  const weeks = useAdminQuery(["weeks"], (options) => api("GET /api/admin/weeks", {}, options));
  return (
    <section aria-labelledby="weeks" className="flex flex-col gap-3">
      <h2 id="weeks" className="text-lg">
        {text.weeks}
      </h2>
      <Loaded
        query={weeks}
        loading={
          <div className={columns}>
            {figures.map(({ name }) => (
              <Skeleton key={name} className="h-60 rounded-lg" />
            ))}
          </div>
        }
      >
        {({ weeks: known }) => <Charts weeks={known} />}
      </Loaded>
    </section>
  );
}
