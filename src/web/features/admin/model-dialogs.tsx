import { type FormEvent, type ReactNode, useState } from "react";
import type { SuggestedModel } from "#contract/admin-desk.ts";
import { carLimits } from "#domain/cars/car-limits.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input } from "#web/components/input.tsx";
import { Select } from "#web/components/select.tsx";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { useAdminQuery } from "./use-admin.ts";

const text = adminPageMessages.models;

/** A question with one field; `onAnswer` rejects with what the dialog then says. */
function AskDialog({
  title,
  lead,
  label,
  answer,
  onAnswer,
  onClose,
  children,
}: {
  title: string;
  lead: string;
  label: string;
  /** What is sent, or what is missing for that. */
  answer: { value: string } | { missing: string };
  onAnswer: (value: string) => Promise<void>;
  onClose: () => void;
  children: (error: string | undefined) => ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ of: string; message: string } | null>(null);
  const given = "value" in answer ? answer.value : "";

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!("value" in answer)) {
      setError({ of: given, message: answer.missing });
      return;
    }
    setBusy(true);
    try {
      await onAnswer(answer.value);
    } catch (failure) {
      setError({ of: given, message: messageOf(failure, text.failed) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={title}
      submitLabel={label}
      cancelLabel={adminPageMessages.actions.cancel}
      busy={busy}
      error={undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-ink-soft">{lead}</p>
      {/* A complaint about one answer says nothing of the next. */}
      {children(error?.of === given ? error.message : undefined)}
    </FormDialog>
  );
}

/** Takes a suggestion into the catalogue, under the name that the admin gives it. */
export function ApproveModel({
  model,
  onApprove,
  onClose,
}: {
  model: SuggestedModel;
  onApprove: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const [name, setName] = useState(model.name);
  return (
    <AskDialog
      title={text.approveTitle}
      lead={text.approveText}
      label={text.approve}
      answer={{ value: name.trim() }}
      onAnswer={onApprove}
      onClose={onClose}
    >
      {(error) => (
        <Field label={text.name(model.brand)} required error={error}>
          <Input
            value={name}
            maxLength={carLimits.maxModel}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      )}
    </AskDialog>
  );
}

/** Gives the cars of a suggestion a model that the catalogue has already. */
export function MergeModel({
  model,
  onMerge,
  onClose,
}: {
  model: SuggestedModel;
  onMerge: (into: string) => Promise<void>;
  onClose: () => void;
}) {
  const [into, setInto] = useState("");
  const known = useAdminQuery(["catalogue", model.brand], (options) =>
    api("GET /api/car-models/models", { query: { brand: model.brand } }, options),
  );
  const choices = (known.data ?? []).filter((name) => name !== model.name);
  return (
    <AskDialog
      title={text.mergeTitle}
      lead={text.mergeText(`${model.brand} ${model.name}`)}
      label={text.merge}
      answer={into === "" ? { missing: text.intoRequired } : { value: into }}
      onAnswer={onMerge}
      onClose={onClose}
    >
      {(error) => (
        <Field
          label={text.into(model.brand)}
          required
          error={error ?? (known.isError ? text.modelsFailed(model.brand) : undefined)}
        >
          <Select
            value={into}
            disabled={known.isPending}
            data-autofocus
            onChange={(event) => setInto(event.target.value)}
          >
            <option value="">{text.intoChoose}</option>
            {choices.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      )}
    </AskDialog>
  );
}
