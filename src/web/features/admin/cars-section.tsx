import { useState } from "react";
import type { AdminCar, CarList } from "#contract/admin-lists.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { carSortKeys, carStatuses } from "#domain/admin/admin-sorts.ts";
import { formatDate, formatEuro, formatKm, formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Chip } from "#web/components/chip.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Photo } from "#web/components/photo.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { forgetCar } from "#web/lib/remembered-cars.ts";
import { BulkDelete } from "./bulk-delete.tsx";
import { CarDetails } from "./car-details.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { EditCar } from "./edit-car.tsx";
import { Email } from "./email.tsx";
import { listQuery } from "./list-address.ts";
import { ListFrame } from "./list-frame.tsx";
import { CsvLink, FilterSelect, SearchField, SortSelect, Toolbar } from "./list-toolbar.tsx";
import { CarBadges } from "./person-badges.tsx";
import { RowActions } from "./row-actions.tsx";
import { carName, carTitle, personName } from "./row-names.ts";
import { useAdminQuery, useWrite } from "./use-admin.ts";
import { useListAddress } from "./use-list-address.ts";
import { useSelection } from "./use-selection.ts";

const text = adminPageMessages.cars;
const shape = { sorts: carSortKeys, filters: { status: carStatuses, owner: null } };

type Doing = { what: "view" | "edit" | "remove"; car: AdminCar };

