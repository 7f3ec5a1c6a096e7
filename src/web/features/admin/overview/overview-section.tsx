import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AdminCar, AdminStats, AdminUser } from "#contract/admin-lists.ts";
import { formatEuro, formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Badge } from "#web/components/badge.tsx";
import { StatCard } from "#web/components/stat-card.tsx";
import { Loading, Skeleton, Skeletons } from "#web/components/states.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { LoadFailed } from "#web/features/admin/parts/loaded.tsx";
import { PersonBadges } from "#web/features/admin/parts/person-badges.tsx";
import { carName, personName } from "#web/features/admin/parts/row-names.ts";
import type { Waiting } from "#web/features/admin/section-table.tsx";
import { sectionAddress } from "#web/features/admin/sections.ts";
import { WeekCharts } from "./week-charts.tsx";
import { useStats } from "#web/features/admin/parts/use-admin.ts";
import { Email } from "#web/features/admin/parts/email.tsx";
import { Card } from "#web/components/card.tsx";
import { wholeItems } from "#web/lib/whole-items.ts";

const text = adminPageMessages.overview;

const twoColumns = "grid gap-6 lg:grid-cols-2";

/** Five cards fill rows of two, of three and two, and of five without a gap. */
const cards = [
  { label: text.totalUsers, value: "totalUsers", testId: "total-users", span: "md:col-span-2" },
  { label: text.dealers, value: "totalDealers", testId: "dealers", span: "md:col-span-2" },
  { label: text.totalCars, value: "totalCars", testId: "total-cars", span: "col-span-2" },
  { label: text.activeCars, value: "activeCars", testId: "active-cars", span: "md:col-span-3" },
  { label: text.soldCars, value: "soldCars", testId: "sold-cars", span: "md:col-span-3" },
] as const;

function Cards({ stats }: { stats: AdminStats | undefined }) {
  return (
    <section
      aria-label={text.stats}
      className="grid grid-cols-2 gap-3 md:grid-cols-6 md:gap-4 xl:grid-cols-5"
    >
      {cards.map(({ label, testId, value, span }) => (
        <div key={testId} className={clsx("min-w-0 *:h-full xl:col-span-1", span)}>
          <StatCard
            label={label}
            value={stats === undefined ? null : formatNumber(stats[value])}
            testId={testId}
          />
        </div>
      ))}
    </section>
  );
}

function Queues({ waiting }: { waiting: readonly Waiting[] }) {
  return (
    <Card id="waiting" heading={text.waiting} headingClass="text-lg" frame="surface" className="sm:py-4">
      {waiting.length === 0 ? (
        <p className="mt-1 text-ink-soft">{text.nothingWaiting}</p>
      ) : (
        <ul className="mt-1 flex flex-wrap gap-x-8">
          {waiting.map(({ to, label, urgent = false }) => (
            <li key={label} className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className={clsx("size-2 shrink-0 rounded-full", urgent ? "bg-red" : "bg-blue")}
              />
              <TallLink to={to}>{label}</TallLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Recent<Item>({
  id,
  title,
  all,
  empty,
  items,
  children,
}: {
  id: string;
  title: string;
  all: ReactNode;
  empty: string;
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}) {
  return (
    <Card id={id} heading={title} headingClass="text-lg" aside={all}>
      {items.length === 0 ? (
        <p className="mt-2 text-ink-soft">{empty}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">{items.map(children)}</ul>
      )}
    </Card>
  );
}

function RecentUser({ user }: { user: AdminUser }) {
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{personName(user)}</span>
        <span className="block text-sm text-ink-soft">
          <Email address={user.email} />
        </span>
      </span>
      <PersonBadges {...user} />
    </li>
  );
}

function RecentCar({ car }: { car: AdminCar }) {
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <span className="min-w-0">
        <Link to={`/car/${car._id}`} className="block font-medium wrap-anywhere hover:underline">
          {carName(car)}
        </Link>
        <span className="block text-sm text-ink-soft wrap-anywhere tabular-nums">
          {wholeItems([String(car.year), formatEuro(car.price), personName(car.user)])}
        </span>
      </span>
      {car.sold && <Badge tone="blue">{adminPageMessages.badges.sold}</Badge>}
    </li>
  );
}

/**
 * 'Përmbledhje' (specification.md#admin): waiting work, five figures, weekly
 * charts, the newest people and cars.
 */
export function OverviewSection({ waiting }: { waiting: readonly Waiting[] | undefined }) {
  const stats = useStats();
  const { data } = stats;
  if (data === undefined && stats.isError) return <LoadFailed query={stats} />;
  return (
    <div className="flex flex-col gap-6">
      {waiting === undefined ? <Skeleton className="h-24 rounded-lg" /> : <Queues waiting={waiting} />}
      <Cards stats={data} />
      <WeekCharts />
      {data === undefined ? (
        <Loading label={adminPageMessages.loading} className={twoColumns}>
          <p aria-hidden="true" className="text-ink-soft lg:col-span-2">
            {adminPageMessages.loading}
          </p>
          <Skeletons count={2} className="h-96 rounded-lg" />
        </Loading>
      ) : (
        <div className={clsx(twoColumns, "items-start")}>
          <Recent
            id="recent-users"
            title={text.recentUsers}
            all={<TallLink to={sectionAddress("users")}>{text.allUsers}</TallLink>}
            empty={text.noUsers}
            items={data.recentUsers}
          >
            {(user) => <RecentUser key={user._id} user={user} />}
          </Recent>
          <Recent
            id="recent-cars"
            title={text.recentCars}
            all={<TallLink to={sectionAddress("cars")}>{text.allCars}</TallLink>}
            empty={text.noCars}
            items={data.recentCars}
          >
            {(car) => <RecentCar key={car._id} car={car} />}
          </Recent>
        </div>
      )}
    </div>
  );
}
