import type { AdminCar } from "#contract/admin-lists.ts";
import { formatDate, formatEuro, formatKm } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Photo } from "#web/components/photo.tsx";
import type { Column } from "#web/features/admin/lists/data-table.tsx";
import { Email } from "#web/features/admin/parts/email.tsx";
import { CarBadges } from "#web/features/admin/parts/person-badges.tsx";
import { wholeItems } from "#web/lib/whole-items.ts";
import { RowActions } from "#web/features/admin/lists/row-actions.tsx";
import { carName, personName } from "#web/features/admin/parts/row-names.ts";

const text = adminPageMessages.cars;

/** What an admin does with a car of the list. */
export interface CarDoing {
  readonly what: "view" | "edit" | "remove" | "hide" | "show";
  readonly car: AdminCar;
}

/** What the list can be sorted by where it has no headings. */
export const carSorts = [
  { id: "name", label: text.car },
  { id: "price", label: text.price },
  { id: "owner", label: text.owner },
  { id: "createdAt", label: text.date },
];

/** On a tablet the fuel has a line of its own: no line ends with a dot. */
function Facts({ car }: { car: AdminCar }) {
  return (
    <span className="block whitespace-nowrap text-ink-soft tabular-nums">
      {car.year} • {formatKm(car.mileage)}
      <span className="hidden @4xl:inline"> • </span>
      <span className="block @4xl:inline">{car.fuel}</span>
    </span>
  );
}

function Thumbnail({ car }: { car: AdminCar }) {
  return (
    <Photo
      src={car.images[0]}
      thumbhash={car.photos[0]?.thumbhash ?? null}
      alt=""
      sizes="4rem"
      className="h-12 w-16 shrink-0 rounded-sm"
    />
  );
}

function Actions({ car, onDo }: { car: AdminCar; onDo: (doing: CarDoing) => void }) {
  return (
    <RowActions
      name={`${carName(car)} ${text.number(car.number)}`}
      onView={() => onDo({ what: "view", car })}
      onEdit={() => onDo({ what: "edit", car })}
      onRemove={() => onDo({ what: "remove", car })}
    />
  );
}

/** The specification's columns; on a tablet some of them share one. */
export function carColumns(onDo: (doing: CarDoing) => void): Column<AdminCar>[] {
  return [
    {
      id: "name",
      accessorFn: carName,
      header: text.car,
      cell: ({ row: { original: car } }) => (
        <span className="flex max-w-80 min-w-36 items-center gap-2">
          <span className="hidden @4xl:block">
            <Thumbnail car={car} />
          </span>
          <span className="min-w-0">
            <span className="block font-medium wrap-break-word">{carName(car)}</span>
            <Facts car={car} />
          </span>
        </span>
      ),
    },
    {
      id: "price",
      accessorFn: (car) => car.price,
      header: text.price,
      cell: ({ row }) => formatEuro(row.original.price),
      meta: { className: "font-semibold tabular-nums whitespace-nowrap" },
    },
    {
      id: "owner",
      accessorFn: (car) => personName(car.user),
      header: text.owner,
      cell: ({ row: { original: car } }) => (
        <span className="block max-w-60 min-w-28">
          <span className="block wrap-break-word">{personName(car.user)}</span>
          <span className="block text-ink-soft">
            <Email address={car.user.email} />
          </span>
        </span>
      ),
    },
    {
      id: "status",
      accessorFn: (car) => car.sold,
      header: text.status,
      cell: ({ row: { original: car } }) => (
        <>
          <CarBadges {...car} />
          {/* On a tablet there is no room for a column of its own. */}
          <span className="mt-1 block tabular-nums @4xl:hidden">{formatDate(car.createdAt)}</span>
        </>
      ),
    },
    {
      id: "createdAt",
      accessorFn: (car) => car.createdAt,
      header: text.date,
      cell: ({ row }) => formatDate(row.original.createdAt),
      meta: { className: "hidden tabular-nums whitespace-nowrap @4xl:table-cell" },
    },
    {
      id: "actions",
      header: adminPageMessages.actions.column,
      cell: ({ row }) => <Actions car={row.original} onDo={onDo} />,
      meta: { className: "w-px" },
    },
  ];
}

/** The same on a phone. */
export function CarCard({ car, onDo }: { car: AdminCar; onDo: (doing: CarDoing) => void }) {
  return (
    <>
      <div className="flex gap-3">
        <Thumbnail car={car} />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold wrap-anywhere">{carName(car)}</span>
            <span className="font-semibold tabular-nums">{formatEuro(car.price)}</span>
          </p>
          <p className="text-sm text-ink-soft tabular-nums">
            {wholeItems([String(car.year), formatKm(car.mileage), car.fuel])}
          </p>
        </div>
      </div>
      <p className="mt-2 text-sm text-ink-soft">
        <span className="block wrap-break-word">{personName(car.user)}</span>
        <Email address={car.user.email} />
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-1 text-sm">
        <span className="flex flex-wrap items-center gap-2 text-ink-soft tabular-nums">
          <CarBadges {...car} />
          {formatDate(car.createdAt)}
        </span>
        <Actions car={car} onDo={onDo} />
      </div>
    </>
  );
}
