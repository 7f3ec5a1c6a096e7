import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { DealerStats } from "#contract/dealers.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { dayText } from "./leads.ts";

const text = dealerPageMessages.dashboard.stats;

function Tip({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) {
  const lead: unknown = payload?.[0]?.payload;
  if (active !== true || typeof lead !== "object" || lead === null) return null;
  const day = "day" in lead ? String(lead.day) : "";
  const count = "count" in lead ? Number(lead.count) : 0;
  return (
    <p className="rounded-md border border-line bg-paper px-3 py-2 text-sm shadow-pop">
      <span className="text-ink-soft tabular-nums">{dayText(day)}</span>{" "}
      <span className="font-semibold">{text.leadsSum(count)}</span>
    </p>
  );
}

/** Calls for the number day by day. A module of its own: the charts' library is loaded with it and by nobody else. */
export default function LeadsChart({ leads }: { leads: DealerStats["leads"] }) {
  const ticks = { fill: "var(--color-ink-faint)", fontSize: 12 };
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={leads} accessibilityLayer={false} margin={{ top: 8, right: 0, bottom: 0, left: -28 }}>
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
        <Tooltip content={Tip} cursor={{ fill: "var(--color-surface)" }} isAnimationActive={false} />
        <Bar dataKey="count" fill="var(--color-blue)" radius={[4, 4, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
