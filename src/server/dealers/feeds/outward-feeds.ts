import type { OutwardFeeds } from "#contract/feeds.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import type { Context } from "#server/context.ts";
import { hasOutwardFeeds, switchOutwardFeeds } from "./feeds.queries.ts";

/** Where other sites fetch a dealer's cars. */
export function feedAddress(publicUrl: string, dealerId: string, format: "csv" | "json"): string {
  return `${publicUrl}/dealers/${dealerId}/feed.${format}`;
}

/** Whether a dealer's feeds are on, and their addresses (specification.md#feeds). Throws dealers_only. */
export async function outwardFeeds({ db, site }: Context, userId: string): Promise<OutwardFeeds> {
  await requireDealer(db, userId);
  return {
    enabled: await hasOutwardFeeds(db, userId),
    csv: feedAddress(site.publicUrl, userId, "csv"),
    json: feedAddress(site.publicUrl, userId, "json"),
  };
}

/** Switches a dealer's feeds on or off. Throws dealers_only. */
export async function setOutwardFeeds(ctx: Context, userId: string, enabled: boolean): Promise<OutwardFeeds> {
  await requireDealer(ctx.db, userId);
  await switchOutwardFeeds(ctx.db, userId, enabled);
  return outwardFeeds(ctx, userId);
}
