import { dayText } from "#domain/format/day-of.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Section } from "#web/components/section.tsx";
import { dollars, FigureCharts } from "#web/features/admin/parts/figure-chart.tsx";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { api } from "#web/lib/auth.ts";

const text = adminPageMessages.overview;
const words = {
  chartLabel: text.chartLabel,
  best: text.bestWeek,
  nothing: text.noFigures,
  period: text.week,
  table: text.weekTable,
};

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

export function WeekCharts() {
  const query = useAdminQuery(["weeks"], (options) => api("GET /api/admin/weeks", {}, options));
  return (
    <Section id="weeks" heading={text.weeks} headingClass="text-lg" className="flex flex-col gap-3">
      <FigureCharts
        query={query}
        rowsOf={({ weeks }) => weeks.map(({ from, ...week }) => ({ day: from, ...week }))}
        figures={figures}
        nameOf={weekName}
        words={words}
        columns="grid gap-4 md:grid-cols-2 md:max-xl:*:last:col-span-2 xl:grid-cols-3"
      />
    </Section>
  );
}
