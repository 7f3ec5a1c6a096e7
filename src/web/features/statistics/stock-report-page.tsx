import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import type { DealerReport, ReportCar } from "#contract/statistics.ts";
import { formatEuro, formatNumber } from "#domain/format/format.ts";
import { statisticsMessages } from "#domain/messages/statistics.ts";
import type { PriceBand } from "#domain/cars/price-bands.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { DownloadLink } from "#web/components/download-link.tsx";
import { LoadFailed } from "#web/components/loaded.tsx";
import { Section } from "#web/components/section.tsx";
import { StatCard, statColumns } from "#web/components/stat-card.tsx";
import { EmptyState, Loading, Skeleton } from "#web/components/states.tsx";
import { type Column, RowsTable } from "#web/components/table.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { wholeItems } from "#web/lib/whole-items.ts";
import { DayChoice, useDays } from "./day-choice.tsx";
import { DaysFigure } from "./days-figure.tsx";
import { useStockReport } from "./use-statistics.ts";

const text = statisticsMessages.report;
/** A car listed for more days than this is marked. */
const longDays = 60;

const filters = {
  all: () => true,
  long: ({ state, daysListed }) => state === "active" && daysListed > longDays,
  dear: ({ state, priceBand }) => state === "active" && (priceBand === "above" || priceBand === "far_above"),
  sold: ({ state }) => state === "sold",
} satisfies Record<string, (car: ReportCar) => boolean>;
type Filter = keyof typeof filters;
const filterNames: readonly Filter[] = ["all", "long", "dear", "sold"];

type BandBadge = (band: PriceBand) => ReactNode;

function CarLink({ car }: { car: ReportCar }) {
  return (
    <TallLink to={`/my-publishings/${car.id}/stats`}>{`${car.brand} ${car.model}, ${car.year}`}</TallLink>
  );
}

function Note({ car }: { car: ReportCar }) {
  if (car.state === "sold")
    return <span className="font-medium text-green">{statisticsMessages.states.sold}</span>;
  if (!filters.long(car)) return null;
  return (
    <span className="font-medium text-red">
      {wholeItems([text.long, ...(car.leads === 0 ? [text.unasked] : [])])}
    </span>
  );
}

const columnsWith = (bandBadge: BandBadge): Column<ReportCar>[] => [
  {
    heading: text.car,
    cell: (car) => (
      <>
        <CarLink car={car} />
        <span className="block text-sm empty:hidden">
          <Note car={car} />
        </span>
      </>
    ),
  },
  {
    heading: text.price,
    className: "whitespace-nowrap",
    isFigure: true,
    cell: ({ price, priceBand }) => (
      <>
        <span className="block font-semibold">{formatEuro(price)}</span>
        {priceBand !== null && bandBadge(priceBand)}
      </>
    ),
  },
  { heading: text.daysListed, isFigure: true, cell: ({ daysListed }) => formatNumber(daysListed) },
  {
    heading: statisticsMessages.impressions,
    isFigure: true,
    cell: ({ impressions }) => formatNumber(impressions),
  },
  { heading: statisticsMessages.views, isFigure: true, cell: ({ views }) => formatNumber(views) },
  { heading: statisticsMessages.leads, isFigure: true, cell: ({ leads }) => formatNumber(leads) },
];

