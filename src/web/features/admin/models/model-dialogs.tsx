import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { SuggestedModel } from "#contract/admin-queues.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { useApiForm } from "#web/components/use-api-form.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";

const text = adminPageMessages.models;

/** A dialog with one field; the field shows the message with which `onAnswer` rejects. */
function AskDialog({
  title,
  lead,
  label,
  first,
  missing,
  onAnswer,
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
  onAnswer: (value: string) => Promise<void>;
  onClose: () => void;
  children: (field: UseFormRegisterReturn<"answer">, error: string | undefined) => ReactNode;
}) {
  const { register, errors, formProps } = useApiForm({
    defaults: { answer: first },
    call: ({ answer }) => onAnswer(answer.trim()),
    failed: text.failed,
    onDone: () => undefined,
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
export function ApproveModel({
  model,
  onApprove,
  onClose,
}: {
  model: SuggestedModel;
  onApprove: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  return (
    <AskDialog
      title={text.approveTitle}
      lead={text.approveText}
      label={text.approve}
      first={model.name}
      onAnswer={onApprove}
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
export function MergeModel({
  model,
  onMerge,
  onClose,
}: {
  model: SuggestedModel;
  onMerge: (into: string) => Promise<void>;
  onClose: () => void;
}) {
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
      onAnswer={onMerge}
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
