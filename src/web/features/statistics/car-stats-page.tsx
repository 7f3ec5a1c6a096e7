import type { CarStats } from "#contract/statistics.ts";
import type { Car } from "#contract/cars.ts";
import { formatAmount, formatEuro, formatNumber } from "#domain/format/format.ts";
import { compareViews } from "#domain/statistics/compare-views.ts";
import { statisticsMessages as text } from "#domain/messages/statistics.ts";
import { ButtonLink } from "#web/components/button.tsx";
import { Card } from "#web/components/card.tsx";
import { StatCard } from "#web/components/stat-card.tsx";
import { EmptyState, ErrorState, Loading, Skeleton, Skeletons } from "#web/components/states.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { DayChoice, useDays } from "./day-choice.tsx";
import { DaysFigure } from "./days-figure.tsx";
import { useCarStats } from "./use-statistics.ts";

const cards = "grid grid-cols-1 gap-3 min-[24rem]:grid-cols-3 md:gap-6";

function Usual({ totals, expected }: Pick<CarStats, "totals" | "expected">) {
  const { usual } = text;
  const comparison = compareViews(totals.views, expected?.views ?? null);
  const line =
    comparison.kind === "more" ? usual.more(formatAmount(comparison.times)) : usual[comparison.kind];
  return (
    <Card id="usual" heading={usual.heading}>
      {expected === null || comparison.kind === "early" ? (
        <p className="mt-2 text-ink-soft">{line}</p>
      ) : (
        <>
          <p className="mt-2">{usual.text(expected.views, expected.leads)}</p>
          <p className="mt-2 font-medium">{line}</p>
        </>
      )}
    </Card>
  );
}

function Rank({ car, rank }: { car: Car; rank: CarStats["priceRank"] }) {
  const { rank: words } = text;
  const steps = rank === null || rank.position === 1 ? [] : rank.ifLowerBy;
  const isHelped = steps.some(({ position }) => position < (rank?.position ?? 0));
  const last = steps.at(-1);
  return (
    <Card id="rank" heading={words.heading}>
      {rank === null ? (
        <p className="mt-2 text-ink-soft">{words.none}</p>
      ) : (
        <>
          <p className="mt-2">
            <span className="font-semibold tabular-nums">{formatEuro(car.price)}</span>.{" "}
            {words.text(rank.position, rank.of)}
          </p>
          {!isHelped && last !== undefined && (
            <p className="mt-2 text-ink-soft tabular-nums">{words.noneHelps(formatEuro(last.euro))}</p>
          )}
          {isHelped && (
            <dl className="mt-3 divide-y divide-line tabular-nums">
              {steps.map(({ euro, position }) => (
                <div key={euro} className="flex flex-wrap justify-between gap-x-4 py-2">
                  <dt className="text-ink-soft">{words.step(formatEuro(euro))}</dt>
                  <dd className={position < rank.position ? "font-medium text-green" : ""}>
                    {position < rank.position ? words.cheaper(position - 1) : words.unchanged}
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {rank.position > 1 && (
            <ButtonLink variant="secondary" to={`/edit-car/${car._id}`} className="mt-4">
              {words.edit}
            </ButtonLink>
          )}
        </>
      )}
    </Card>
  );
}

function Figures({ car, stats }: { car: Car; stats: CarStats }) {
  const { totals } = stats;
  return (
    <>
      <div className={cards}>
        <StatCard
          label={text.impressions}
          value={formatNumber(totals.impressions)}
          testId="stat-impressions"
        />
        <StatCard label={text.views} value={formatNumber(totals.views)} testId="stat-views" />
        <StatCard label={text.leads} value={formatNumber(totals.leads)} testId="stat-leads" />
      </div>
      <p className="text-sm text-ink-soft tabular-nums">
        {text.leadsHint}. {totals.leads > 0 && text.ways(totals.phone, totals.whatsapp, totals.viber)}
      </p>
      {totals.sheetScans > 0 && (
        <p className="text-sm text-ink-soft tabular-nums">{text.sheetScans(totals.sheetScans)}</p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <Usual totals={totals} expected={stats.expected} />
        <Rank car={car} rank={stats.priceRank} />
      </div>
      <DaysFigure days={stats.days} views={totals.views} />
    </>
  );
}

function Waiting() {
  return (
    <Loading className="flex flex-col gap-6">
      <div className={cards}>
        <Skeletons count={3} className="h-24 rounded-lg" />
      </div>
      <Skeleton className="h-72 rounded-lg" />
    </Loading>
  );
}

function Loaded({ car, stats }: { car: Car; stats: CarStats }) {
  return (
    <>
      <p>
        <TallLink to={`/car/${car._id}`} className="font-medium">
          {`${car.brand} ${car.model}, ${car.year}`}
        </TallLink>
      </p>
      <Figures car={car} stats={stats} />
    </>
  );
}

/** /my-publishings/{id}/stats: a car's statistics, for its owner and admins (specification.md#statistics). */
export function CarStatsPage({ id }: { id: string }) {
  const days = useDays();
  const { stats, car } = useCarStats(id, days);
  const failed = [stats, car].find((query) => query.isError && query.data === undefined);
  const isOthers = failed?.error instanceof ApiError && [403, 404].includes(failed.error.status);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-3xl">{text.title}</h1>
        {/* After a failure too: another period may load. */}
        {!isOthers && <DayChoice days={days} />}
      </div>
      {isOthers ? (
        <EmptyState title={text.notFound}>
          <ButtonLink to="/my-publishings">{text.toMyCars}</ButtonLink>
        </EmptyState>
      ) : failed !== undefined ? (
        <ErrorState
          title={text.loadFailed}
          retrying={stats.isFetching || car.isFetching}
          onRetry={() => void Promise.all([stats.refetch(), car.refetch()])}
        />
      ) : stats.data === undefined || car.data === undefined ? (
        <Waiting />
      ) : (
        <Loaded car={car.data} stats={stats.data} />
      )}
      {failed === undefined && <p className="max-w-prose text-sm text-ink-soft">{text.intro}</p>}
    </div>
  );
}
