import type { ReactNode } from "react";
import { useState } from "react";
import type { AdminCar } from "#contract/admin-lists.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { carSortKeys, carStatuses } from "#domain/admin/admin-sorts.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Chip } from "#web/components/chip.tsx";
import { api } from "#web/lib/auth.ts";
import { forgetCar } from "#web/lib/remembered-cars.ts";
import { CarCard, carColumns, type CarDoing, carSorts } from "./car-columns.tsx";
import { CarDetails } from "./car-details.tsx";
import { ConfirmWrite, type Question } from "#web/features/admin/parts/confirm-write.tsx";
import { EditCar } from "./edit-car.tsx";
import { listQuery } from "#web/features/admin/lists/list-address.ts";
import { bulkCall, RecordList, useSelection } from "#web/features/admin/lists/record-list.tsx";
import { carName, carTitle, personName } from "#web/features/admin/parts/row-names.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";

const text = adminPageMessages.cars;
const shape = { sorts: carSortKeys, filters: { status: carStatuses, owner: null } };

/** What is asked about first, with its words. */
const questions = {
  remove: {
    title: text.removeTitle,
    text: (car: AdminCar) => text.removeText(carTitle(car), personName(car.user)),
    confirmLabel: adminPageMessages.actions.confirmRemove,
    done: text.removed,
    failed: text.removeFailed,
  },
  hide: {
    title: text.hideTitle,
    text: (car: AdminCar) => text.hideText(carTitle(car)),
    confirmLabel: text.hide,
    done: text.hidden,
    failed: text.visibilityFailed,
  },
  show: {
    title: text.showTitle,
    text: (car: AdminCar) => text.showText(carTitle(car)),
    confirmLabel: text.show,
    done: text.shown,
    failed: text.visibilityFailed,
  },
} as const;

type QuestionKind = keyof typeof questions;

function send(what: QuestionKind, id: string, reason: string): Promise<unknown> {
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

const statusFilter = {
  name: "status",
  label: text.state,
  options: [
    { value: "", label: text.states.all },
    ...carStatuses.map((status) => ({ value: status, label: text.states[status] })),
  ],
};

async function removeAll(ids: string[], reason: string) {
  const outcome = await api("POST /api/admin/cars/bulk-delete", { body: { ids, reason } }, bulkCall);
  for (const id of ids) forgetCar(id);
  return outcome;
}

/** 'Veturat': all cars of everybody, in every state (specification.md#admin). Deleting here is for good (specification.md#admin). */
export function CarsSection(): ReactNode {
  const address = useListAddress(shape);
  const { state, filter } = address;
  const query = listQuery(state);
  const cars = useAdminQuery(["cars", query], async (options) => {
    const input = { query: new URLSearchParams({ ...query, limit: String(adminLimits.pageSize) }) };
    const { cars: items, pagination } = await (state.q === ""
      ? api("GET /api/admin/cars", input, options)
      : api("GET /api/admin/cars/search", input, options));
    const { totalCars, allCars } = pagination;
    return { items, pagination, found: text.found(formatNumber(totalCars), formatNumber(allCars)) };
  });
  const selection = useSelection<AdminCar>(state);
  const [doing, setDoing] = useState<CarDoing | null>(null);
  const [columns] = useState(() => carColumns(setDoing));
  const { owner } = state.filters;
  const ownerOfAll = owner === undefined ? undefined : cars.data?.items[0]?.user;
  const close = () => setDoing(null);

  function questionOf(what: QuestionKind, car: AdminCar): Question {
    const { title, text: ask, confirmLabel, done, failed } = questions[what];
    return {
      title,
      text: ask(car),
      confirmLabel,
      danger: what === "remove",
      send: (reason) => send(what, car._id, reason),
      onDone: () => {
        if (what === "remove") selection.drop(car._id);
        forgetCar(car._id);
        return done;
      },
      failed,
    };
  }

  return (
    <div className="flex flex-col gap-4">
      <RecordList
        texts={text}
        address={address}
        query={cars}
        filter={statusFilter}
        sorts={carSorts}
        exportPath="/api/admin/cars/export"
        selection={selection}
        columns={columns}
        rowName={(car) => `${carName(car)} ${text.number(car.number)}`}
        bulkName={(car) => `${carTitle(car)} · ${personName(car.user)}`}
        renderCard={(car) => <CarCard car={car} onDo={setDoing} />}
        onBulkRemove={removeAll}
      >
        {owner !== undefined && (
          <Chip
            label={ownerOfAll === undefined ? text.oneOwner : text.ofOwner(personName(ownerOfAll))}
            onRemove={() => filter("owner", "")}
            className="self-start"
          />
        )}
      </RecordList>
      {doing?.what === "view" && (
        <CarDetails
          car={doing.car}
          onVisibility={() => setDoing({ what: doing.car.hidden ? "show" : "hide", car: doing.car })}
          onClose={close}
        />
      )}
      {doing?.what === "edit" && <EditCar car={doing.car} onClose={close} />}
      {doing !== null && doing.what !== "view" && doing.what !== "edit" && (
        <ConfirmWrite question={questionOf(doing.what, doing.car)} onClose={close} />
      )}
    </div>
  );
}
