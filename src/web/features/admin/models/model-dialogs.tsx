import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { SuggestedModel } from "#contract/admin-queues.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { useWriteForm } from "#web/features/admin/parts/use-write-form.ts";

const text = adminPageMessages.models;

/** A dialog with one field, which shows the error of a failed write. */
function AskDialog({
  title,
  lead,
  label,
  first,
  missing,
  send,
  onClose,
  children,
}: {
  title: string;
  lead: string;
  label: string;
  /** The field's initial value. */
  first: string;
  /** The error of an empty field; without it, the server decides. */
  missing?: string;
  /** Returns the text of the toast. */
  send: (value: string) => Promise<string>;
  onClose: () => void;
  children: (field: UseFormRegisterReturn<"answer">, error: string | undefined) => ReactNode;
}) {
  const { register, errors, formProps } = useWriteForm({
    defaults: { answer: first },
    call: ({ answer }) => send(answer.trim()),
    failed: text.failed,
    onDone: (done) => {
      toast.success(done);
      onClose();
    },
    show: (error, fallback, { fields: [answer], setError }) => {
      if (answer !== undefined) setError(answer, { message: messageOf(error, fallback) });
    },
  });
  return (
    <FormDialog
      {...formProps}
      error={undefined}
      title={title}
      submitLabel={label}
      cancelLabel={adminPageMessages.actions.cancel}
      onClose={onClose}
    >
      <p className="text-ink-soft">{lead}</p>
      {children(register("answer", { required: missing ?? false }), errors.answer?.message)}
    </FormDialog>
  );
}

/** Adds a suggested model to the catalogue, under a name that the admin may correct. */
export function ApproveModel({ model, onClose }: { model: SuggestedModel; onClose: () => void }) {
  return (
    <AskDialog
      title={text.approveTitle}
      lead={text.approveText}
      label={text.approve}
      first={model.name}
      send={async (name) => {
        const input = { params: { id: model.id }, body: name === model.name ? {} : { name } };
        const done = await api("POST /api/admin/models/{id}/approve", input);
        return text.approved(done.brand, done.model);
      }}
      onClose={onClose}
    >
      {(field, error) => (
        <Field label={text.name(model.brand)} required error={error}>
          <Input {...field} maxLength={carLimits.maxModel} autoComplete="off" data-autofocus />
        </Field>
      )}
    </AskDialog>
  );
}

/** Gives the cars of a suggested model one that the catalogue already has. */
export function MergeModel({ model, onClose }: { model: SuggestedModel; onClose: () => void }) {
  const known = useAdminQuery(["catalogue", model.brand], (options) =>
    api("GET /api/car-models/models", { query: { brand: model.brand } }, options),
  );
  const choices = (known.data ?? []).filter((name) => name !== model.name);
  return (
    <AskDialog
      title={text.mergeTitle}
      lead={text.mergeText(`${model.brand} ${model.name}`)}
      label={text.merge}
      first=""
      missing={text.intoRequired}
      send={async (into) => {
        const input = { params: { id: model.id }, body: { into } };
        const done = await api("POST /api/admin/models/{id}/merge", input);
        return text.merged(done.movedCars, done.brand, done.model);
      }}
      onClose={onClose}
    >
      {(field, error) => (
        <Field
          label={text.into(model.brand)}
          required
          error={error ?? (known.isError ? text.modelsFailed(model.brand) : undefined)}
        >
          <Select {...field} disabled={known.isPending} data-autofocus>
            <option value="">{text.intoChoose}</option>
            <Options values={choices} />
          </Select>
        </Field>
      )}
    </AskDialog>
  );
}
