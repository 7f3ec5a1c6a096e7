import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { MileageHistory } from "#contract/vins.ts";
import { formatKm, formatMonth, formatNumber } from "#domain/format/format.ts";

type Reading = MileageHistory["readings"][number];

/** The month's position on the x axis, in months since the year 0. */
function monthsOf({ date }: Reading): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function monthAt(months: number): string {
  return formatMonth(`${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`);
}

function Tip({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) {
  const point: unknown = payload?.[0]?.payload;
  if (active !== true || typeof point !== "object" || point === null) return null;
  const months = "months" in point ? Number(point.months) : 0;
  const mileage = "mileage" in point ? Number(point.mileage) : 0;
  return (
    <p className="rounded-md border border-line bg-paper px-3 py-2 text-sm shadow-pop">
      <span className="text-ink-soft tabular-nums">{monthAt(months)}</span>{" "}
      <span className="font-semibold tabular-nums">{formatKm(mileage)}</span>
    </p>
  );
}

export function MileageChart({ readings }: { readings: readonly Reading[] }) {
  const ticks = { fill: "var(--color-ink-faint)", fontSize: 12 };
  const points = readings.map((reading) => ({ months: monthsOf(reading), mileage: reading.mileage }));
  const months = [...new Set(points.map((point) => point.months))];
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart data={points} accessibilityLayer={false} margin={{ top: 8, right: 24, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="months"
          type="number"
          domain={["dataMin", "dataMax"]}
          ticks={months}
          tickFormatter={monthAt}
          tick={ticks}
          tickLine={false}
          axisLine={false}
          minTickGap={24}
        />
        <YAxis tickFormatter={formatNumber} width="auto" tick={ticks} tickLine={false} axisLine={false} />
        <Tooltip content={<Tip />} isAnimationActive={false} />
        <Line
          dataKey="mileage"
          stroke="var(--color-blue)"
          strokeWidth={2}
          dot={{ r: 4, fill: "var(--color-blue)" }}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}
