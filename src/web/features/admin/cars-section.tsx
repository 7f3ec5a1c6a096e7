import { useState } from "react";
import type { AdminCar, CarList } from "#contract/admin-lists.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { carSortKeys, carStatuses } from "#domain/admin/admin-sorts.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Chip } from "#web/components/chip.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { forgetCar } from "#web/lib/remembered-cars.ts";
import { BulkDelete } from "./bulk-delete.tsx";
import { CarCard, carColumns, type CarDoing, carSorts } from "./car-columns.tsx";
import { CarDetails } from "./car-details.tsx";
import { DataTable } from "./data-table.tsx";
import { EditCar } from "./edit-car.tsx";
import { listQuery } from "./list-address.ts";
import { ListFrame } from "./list-frame.tsx";
import { CsvLink, FilterSelect, SearchField, SortSelect, Toolbar } from "./list-toolbar.tsx";
import { ReasonField } from "./reason-field.tsx";
import { carName, carTitle, personName } from "./row-names.ts";
import { useAdminQuery, useWrite } from "./use-admin.ts";
import { useListAddress } from "./use-list-address.ts";
import { useSelection } from "./use-selection.ts";

const text = adminPageMessages.cars;
const shape = { sorts: carSortKeys, filters: { status: carStatuses, owner: null } };

/** What is asked about first, with its words. */
const questions = {
  remove: {
    title: text.removeTitle,
    text: (car: AdminCar) => text.removeText(carTitle(car), personName(car.user)),
    label: adminPageMessages.actions.confirmRemove,
    done: text.removed,
    failed: text.removeFailed,
  },
  hide: {
    title: text.hideTitle,
    text: (car: AdminCar) => text.hideText(carTitle(car)),
    label: text.hide,
    done: text.hidden,
    failed: text.visibilityFailed,
  },
  show: {
    title: text.showTitle,
    text: (car: AdminCar) => text.showText(carTitle(car)),
    label: text.show,
    done: text.shown,
    failed: text.visibilityFailed,
  },
} as const;

type Question = keyof typeof questions;

function send(what: Question, id: string, reason: string): Promise<unknown> {
  const params = { id };
  switch (what) {
    case "remove":
      return api("DELETE /api/admin/cars/{id}", { params, query: { reason } });
    case "hide":
      return api("POST /api/admin/cars/{id}/hide", { params, body: { reason } });
    case "show":
      return api("POST /api/admin/cars/{id}/show", { params, body: { reason } });
  }
}

/** Five hundred deletions, with their photos, take their time. */
const slow = { timeoutMs: 60_000 };

/** 'Veturat': all cars of everybody, in every state (specification.md#admin). Deleting here is for good (specification.md#admin). */
export function CarsSection() {
  const address = useListAddress(shape);
  const { state, change, filter } = address;
  const query = listQuery(state);
  const cars = useAdminQuery(["cars", query], (options) => {
    const input = { query: new URLSearchParams({ ...query, limit: String(adminLimits.pageSize) }) };
    return state.q === ""
      ? api("GET /api/admin/cars", input, options)
      : api("GET /api/admin/cars/search", input, options);
  });
  const write = useWrite();
  const { selected, select, clear, drop } = useSelection<AdminCar>(state);
  const [doing, setDoing] = useState<CarDoing | null>(null);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState("");
  const [columns] = useState(() => carColumns(setDoing));
  const { page: _page, ...listed } = query;
  const { owner } = state.filters;
  const ownerOfAll = owner === undefined ? undefined : cars.data?.cars[0]?.user;

  const asked =
    doing === null || doing.what === "view" || doing.what === "edit"
      ? null
      : { what: doing.what, car: doing.car, words: questions[doing.what] };

  async function answer(): Promise<void> {
    if (asked === null) return;
    const { what, car, words } = asked;
    setBusy(true);
    try {
      await write(send(what, car._id, reason));
      if (what === "remove") drop(car._id);
      forgetCar(car._id);
      toast.success(words.done);
    } catch (error) {
      toast.error(messageOf(error, words.failed));
    } finally {
      setBusy(false);
      setDoing(null);
      setReason("");
    }
  }

  async function removeAll(ids: string[], why: string) {
    const body = { ids, reason: why };
    const outcome = await write(api("POST /api/admin/cars/bulk-delete", { body }, slow));
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
          onChange={(status) => filter("status", status)}
        />
        <SortSelect columns={carSorts} sort={state.sort} onSort={(sort) => change({ sort })} />
        <CsvLink href={`/api/admin/cars/export?${new URLSearchParams(listed)}`} />
      </Toolbar>
      {owner !== undefined && (
        <Chip
          label={ownerOfAll === undefined ? text.oneOwner : text.ofOwner(personName(ownerOfAll))}
          onRemove={() => filter("owner", "")}
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
        {(data, waiting) => (
          <>
            <p role="status" className="mb-3 text-sm text-ink-soft tabular-nums">
              {text.found(formatNumber(data.pagination.totalCars), formatNumber(data.pagination.allCars))}
            </p>
            <DataTable
              label={text.list}
              items={data.cars}
              columns={columns}
              idOf={(car) => car._id}
              renderCard={(car) => <CarCard car={car} onDo={setDoing} />}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
              selecting={{
                selected,
                onChange: select,
                canSelect: () => true,
                nameOf: (car) => `${carName(car)} ${text.number(car.number)}`,
              }}
              busy={waiting}
            />
          </>
        )}
      </ListFrame>
      {doing?.what === "view" && (
        <CarDetails
          car={doing.car}
          onVisibility={() => setDoing({ what: doing.car.hidden ? "show" : "hide", car: doing.car })}
          onClose={() => setDoing(null)}
        />
      )}
      {doing?.what === "edit" && <EditCar car={doing.car} onClose={() => setDoing(null)} />}
      <ConfirmDialog
        open={asked !== null}
        title={asked?.words.title ?? ""}
        text={asked?.words.text(asked.car) ?? ""}
        {...(asked === null ? {} : { confirmLabel: asked.words.label })}
        danger={asked !== null && asked.what !== "show"}
        busy={busy}
        onConfirm={() => void answer()}
        onCancel={() => {
          setDoing(null);
          setReason("");
        }}
      >
        <ReasonField value={reason} onChange={(event) => setReason(event.target.value)} />
      </ConfirmDialog>
    </div>
  );
}
