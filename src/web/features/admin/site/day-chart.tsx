import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatDate } from "#domain/format/format.ts";

export interface DayValue {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly value: number;
}

/** "2026-11-21" -> "21.11." */
function shortDay(day: string): string {
  return `${day.slice(8, 10)}.${day.slice(5, 7)}.`;
}

/** A figure day by day. A module of its own: the charts' library is loaded with it and by nobody else. */
export default function DayChart({
  days,
  format,
}: {
  days: readonly DayValue[];
  format: (value: number) => string;
}) {
  const ticks = { fill: "var(--color-ink-faint)", fontSize: 12 };
  const tip = ({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) => {
    const point: unknown = payload?.[0]?.payload;
    if (active !== true || typeof point !== "object" || point === null) return null;
    const day = "day" in point ? String(point.day) : "";
    const value = "value" in point ? Number(point.value) : 0;
    return (
      <p className="rounded-md border border-line bg-paper px-3 py-2 text-sm shadow-pop">
        <span className="text-ink-soft tabular-nums">{formatDate(day)}</span>{" "}
        <span className="font-semibold tabular-nums">{format(value)}</span>
      </p>
    );
  };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...days]}
        accessibilityLayer={false}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        barCategoryGap={days.length > 120 ? 0 : "15%"}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="day"
          tickFormatter={shortDay}
          tick={ticks}
          tickLine={false}
          axisLine={false}
          minTickGap={28}
        />
        <YAxis
          allowDecimals={false}
          tickFormatter={format}
          width="auto"
          tick={ticks}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip content={tip} cursor={{ fill: "var(--color-surface)" }} isAnimationActive={false} />
        <Bar dataKey="value" fill="var(--color-blue)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
