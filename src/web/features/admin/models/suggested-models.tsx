import type { SuggestedModel } from "#contract/admin-queues.ts";
import { formatDate, formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import { api } from "#web/lib/auth.ts";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { ApproveModel, MergeModel } from "./model-dialogs.tsx";
import { personName } from "#web/features/admin/parts/row-names.ts";
import { Email } from "#web/features/admin/parts/email.tsx";
import { actionsColumn } from "#web/features/admin/lists/cells.tsx";
import { AdminList } from "#web/features/admin/lists/admin-list.tsx";
import { adminList } from "#web/features/admin/lists/declare-list.ts";

const text = adminPageMessages.models;

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

function Actions({
  model,
  onDo,
}: {
  model: SuggestedModel;
  onDo: (what: "approve" | "merge" | "refuse") => void;
}) {
  const name = `${model.brand} ${model.name}`;
  return (
    <span className="flex flex-wrap gap-2 md:flex-nowrap">
      <Button className="px-3!" aria-label={text.approveOf(name)} onClick={() => onDo("approve")}>
        {text.approve}
      </Button>
      <Button
        variant="secondary"
        className="px-3!"
        aria-label={text.mergeOf(name)}
        onClick={() => onDo("merge")}
      >
        {text.merge}
      </Button>
      <Button
        variant="danger-quiet"
        className="px-3!"
        aria-label={text.refuseOf(name)}
        onClick={() => onDo("refuse")}
      >
        {text.refuse}
      </Button>
    </span>
  );
}

const models = adminList({
  endpoint: "GET /api/admin/models",
  read: ({ models: items, pagination }) => ({ items, pagination }),
  idOf: ({ id }) => id,
  text,
  columns: [
    { id: "brand", label: text.brand, cell: ({ brand }) => brand },
    {
      id: "model",
      label: text.model,
      inCard: "title",
      cell: ({ name }) => <span className="block max-w-64 font-medium wrap-anywhere">{name}</span>,
      cardCell: ({ brand, name }) => `${brand} ${name}`,
    },
    {
      id: "cars",
      label: text.cars,
      inCard: "fact",
      className: "tabular-nums",
      cell: ({ carCount }) => formatNumber(carCount),
      cardCell: ({ carCount }) => adminPageMessages.users.carCount(carCount),
    },
    { id: "author", label: text.suggestedBy, inCard: "line", cell: (model) => <Author model={model} /> },
    {
      id: "date",
      label: text.date,
      inCard: "fact",
      className: "hidden tabular-nums whitespace-nowrap @4xl:table-cell",
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    { ...actionsColumn, cell: (model, open) => <Actions model={model} onDo={open} /> },
  ],
  dialogs: {
    approve: (model, { close }) => <ApproveModel model={model} onClose={close} />,
    merge: (model, { close }) => <MergeModel model={model} onClose={close} />,
    refuse: ({ id, brand, name }, { close }) => (
      <ConfirmWrite
        question={{
          title: text.refuseTitle,
          text: text.refuseText(brand, name),
          confirmLabel: text.refuse,
          danger: true,
          withoutReason: true,
          send: () => api("POST /api/admin/models/{id}/refuse", { params: { id } }),
          onDone: () => text.refused,
          failed: text.failed,
        }}
        onClose={close}
      />
    ),
  },
});

/** Models that sellers typed and the catalogue does not have: approve, correct, merge, reject. */
export function SuggestedModels() {
  return <AdminList list={models} />;
}
