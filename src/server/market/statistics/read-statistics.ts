import type {
  CarStats,
  DealerReport,
  ReportCar,
  StockReportMails,
  StatDay,
  StatTotals,
} from "#contract/statistics.ts";
import { priceBandLabels } from "#domain/messages/prices.ts";
import { statisticsMessages as text } from "#domain/messages/statistics.ts";
import { byteOrderMark, csvLine } from "#domain/format/csv.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import type { StatKind } from "#domain/statistics/stat-kinds.ts";
import { median, rankPrice } from "#domain/statistics/price-rank.ts";
import { statLimits } from "#domain/statistics/stat-limits.ts";
import { onSaleLike } from "#server/market/prices/estimate-cars.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import { requireStatsVisible } from "#server/market/cars/read-cars.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { hasStockReportMails, switchStockReportMails } from "./stock-report-mails.queries.ts";
import { countStock, loadStock, loadStockFigures } from "./stock.queries.ts";
import { countsOf, findCountedCar, type StatCount } from "./stat-days.queries.ts";

/** Cars per chunk of the file. */
const fileBatch = 500;

/** The key of a kind in answers; null for a kind that is recorded for later use. */
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
  sheet_scan: "sheetScans",
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
    sheetScans: 0,
  };
}

function sumOf(counts: readonly Pick<StatCount, "kind" | "count">[]): StatTotals {
  const totals = nothing();
  for (const { kind, count } of counts) {
    const key = keyOf[kind];
    if (key !== null) totals[key] += count;
  }
  return totals;
}

/** The last so many days in Kosovo with today, YYYY-MM-DD, oldest first. */
function daysUpTo(today: string, count: number): string[] {
  const last = Date.parse(today);
  return Array.from({ length: count }, (_, i) =>
    new Date(last - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
  );
}

function byDay(
  dates: readonly string[],
  counts: readonly Pick<StatCount, "day" | "kind" | "count">[],
): StatDay[] {
  const ofDay = Map.groupBy(counts, ({ day }) => day);
  return dates.map((date) => ({ date, ...sumOf(ofDay.get(date) ?? []) }));
}

/** The median of comparables that were on sale all the time; null if they are too few. */
async function usualSince(
  { db }: Context,
  from: string,
  others: readonly { id: string; date: string }[],
): Promise<CarStats["expected"]> {
  const there = others.filter(({ date }) => date <= from).map(({ id }) => id);
  if (there.length < statLimits.minComparables) return null;
  const ofCar = Map.groupBy(await countsOf(db, there, from), ({ carId }) => carId);
  const totals = there.map((id) => sumOf(ofCar.get(id) ?? []));
  return {
    views: median(totals.map(({ views }) => views)) ?? 0,
    leads: median(totals.map(({ leads }) => leads)) ?? 0,
  };
}

async function carsOfStock(
  { db }: Context,
  dealerId: string,
  from: string,
  page: { page: number; limit: number },
): Promise<ReportCar[]> {
  const stock = await loadStock(db, dealerId, from, page);
  const counts = await countsOf(
    db,
    stock.map(({ id }) => id),
    from,
  );
  const ofCar = Map.groupBy(counts, ({ carId }) => carId);
  return stock.map((car) => Object.assign(car, sumOf(ofCar.get(car.id) ?? [])));
}

async function* stockLines(ctx: Context, dealerId: string, from: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const { file } = text;
  yield encoder.encode(byteOrderMark + csvLine(file.columns));
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a piece is read once the one before is sent
    const cars = await carsOfStock(ctx, dealerId, from, { page, limit: fileBatch });
    const lines = cars.map((car) =>
      csvLine([
        car.brand,
        car.model,
        car.year,
        car.price,
        car.priceBand === null ? "" : priceBandLabels[car.priceBand],
        text.states[car.state],
        car.soldOn ?? "",
        car.daysListed,
        car.impressions,
        car.views,
        car.leads,
        car.phone,
        car.whatsapp,
        car.viber,
        car.shares,
        car.id,
      ]),
    );
    yield encoder.encode(lines.join(""));
    if (cars.length < fileBatch) return;
  }
}

/** A dealer's stock over so many days, and the number of its cars. Throws dealers_only. */
export async function stockReport(
  ctx: Context,
  dealer: Actor,
  days: number,
  page: { page: number; limit: number },
): Promise<{ report: DealerReport; total: number }> {
  const { db, now } = ctx;
  await requireDealer(db, dealer.id);
  const dates = daysUpTo(dayOf(now()), days);
  const [from = ""] = dates;
  const [counts, stock, ofPage] = await Promise.all([
    countStock(db, dealer.id, from),
    loadStockFigures(db, dealer.id, from),
    carsOfStock(ctx, dealer.id, from, page),
  ]);
  const report = { days: byDay(dates, counts), totals: sumOf(counts), stock, cars: ofPage };
  return { report, total: stock.active + stock.sold };
}

/** All cars of that report as a CSV file, written in chunks. Throws dealers_only. */
export async function stockReportFile(
  ctx: Context,
  dealer: Actor,
  days: number,
): Promise<ReadableStream<Uint8Array>> {
  await requireDealer(ctx.db, dealer.id);
  const [from = ""] = daysUpTo(dayOf(ctx.now()), days);
  return ReadableStream.from(stockLines(ctx, dealer.id, from));
}

/** Whether a dealer gets the monthly mail. Throws dealers_only. */
export async function stockReportMails({ db }: Context, dealer: Actor): Promise<StockReportMails> {
  await requireDealer(db, dealer.id);
  return { enabled: await hasStockReportMails(db, dealer.id) };
}

/** Switches the monthly mail on or off. Throws dealers_only. */
export async function setStockReportMails(
  { db }: Context,
  dealer: Actor,
  enabled: boolean,
): Promise<StockReportMails> {
  await requireDealer(db, dealer.id);
  await switchStockReportMails(db, dealer.id, enabled);
  return { enabled };
}

/** A car's figures of so many days (specification.md#statistics). Throws car_not_found, not_yours. */
export async function carStatistics(
  ctx: Context,
  viewer: Actor,
  id: string,
  days: number,
): Promise<CarStats> {
  const { db, now } = ctx;
  await requireStatsVisible(ctx, viewer, id);
  const dates = daysUpTo(dayOf(now()), days);
  const [first = ""] = dates;
  const [car, counts, market] = await Promise.all([
    findCountedCar(db, id),
    countsOf(db, [id], first),
    onSaleLike(ctx, id),
  ]);
  if (car === null || market === null) throw new AppError("car_not_found");
  // Before its publication nobody could see it, but its comparables were listed.
  const from = car.publishedOn > first ? car.publishedOn : first;
  return {
    days: byDay(dates, counts),
    totals: sumOf(counts),
    expected: await usualSince(ctx, from, market.others),
    priceRank:
      car.state === "active"
        ? rankPrice(
            market.price,
            market.others.map(({ price }) => price),
          )
        : null,
  };
}
