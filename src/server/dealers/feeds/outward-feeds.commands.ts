import type { OutwardFeeds } from "#contract/feeds.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import type { Context } from "#server/context.ts";

/** Where other sites fetch a dealer's cars. */
export function feedAddress(publicUrl: string, dealerId: string, format: "csv" | "json"): string {
  return `${publicUrl}/dealers/${dealerId}/feed.${format}`;
}

/** Whether a dealer's feeds are on, and their addresses (specification.md#feeds). Throws dealers_only. */
export async function outwardFeeds({ db, site }: Context, userId: string): Promise<OutwardFeeds> {
  await requireDealer(db, userId);
  const enabled = await db
    .selectFrom("outward_feeds")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return {
    enabled: enabled !== undefined,
    csv: feedAddress(site.publicUrl, userId, "csv"),
    json: feedAddress(site.publicUrl, userId, "json"),
  };
}

/** Switches a dealer's feeds on or off. Throws dealers_only. */
export async function setOutwardFeeds(ctx: Context, userId: string, enabled: boolean): Promise<OutwardFeeds> {
  const { db } = ctx;
  await requireDealer(db, userId);
  if (enabled)
    await db
      .insertInto("outward_feeds")
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await db.deleteFrom("outward_feeds").where("user_id", "=", userId).execute();
  return outwardFeeds(ctx, userId);
}
