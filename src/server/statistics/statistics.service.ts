import type { Kysely } from "kysely";
import type { CarStats, StatDay, StatTotals } from "#contract/statistics.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import type { StatKind } from "#domain/statistics/stat-kinds.ts";
import { median, rankPrice } from "#domain/statistics/price-rank.ts";
import { statLimits } from "#domain/statistics/stat-limits.ts";
import type { CarsService } from "#server/cars/cars.service.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { dayOf } from "#domain/format/day-of.ts";
import type { PricesService } from "#server/prices/prices.service.ts";
import { countsOf, findCountedCar, type StatCount } from "./stat-days.queries.ts";

/** What sellers learn of the interest in their cars (specification.md#statistics). */
export interface StatisticsService {
  /** A car's figures of so many days. Throws car_not_found, not_yours. */
  ofCar(viewer: Actor, id: string, days: number): Promise<CarStats>;
}

export interface StatisticsServiceDeps {
  readonly db: Kysely<DB>;
  readonly cars: Pick<CarsService, "assertStatsVisible">;
  readonly prices: Pick<PricesService, "onSaleLike">;
  readonly now: () => Date;
}

/** The key of a kind in answers; null for what is recorded for later. */
const keyOf: Record<StatKind, keyof StatTotals | null> = {
  impression: "impressions",
  view: "views",
  lead: "leads",
  phone: "phone",
  whatsapp: "whatsapp",
  viber: "viber",
  favourite: "favourites",
  share: "shares",
  compare: null,
  sheet_scan: null,
};

function nothing(): StatTotals {
  return {
    impressions: 0,
    views: 0,
    leads: 0,
    phone: 0,
    whatsapp: 0,
    viber: 0,
    favourites: 0,
    shares: 0,
  };
}

function sumOf(counts: readonly StatCount[]): StatTotals {
  const totals = nothing();
  for (const { kind, count } of counts) {
    const key = keyOf[kind];
    if (key !== null) totals[key] += count;
  }
  return totals;
}

/** So many days up to today in Kosovo, YYYY-MM-DD, oldest first. */
function daysUpTo(today: string, count: number): string[] {
  const last = Date.parse(today);
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
  );
}

function byDay(dates: readonly string[], counts: readonly StatCount[]): StatDay[] {
  const ofDay = Map.groupBy(counts, ({ day }) => day);
  return dates.map((date) => ({ date, ...sumOf(ofDay.get(date) ?? []) }));
}

export function createStatisticsService(deps: StatisticsServiceDeps): StatisticsService {
  const { db, cars, prices, now } = deps;

  /** The median of comparables that were on sale all the time; null where they are too few. */
  async function usualSince(
    from: string,
    others: readonly { id: string; date: string }[],
  ): Promise<CarStats["expected"]> {
    const there = others.filter(({ date }) => date <= from).map(({ id }) => id);
    if (there.length < statLimits.leastComparables) return null;
    const ofCar = Map.groupBy(await countsOf(db, there, from), ({ carId }) => carId);
    const totals = there.map((id) => sumOf(ofCar.get(id) ?? []));
    return {
      views: median(totals.map(({ views }) => views)) ?? 0,
      leads: median(totals.map(({ leads }) => leads)) ?? 0,
    };
  }

  return {
    ofCar: async (viewer, id, days) => {
      await cars.assertStatsVisible(viewer, id);
      const dates = daysUpTo(dayOf(now()), days);
      const [first = ""] = dates;
      const [car, counts, market] = await Promise.all([
        findCountedCar(db, id),
        countsOf(db, [id], first),
        prices.onSaleLike(id),
      ]);
      if (car === null || market === null) throw new AppError("car_not_found");
      // Before it was published nobody could look at it, while its comparables stood there.
      const from = car.publishedOn > first ? car.publishedOn : first;
      return {
        days: byDay(dates, counts),
        totals: sumOf(counts),
        expected: await usualSince(from, market.others),
        priceRank:
          car.state === "active"
            ? rankPrice(
                market.price,
                market.others.map(({ price }) => price),
              )
            : null,
      };
    },
  };
}
