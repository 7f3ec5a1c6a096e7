import type { Car } from "#contract/cars.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { dayOf } from "#domain/format/day-of.ts";
import type { Context } from "#server/context.ts";
import { loadOwnCars } from "#server/market/cars/cars.queries.ts";
import { presentCars } from "#server/market/cars/read-cars.ts";
import { eurosAboveSimilar } from "#server/market/prices/estimate-cars.ts";
import type { Page } from "#server/platform/db/page.ts";
import { leadsOf } from "./stat-days.queries.ts";

/** A person's own cars in these states, newest first, with the total. */
export async function readOwnCars(
  ctx: Context,
  owner: Actor,
  which: "listed" | "archived",
  page: Page,
): Promise<{ cars: Car[]; total: number }> {
  const states = which === "listed" ? (["active", "sold"] as const) : (["archived"] as const);
  const { rows, total } = await loadOwnCars(ctx.db, owner.id, states, page);
  return { cars: presentCars(ctx, rows, owner), total };
}

const sixDaysMs = 6 * 86_400_000;

/** One's own cars with the figures of those on sale: contacts of seven days with today, and euro above similar cars. */
export async function withInterest(ctx: Context, cars: readonly Car[]): Promise<Car[]> {
  const { db, now } = ctx;
  const ids = cars.filter(({ sold, deleted }) => !sold && !deleted).map(({ _id }) => _id);
  if (ids.length === 0) return [...cars];
  const from = dayOf(new Date(now().getTime() - sixDaysMs));
  const [leads, above] = await Promise.all([leadsOf(db, ids, from), eurosAboveSimilar(ctx, ids)]);
  const onSale = new Set(ids);
  return cars.map((car) => {
    if (!onSale.has(car._id)) return car;
    const aboveSimilar = above.get(car._id);
    return {
      ...car,
      contactsThisWeek: leads.get(car._id) ?? 0,
      ...(aboveSimilar === undefined ? {} : { aboveSimilar }),
    };
  });
}
