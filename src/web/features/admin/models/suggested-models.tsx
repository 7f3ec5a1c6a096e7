import { useState } from "react";
import type { SuggestedModel } from "#contract/admin-desk.ts";
import { formatDate, formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { api } from "#web/lib/auth.ts";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { type Column, DataTable } from "#web/features/admin/lists/data-table.tsx";
import { listQuery } from "#web/features/admin/lists/list-address.ts";
import { ListFrame } from "#web/features/admin/lists/list-frame.tsx";
import { ApproveModel, MergeModel } from "./model-dialogs.tsx";
import { personName } from "#web/features/admin/parts/row-names.ts";
import { useAdminQuery, useWrite } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";
import { Email } from "#web/features/admin/parts/email.tsx";

const text = adminPageMessages.models;
const shape = { sorts: [], filters: {} };

type Doing = { what: "approve" | "merge" | "refuse"; model: SuggestedModel };

function Author({ model }: { model: SuggestedModel }) {
  if (model.suggestedBy === null) return <span className="text-ink-faint">{text.nobody}</span>;
  return (
    <span className="block max-w-60 wrap-anywhere">
      {personName(model.suggestedBy)}
      <span className="block text-ink-soft">
        <Email address={model.suggestedBy.email} />
      </span>
    </span>
  );
}

function Actions({ model, onDo }: { model: SuggestedModel; onDo: (doing: Doing) => void }) {
  const name = `${model.brand} ${model.name}`;
  return (
    <span className="flex flex-wrap gap-2 md:flex-nowrap">
      <Button
        className="px-3!"
        aria-label={text.approveOf(name)}
        onClick={() => onDo({ what: "approve", model })}
      >
        {text.approve}
      </Button>
      <Button
        variant="secondary"
        className="px-3!"
        aria-label={text.mergeOf(name)}
        onClick={() => onDo({ what: "merge", model })}
      >
        {text.merge}
      </Button>
      <Button
        variant="danger-quiet"
        className="px-3!"
        aria-label={text.refuseOf(name)}
        onClick={() => onDo({ what: "refuse", model })}
      >
        {text.refuse}
      </Button>
    </span>
  );
}

function columnsFor(onDo: (doing: Doing) => void): Column<SuggestedModel>[] {
  return [
    { id: "brand", header: text.brand, cell: ({ row }) => row.original.brand },
    {
      id: "model",
      header: text.model,
      cell: ({ row }) => (
        <span className="block max-w-64 font-medium wrap-anywhere">{row.original.name}</span>
      ),
    },
    {
      id: "cars",
      header: text.cars,
      cell: ({ row }) => formatNumber(row.original.carCount),
      meta: { className: "tabular-nums" },
    },
    { id: "author", header: text.suggestedBy, cell: ({ row }) => <Author model={row.original} /> },
    {
      id: "date",
      header: text.date,
      cell: ({ row }) => formatDate(row.original.createdAt),
      meta: { className: "hidden tabular-nums whitespace-nowrap @4xl:table-cell" },
    },
    {
      id: "actions",
      header: adminPageMessages.actions.column,
      cell: ({ row }) => <Actions model={row.original} onDo={onDo} />,
      meta: { className: "w-px" },
    },
  ];
}

function Card({ model, onDo }: { model: SuggestedModel; onDo: (doing: Doing) => void }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold wrap-anywhere">
          {model.brand} {model.name}
        </span>
        <span className="text-sm text-ink-soft tabular-nums">
          {adminPageMessages.users.carCount(model.carCount)} · {formatDate(model.createdAt)}
        </span>
      </p>
      <div className="mt-1 mb-3 text-sm">
        <Author model={model} />
      </div>
      <Actions model={model} onDo={onDo} />
    </>
  );
}

/** Models that sellers typed and the catalogue does not have: approve, correct, merge, refuse. */
export function SuggestedModels() {
  const address = useListAddress(shape);
  const query = listQuery(address.state);
  const models = useAdminQuery(["models", query], (options) =>
    api("GET /api/admin/models", { query: new URLSearchParams(query) }, options),
  );
  const write = useWrite();
  const [doing, setDoing] = useState<Doing | null>(null);
  const [columns] = useState(() => columnsFor(setDoing));

  async function approve(model: SuggestedModel, name: string): Promise<void> {
    const body = name === model.name ? {} : { name };
    const done = await write(api("POST /api/admin/models/{id}/approve", { params: { id: model.id }, body }));
    toast.success(text.approved(done.brand, done.model));
    setDoing(null);
  }

  async function merge(model: SuggestedModel, into: string): Promise<void> {
    const input = { params: { id: model.id }, body: { into } };
    const done = await write(api("POST /api/admin/models/{id}/merge", input));
    toast.success(text.merged(done.movedCars, done.brand, done.model));
    setDoing(null);
  }

  return (
    <div className="flex flex-col gap-4">
      <ListFrame
        query={models}
        address={address}
        isEmpty={(data) => data.models.length === 0}
        empty={{ title: text.empty, text: text.emptyHint }}
      >
        {(data, waiting) => (
          <DataTable
            label={text.list}
            items={data.models}
            columns={columns}
            idOf={(model) => model.id}
            renderCard={(model) => <Card model={model} onDo={setDoing} />}
            busy={waiting}
          />
        )}
      </ListFrame>
      {doing?.what === "approve" && (
        <ApproveModel
          model={doing.model}
          onApprove={(name) => approve(doing.model, name)}
          onClose={() => setDoing(null)}
        />
      )}
      {doing?.what === "merge" && (
        <MergeModel
          model={doing.model}
          onMerge={(into) => merge(doing.model, into)}
          onClose={() => setDoing(null)}
        />
      )}
      {doing?.what === "refuse" && (
        <ConfirmWrite
          question={{
            title: text.refuseTitle,
            text: text.refuseText(doing.model.brand, doing.model.name),
            confirmLabel: text.refuse,
            danger: true,
            withoutReason: true,
            send: () => api("POST /api/admin/models/{id}/refuse", { params: { id: doing.model.id } }),
            onDone: () => text.refused,
            failed: text.failed,
          }}
          onClose={() => setDoing(null)}
        />
      )}
    </div>
  );
}
