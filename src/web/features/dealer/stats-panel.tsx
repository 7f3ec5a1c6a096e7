import { lazy, type ReactNode } from "react";
import type { DealerStats } from "#contract/dealers.ts";
import { formatDate, formatNumber } from "#domain/format/format.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { Part } from "#web/components/part.tsx";
import { Skeleton } from "#web/components/states.tsx";
import { durationText, successPercent } from "./dealer-labels.ts";
import { sumOfLeads } from "./leads.ts";
import { Card } from "#web/components/card.tsx";

const BarChart = lazy(() => import("#web/components/bar-chart.tsx"));

const text = dealerPageMessages.dashboard.stats;

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-xl font-bold tabular-nums">{value}</dd>
    </div>
  );
}

function Leads({ leads }: { leads: DealerStats["leads"] }) {
  const { total, bestDay } = sumOfLeads(leads);
  return (
    <figure className="relative">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{text.leads}</span>
        <span className="text-sm text-ink-soft tabular-nums">{text.leadsSum(total)}</span>
      </figcaption>
      {total === 0 ? (
        <p className="mt-2 text-ink-soft">{text.leadsEmpty}</p>
      ) : (
        <Part fallback={<Skeleton className="mt-3 h-44 sm:h-52" />}>
          <div role="img" aria-label={text.leadsLabel(total, bestDay)} className="mt-3 h-44 sm:h-52">
            <BarChart
              bars={leads.map(({ day, count: value }) => ({ day, value }))}
              format={formatNumber}
              valueText={text.leadsSum}
            />
          </div>
          <table className="sr-only">
            <caption>{text.leads}</caption>
            <tbody>
              {leads.map(({ day, count }) => (
                <tr key={day}>
                  <th scope="row">{formatDate(day)}</th>
                  <td>{text.leadsSum(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
    </figure>
  );
}

function Legend({ mark, children }: { mark: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className={`size-3 rounded-full ${mark}`} />
      {children}
    </span>
  );
}

function CarsBar({ active, sold }: { active: number; sold: number }) {
  const cards = dealerPageMessages.dashboard.cards;
  const total = active + sold;
  return (
    <figure>
      <figcaption className="font-medium">{text.cars}</figcaption>
      {total === 0 ? (
        <p className="mt-2 text-ink-soft">{text.carsEmpty}</p>
      ) : (
        <>
          <svg
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            role="img"
            aria-label={text.carsLabel(active, sold)}
            className="mt-3 h-3 w-full rounded-full"
          >
            <rect width={(active / total) * 100} height="4" className="fill-blue" />
            <rect x={(active / total) * 100} width={(sold / total) * 100} height="4" className="fill-green" />
          </svg>
          <p className="mt-2 flex flex-wrap gap-x-6 text-sm text-ink-soft tabular-nums">
            <Legend mark="bg-blue">
              {cards.active}: {formatNumber(active)}
            </Legend>
            <Legend mark="bg-green">
              {cards.sold}: {formatNumber(sold)}
            </Legend>
          </p>
        </>
      )}
    </figure>
  );
}

/** Statistics of the dealer's cars (specification.md#dealers). */
export function StatsPanel({ stats }: { stats: DealerStats }) {
  const { activeCars, soldCars, totalCars, sponsoredCars, dealerSince } = stats;
  return (
    <Card id="stats" heading={text.heading}>
      <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4">
        <Figure name={text.success} value={text.percent(successPercent(soldCars, totalCars))} />
        <Figure name={text.sponsored} value={formatNumber(sponsoredCars)} />
        {/* A dealer made by an admin has no start date. */}
        {dealerSince !== null && (
          <>
            <Figure
              name={text.duration}
              value={durationText(stats.subscriptionDays, stats.subscriptionMonths)}
            />
            <Figure name={text.since} value={formatDate(dealerSince)} />
          </>
        )}
      </dl>
      <div className="mt-6 flex flex-col gap-6">
        <CarsBar active={activeCars} sold={soldCars} />
        <Leads leads={stats.leads} />
      </div>
    </Card>
  );
}
