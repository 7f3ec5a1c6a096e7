import type { DealerStats } from "#contract/dealers.ts";
import { dayText } from "#domain/format/day-of.ts";

/** All requests for the number, and the day with the most; null if there were none. */
export function sumOfLeads(leads: DealerStats["leads"]): { total: number; bestDay: string | null } {
  let total = 0;
  let best: DealerStats["leads"][number] | null = null;
  for (const lead of leads) {
    total += lead.count;
    if (lead.count > (best?.count ?? 0)) best = lead;
  }
  return { total, bestDay: best === null ? null : dayText(best.day) };
}
