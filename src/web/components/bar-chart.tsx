import { Bar, BarChart as Bars, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { dayText } from "#domain/format/day-of.ts";

export interface BarValue {
  /** The day, or the first day of the period: YYYY-MM-DD. */
  readonly day: string;
  readonly value: number;
}

/** A bar for each value. A separate module, so that only its users load the chart library. */
export default function BarChart({
  bars,
  nameOf = dayText,
  format,
  valueText = format,
}: {
  bars: readonly BarValue[];
  /** Names the bar that begins with this day. */
  nameOf?: (day: string) => string;
  format: (value: number) => string;
  /** The value in the tooltip. */
  valueText?: (value: number) => string;
}) {
  const ticks = { fill: "var(--color-ink-faint)", fontSize: 12 };
  const tip = ({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) => {
    const point: unknown = payload?.[0]?.payload;
    if (active !== true || typeof point !== "object" || point === null) return null;
    const day = "day" in point ? String(point.day) : "";
    const value = "value" in point ? Number(point.value) : 0;
    return (
      <p className="rounded-md border border-line bg-paper px-3 py-2 text-sm shadow-pop">
        <span className="text-ink-soft tabular-nums">{nameOf(day)}</span>{" "}
        <span className="font-semibold tabular-nums">{valueText(value)}</span>
      </p>
    );
  };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Bars
        data={[...bars]}
        accessibilityLayer={false}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        barCategoryGap={bars.length > 120 ? 0 : "15%"}
      >
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="day"
          tickFormatter={dayText}
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
      </Bars>
    </ResponsiveContainer>
  );
}
