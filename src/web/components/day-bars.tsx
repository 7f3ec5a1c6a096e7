import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { dayText } from "#domain/format/day-of.ts";

export interface DayCount {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly count: number;
}

function Tip({
  active,
  payload,
  countText,
}: {
  active?: boolean;
  payload?: readonly { payload?: unknown }[];
  countText: (count: number) => string;
}) {
  const bar: unknown = payload?.[0]?.payload;
  if (active !== true || typeof bar !== "object" || bar === null) return null;
  const day = "day" in bar ? String(bar.day) : "";
  const count = "count" in bar ? Number(bar.count) : 0;
  return (
    <p className="rounded-md border border-line bg-paper px-3 py-2 text-sm shadow-pop">
      <span className="text-ink-soft tabular-nums">{dayText(day)}</span>{" "}
      <span className="font-semibold">{countText(count)}</span>
    </p>
  );
}

/** A bar per day. Import it lazily: it brings the charts' library. */
export default function DayBars({
  days,
  countText,
}: {
  days: readonly DayCount[];
  countText: (count: number) => string;
}) {
  const ticks = { fill: "var(--color-ink-faint)", fontSize: 12 };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={days} accessibilityLayer={false} margin={{ top: 8, right: 0, bottom: 0, left: -28 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="day"
          tickFormatter={dayText}
          tick={ticks}
          tickLine={false}
          axisLine={false}
          minTickGap={24}
        />
        <YAxis allowDecimals={false} tick={ticks} tickLine={false} axisLine={false} />
        <Tooltip
          content={<Tip countText={countText} />}
          cursor={{ fill: "var(--color-surface)" }}
          isAnimationActive={false}
        />
        <Bar dataKey="count" fill="var(--color-blue)" radius={[4, 4, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