function Narrow({ cars, bandBadge }: { cars: readonly ReportCar[]; bandBadge: BandBadge }) {
  return (
    <ul className="flex flex-col gap-3 md:hidden">
      {cars.map((car) => (
        <li key={car.id} className="rounded-lg border border-line p-4 tabular-nums">
          <div className="flex items-center justify-between gap-3">
            <CarLink car={car} />
            <span className="text-lg font-bold whitespace-nowrap">{formatEuro(car.price)}</span>
          </div>
          <p className="text-sm text-ink-soft">
            {wholeItems([
              text.daysOf(car.daysListed),
              statisticsMessages.chart.count(car.views),
              `${statisticsMessages.leads}: ${car.leads}`,
            ])}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-3 text-sm empty:hidden">
            {car.priceBand !== null && bandBadge(car.priceBand)}
            <Note car={car} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Cars({
  cars,
  isWhole,
  bandBadge,
}: {
  cars: readonly ReportCar[];
  /** These are all cars: only then can a filter say how many it shows. */
  isWhole: boolean;
  bandBadge: BandBadge;
}) {
  const [filter, setFilter] = useState<Filter>("all");
  const shown = cars.filter(filters[filter]);
  return (
    <Section id="stock" heading={text.cars}>
      <fieldset className="mt-3 mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{text.filters.label}</legend>
        {filterNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === filter}
            title={name === "long" ? text.longHint(longDays) : undefined}
            onClick={() => setFilter(name)}
            className={clsx(
              "min-h-11 rounded-full border px-4 font-medium tabular-nums",
              name === filter ? "border-blue bg-blue-soft text-blue-text" : "border-line bg-paper text-ink",
            )}
          >
            {isWhole
              ? `${text.filters[name]} (${formatNumber(cars.filter(filters[name]).length)})`
              : text.filters[name]}
          </button>
        ))}
      </fieldset>
      {shown.length === 0 ? (
        <p className="text-ink-soft">{text.emptyFilter}</p>
      ) : (
        <>
          <div className="hidden md:block">
            <RowsTable
              label={text.carsTable}
              className="tabular-nums"
              columns={columnsWith(bandBadge)}
              rows={shown}
              keyOf={({ id }) => id}
            />
          </div>
          <Narrow cars={shown} bandBadge={bandBadge} />
        </>
      )}
    </Section>
  );
}

function known(value: number | null): string {
  return value === null ? "–" : formatNumber(value);
}

function Figures({ report }: { report: DealerReport }) {
  const { totals, stock } = report;
  return (
    <div className={`grid gap-3 md:gap-6 xl:grid-cols-4 ${statColumns}`}>
      <StatCard label={text.active} value={formatNumber(stock.active)} testId="report-active" />
      <StatCard label={text.medianListed} value={known(stock.medianDaysListed)} />
      <StatCard label={text.sold} value={formatNumber(stock.sold)} />
      <StatCard label={text.medianToSell} value={known(stock.medianDaysToSell)} />
      <StatCard label={statisticsMessages.impressions} value={formatNumber(totals.impressions)} />
      <StatCard label={statisticsMessages.views} value={formatNumber(totals.views)} />
      <StatCard label={statisticsMessages.leads} value={formatNumber(totals.leads)} />
      <StatCard label={statisticsMessages.shares} value={formatNumber(totals.shares)} />
    </div>
  );
}

function Body({ days, bandBadge }: { days: number; bandBadge: BandBadge }) {
  const query = useStockReport(days);
  const first = query.data?.pages[0]?.report;
  if (first === undefined)
    return query.isError ? (
      <LoadFailed query={query} failed={statisticsMessages.loadFailed} />
    ) : (
      <Loading className="flex flex-col gap-6">
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </Loading>
    );
  const cars = query.data?.pages.flatMap(({ report }) => report.cars) ?? [];
  if (cars.length === 0)
    return (
      <EmptyState title={text.none}>
        <ButtonLink to="/add-car">{text.addCar}</ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <Figures report={first} />
      <Cars cars={cars} isWhole={!query.hasNextPage} bandBadge={bandBadge} />
      {query.isFetchNextPageError && (
        <p role="alert" className="text-red">
          {text.moreFailed}
        </p>
      )}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {text.more}
        </Button>
      )}
      <DaysFigure days={first.days} views={first.totals.views} />
    </>
  );
}

/**
 * /autosallon-dashboard/report: which of a dealer's cars are listed for long, overpriced, sold
 * (specification.md#statistics).
 */
export function StockReportPage({ bandBadge }: { bandBadge: BandBadge }) {
  const days = useDays();
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-3xl">{text.title}</h1>
        <p className="mt-1 max-w-prose text-ink-soft">{text.intro}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <DayChoice days={days} />
        <DownloadLink href={`/api/dealer/report.csv?days=${days}`} className="">
          {text.csv}
        </DownloadLink>
      </div>
      <Body days={days} bandBadge={bandBadge} />
    </div>
  );
}