function factsOf(car: AdminCar): string {
  return `${car.year} • ${formatKm(car.mileage)} • ${car.fuel}`;
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

function Actions({ car, onDo }: { car: AdminCar; onDo: (doing: Doing) => void }) {
  return (
    <RowActions
      name={`${carName(car)} ${text.number(car.number)}`}
      onView={() => onDo({ what: "view", car })}
      onEdit={() => onDo({ what: "edit", car })}
      onRemove={() => onDo({ what: "remove", car })}
    />
  );
}

function columnsFor(onDo: (doing: Doing) => void): Column<AdminCar>[] {
  return [
    {
      id: "name",
      accessorFn: carName,
      header: text.car,
      cell: ({ row: { original: car } }) => (
        <span className="flex max-w-80 min-w-44 items-center gap-3 lg:min-w-60">
          <span className="hidden lg:block">
            <Thumbnail car={car} />
          </span>
          <span className="min-w-0">
            <span className="block font-medium wrap-break-word">{carName(car)}</span>
            <span className="block text-ink-soft tabular-nums">{factsOf(car)}</span>
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
          <span className="mt-1 block tabular-nums lg:hidden">{formatDate(car.createdAt)}</span>
        </>
      ),
    },
    {
      id: "createdAt",
      accessorFn: (car) => car.createdAt,
      header: text.date,
      cell: ({ row }) => formatDate(row.original.createdAt),
      meta: { className: "hidden tabular-nums whitespace-nowrap lg:table-cell" },
    },
    {
      id: "actions",
      header: adminPageMessages.actions.column,
      cell: ({ row }) => <Actions car={row.original} onDo={onDo} />,
      meta: { className: "w-px" },
    },
  ];
}

function Card({ car, onDo }: { car: AdminCar; onDo: (doing: Doing) => void }) {
  return (
    <>
      <div className="flex gap-3">
        <Thumbnail car={car} />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold wrap-anywhere">{carName(car)}</span>
            <span className="font-semibold tabular-nums">{formatEuro(car.price)}</span>
          </p>
          <p className="text-sm text-ink-soft tabular-nums">{factsOf(car)}</p>
        </div>
      </div>
      <p className="mt-2 text-sm text-ink-soft">
        {personName(car.user)} · <Email address={car.user.email} />
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

const sortColumns = [
  { id: "name", label: text.car },
  { id: "price", label: text.price },
  { id: "owner", label: text.owner },
  { id: "createdAt", label: text.date },
];

/** Five hundred deletions, with their photos, take their time. */
const slow = { timeoutMs: 60_000 };

/** 'Veturat': all cars of everybody, in every state (SPEC section 2). Deleting here is for good (DECISIONS "Admin"). */
export function CarsSection() {
  const address = useListAddress(shape);
  const { state, change } = address;
  const query = listQuery(state);
  const cars = useAdminQuery(["cars", query], (options) => {
    const input = { query: new URLSearchParams({ ...query, limit: String(adminLimits.pageSize) }) };
    return state.q === ""
      ? api("GET /api/admin/cars", input, options)
      : api("GET /api/admin/cars/search", input, options);
  });
  const write = useWrite();
  const { selected, select, clear, drop } = useSelection<AdminCar>(state);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [removing, setRemoving] = useState(false);
  const [columns] = useState(() => columnsFor(setDoing));
  const { page: _page, ...listed } = query;
  const { owner, ...otherFilters } = state.filters;
  const ownerOfAll = owner === undefined ? undefined : cars.data?.cars[0]?.user;

  async function remove(car: AdminCar): Promise<void> {
    setRemoving(true);
    try {
      await write(api("DELETE /api/admin/cars/{id}", { params: { id: car._id } }));
      drop(car._id);
      forgetCar(car._id);
      toast.success(text.removed);
    } catch (error) {
      toast.error(messageOf(error, text.removeFailed));
    } finally {
      setRemoving(false);
      setDoing(null);
    }
  }

  async function removeAll(ids: string[]) {
    const outcome = await write(api("POST /api/admin/cars/bulk-delete", { body: { ids } }, slow));
    for (const id of ids) forgetCar(id);
    return outcome;
  }

  return (
    <div className="flex flex-col gap-4">
      <Toolbar>
        <SearchField
          label={text.search}
          clearLabel={text.clear}
          q={state.q}
          onSearch={(q, refined) => change({ q }, { replace: refined })}
        />
        <FilterSelect
          label={text.state}
          value={state.filters["status"] ?? ""}
          options={[
            { value: "", label: text.states.all },
            ...carStatuses.map((status) => ({ value: status, label: text.states[status] })),
          ]}
          onChange={(status) => change({ filters: { ...state.filters, status } })}
        />
        <SortSelect columns={sortColumns} sort={state.sort} onSort={(sort) => change({ sort })} />
        <CsvLink href={`/api/admin/cars/export?${new URLSearchParams(listed)}`} />
      </Toolbar>
      {owner !== undefined && (
        <Chip
          label={ownerOfAll === undefined ? text.oneOwner : text.ofOwner(personName(ownerOfAll))}
          onRemove={() => change({ filters: otherFilters })}
          className="self-start"
        />
      )}
      <BulkDelete
        texts={text}
        most={adminLimits.maxBulk}
        selected={selected}
        nameOf={(car) => `${carTitle(car)} · ${personName(car.user)}`}
        onRemove={removeAll}
        onClear={clear}
      />
      <ListFrame
        query={cars}
        address={address}
        pageOf={(data: CarList) => data.pagination}
        isEmpty={(data) => data.cars.length === 0}
        empty={{ title: text.empty, text: text.emptyHint }}
      >
        {(data, busy) => (
          <>
            <p role="status" className="mb-3 text-sm text-ink-soft tabular-nums">
              {text.found(formatNumber(data.pagination.totalCars), formatNumber(data.pagination.allCars))}
            </p>
            <DataTable
              label={text.list}
              items={data.cars}
              columns={columns}
              idOf={(car) => car._id}
              renderCard={(car) => <Card car={car} onDo={setDoing} />}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
              selecting={{
                selected,
                onChange: select,
                canSelect: () => true,
                nameOf: (car) => `${carName(car)} ${text.number(car.number)}`,
              }}
              busy={busy}
            />
          </>
        )}
      </ListFrame>
      {doing?.what === "view" && <CarDetails car={doing.car} onClose={() => setDoing(null)} />}
      {doing?.what === "edit" && <EditCar car={doing.car} onClose={() => setDoing(null)} />}
      <ConfirmDialog
        open={doing?.what === "remove"}
        title={text.removeTitle}
        text={doing === null ? "" : text.removeText(carTitle(doing.car), personName(doing.car.user))}
        confirmLabel={adminPageMessages.actions.confirmRemove}
        danger
        busy={removing}
        onConfirm={() => {
          if (doing !== null) void remove(doing.car);
        }}
        onCancel={() => setDoing(null)}
      />
    </div>
  );
}
