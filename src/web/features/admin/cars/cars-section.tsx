import type { AdminCar } from "#contract/admin-lists.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { carStatuses } from "#domain/admin/admin-sorts.ts";
import { formatDate, formatEuro, formatKm, formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Chip } from "#web/components/chip.tsx";
import { CarPhoto } from "#web/components/photo.tsx";
import { AdminList } from "#web/features/admin/lists/admin-list.tsx";
import { bulkCall } from "#web/features/admin/lists/bulk-delete.tsx";
import { actionsColumn, Sum } from "#web/features/admin/lists/cells.tsx";
import { adminList, choice, type RowDialog } from "#web/features/admin/lists/declare-list.ts";
import { RowActions } from "#web/features/admin/lists/row-actions.tsx";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { Email } from "#web/features/admin/parts/email.tsx";
import { CarBadges } from "#web/features/admin/parts/person-badges.tsx";
import { carName, carTitle, personName } from "#web/features/admin/parts/row-names.ts";
import { api } from "#web/lib/auth.ts";
import { invalidateCar } from "#web/lib/cached-cars.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import { CarDetails } from "./car-details.tsx";
import { EditCar } from "./edit-car.tsx";

const text = adminPageMessages.cars;

/** Actions that need a confirmation, with their texts and calls. */
const questions = {
  remove: {
    title: text.removeTitle,
    text: (car: AdminCar) => text.removeText(carTitle(car), personName(car.user)),
    confirmLabel: adminPageMessages.actions.confirmRemove,
    send: (id: string, reason: string): Promise<unknown> =>
      api("DELETE /api/admin/cars/{id}", { params: { id }, query: { reason } }),
    done: text.removed,
    failed: text.removeFailed,
  },
  hide: {
    title: text.hideTitle,
    text: (car: AdminCar) => text.hideText(carTitle(car)),
    confirmLabel: text.hide,
    send: (id: string, reason: string): Promise<unknown> =>
      api("POST /api/admin/cars/{id}/hide", { params: { id }, body: { reason } }),
    done: text.hidden,
    failed: text.visibilityFailed,
  },
  show: {
    title: text.showTitle,
    text: (car: AdminCar) => text.showText(carTitle(car)),
    confirmLabel: text.show,
    send: (id: string, reason: string): Promise<unknown> =>
      api("POST /api/admin/cars/{id}/show", { params: { id }, body: { reason } }),
    done: text.shown,
    failed: text.visibilityFailed,
  },
} as const;

const ask =
  (what: keyof typeof questions) =>
  (car: AdminCar, { close, drop }: Pick<RowDialog<AdminCar, never>, "close" | "drop">) => {
    const { text: textOf, send, done, ...words } = questions[what];
    return (
      <ConfirmWrite
        question={{
          ...words,
          text: textOf(car),
          danger: what === "remove",
          send: (reason) => send(car._id, reason),
          onDone: () => {
            if (what === "remove") drop(car);
            invalidateCar(car._id);
            return done;
          },
        }}
        onClose={close}
      />
    );
  };

/** On a tablet the fuel is on its own line, so that no line ends with a separator. */
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
  return <CarPhoto car={car} sizes="4rem" className="h-12 w-16 shrink-0 rounded-sm" />;
}

/** The specification's columns; on a tablet some of them share one. */
const cars = adminList({
  endpoint: "GET /api/admin/cars",
  read: ({ cars: items, pagination }) => ({
    items,
    pagination,
    found: text.found(formatNumber(pagination.totalCars), formatNumber(pagination.allCars)),
  }),
  idOf: (car) => car._id,
  text,
  search: { label: text.search, clear: text.clear },
  filters: [
    choice("status", {
      label: text.state,
      all: text.states.all,
      values: carStatuses,
      labelOf: (status) => text.states[status],
    }),
    { kind: "linked", name: "owner", values: null },
  ],
  pageSize: adminLimits.pageSize,
  csv: true,
  picture: (car) => <Thumbnail car={car} />,
  columns: [
    {
      id: "name",
      label: text.car,
      sort: "name",
      inCard: "title",
      cell: (car) => (
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
      cardCell: carName,
    },
    {
      id: "price",
      label: text.price,
      sort: "price",
      inCard: "corner",
      cell: (car) => <Sum>{formatEuro(car.price)}</Sum>,
    },
    {
      id: "owner",
      label: text.owner,
      sort: "owner",
      inCard: "line",
      cell: (car) => (
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
      label: text.status,
      sort: "status",
      inCard: "foot",
      cell: (car) => (
        <>
          <CarBadges {...car} />
          {/* On a tablet there is no room for its own column. */}
          <span className="mt-1 block tabular-nums @4xl:hidden">{formatDate(car.createdAt)}</span>
        </>
      ),
      cardCell: (car) => (
        <span className="flex flex-wrap items-center gap-2">
          <CarBadges {...car} />
          {formatDate(car.createdAt)}
        </span>
      ),
    },
    {
      id: "createdAt",
      label: text.date,
      sort: "createdAt",
      className: "hidden tabular-nums whitespace-nowrap @4xl:table-cell",
      cell: (car) => formatDate(car.createdAt),
    },
    {
      // Only in the card, below its title and price; in the table they are below the name.
      id: "facts",
      label: text.facts,
      inCard: "fact",
      className: "hidden",
      cell: (car) => wholeItems([String(car.year), formatKm(car.mileage), car.fuel]),
    },
    {
      ...actionsColumn,
      cell: (car, open) => (
        <RowActions
          name={`${carName(car)} ${text.number(car.number)}`}
          onView={() => open("view")}
          onEdit={() => open("edit")}
          onRemove={() => open("remove")}
        />
      ),
    },
  ],
  dialogs: {
    view: (car, { close, open }) => (
      <CarDetails car={car} onVisibility={() => open(car.hidden ? "show" : "hide")} onClose={close} />
    ),
    edit: (car, { close }) => <EditCar car={car} onClose={close} />,
    remove: ask("remove"),
    hide: ask("hide"),
    show: ask("show"),
  },
  bulk: {
    text,
    rowName: (car) => `${carName(car)} ${text.number(car.number)}`,
    bulkName: (car) => `${carTitle(car)} · ${personName(car.user)}`,
    remove: async (ids, reason) => {
      const outcome = await api("POST /api/admin/cars/bulk-delete", { body: { ids, reason } }, bulkCall);
      for (const id of ids) invalidateCar(id);
      return outcome;
    },
  },
});

/** 'Veturat': everybody's cars in every state (specification.md#admin). Deleting here is permanent. */
export function CarsSection() {
  return (
    <AdminList list={cars}>
      {({ state, filter }, listed) => {
        if (state.filters["owner"] === undefined) return null;
        const owner = listed?.items[0]?.user;
        return (
          <Chip
            label={owner === undefined ? text.oneOwner : text.ofOwner(personName(owner))}
            onRemove={() => filter("owner", "")}
            className="self-start"
          />
        );
      }}
    </AdminList>
  );
}
