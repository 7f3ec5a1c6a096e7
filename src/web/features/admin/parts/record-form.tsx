import { type ReactNode, type SubmitEvent, useState } from "react";
import type { DefaultValues, FieldValues, FormState } from "react-hook-form";
import type { z } from "zod";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { showWriteFailure } from "#web/components/form-errors.ts";
import type { ApiFormReturn } from "#web/components/use-api-form.ts";
import { toast } from "#web/components/toast.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import type { CallOptions } from "#web/lib/api-types.ts";
import { useWriteForm } from "./use-write-form.ts";

const text = adminPageMessages.conflict;

type DirtyFields<Values extends FieldValues> = FormState<Values>["dirtyFields"];

/** How the record in the form compares with the server's. */
type RecordState =
  | "fresh"
  /** Another admin saved it after it was read: this save was refused. */
  | "stale"
  /** Read again after a refusal. */
  | "reloaded"
  | "gone";

interface RecordForm<Item, Values extends FieldValues, Body> extends ApiFormReturn<Values, Body> {
  readonly record: Item;
  readonly state: RecordState;
  readonly reloading: boolean;
  readonly reload: () => Promise<void>;
  readonly onClose: () => void;
}

/**
 * The form of a record (specification.md#admin): saves only if nobody has changed the record since it was
 * read (412 otherwise), then closes. On a conflict the dialog says so, and `reload` reads the record again;
 * the typed reason stays.
 */
export function useRecordForm<
  Item extends { readonly version: number },
  Values extends FieldValues & { reason?: string | undefined },
  Body,
>({
  first,
  schema,
  valuesOf,
  load,
  save,
  saved,
  failed,
  onClose,
  ...options
}: {
  first: Item;
  schema: z.ZodType<Body, Values>;
  valuesOf: (record: Item, reason: string) => DefaultValues<Values>;
  load: () => Promise<Item>;
  save: (body: Body, options: CallOptions, dirty: DirtyFields<Values>) => Promise<unknown>;
  /** The toast after saving. */
  saved: string;
  failed: string;
  toastsInvalid?: boolean;
  onClose: () => void;
}): RecordForm<Item, Values, Body> {
  const [record, setRecord] = useState(first);
  const [state, setState] = useState<RecordState>("fresh");
  const [reloading, setReloading] = useState(false);
  const form = useWriteForm<Values, unknown, Body>({
    ...options,
    schema,
    defaults: valuesOf(first, ""),
    call: (body) => save(body, { headers: { "If-Match": `"${record.version}"` } }, dirtyFields),
    failed,
    onDone: () => {
      toast.success(saved);
      onClose();
    },
    show: (error, fallback, at) => {
      if (error instanceof ApiError && error.status === 412) setState("stale");
      else if (error instanceof ApiError && error.status === 404) setState("gone");
      else showWriteFailure(error, fallback, at);
    },
  });
  const dirtyFields: DirtyFields<Values> = form.formState.dirtyFields;

  async function reload(): Promise<void> {
    setReloading(true);
    try {
      const read = await load();
      setRecord(read);
      setState("reloaded");
      form.reset(valuesOf(read, form.getValues().reason ?? ""));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setState("gone");
      else toast.error(messageOf(error, adminPageMessages.loadFailedHint));
    } finally {
      setReloading(false);
    }
  }

  return { ...form, record, state, reloading, reload, onClose };
}

/** Another admin has changed or deleted the record since it was read. */
export function ConflictNotice({
  isGone,
  reloading,
  onReload,
}: {
  isGone: boolean;
  reloading: boolean;
  onReload: () => void;
}) {
  return (
    <div role="alert" className="rounded-md bg-red-soft px-4 py-3">
      <p className="font-semibold text-red">{isGone ? text.gone : text.title}</p>
      {!isGone && (
        <>
          <p className="mt-1">{text.text}</p>
          <Button variant="secondary" className="mt-3" loading={reloading} onClick={onReload}>
            {text.reload}
          </Button>
        </>
      )}
    </div>
  );
}

/** A record's form in a dialog, with 'Anulo' and 'Ruaj Ndryshimet'. */
export function RecordDialog({
  editing: { formProps, state, reloading, reload, onClose },
  title,
  onSubmit = formProps.onSubmit,
  children,
}: {
  editing: Pick<
    RecordForm<unknown, FieldValues, unknown>,
    "formProps" | "state" | "reloading" | "reload" | "onClose"
  >;
  title: string;
  /** Replaces the submit handler, to confirm something first. */
  onSubmit?: (event: SubmitEvent) => void | Promise<void>;
  children: ReactNode;
}) {
  return (
    <FormDialog
      {...formProps}
      title={title}
      submitLabel={adminPageMessages.actions.save}
      cancelLabel={adminPageMessages.actions.cancel}
      className="max-w-xl"
      blocked={state === "stale" || state === "gone"}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {state === "reloaded" && (
        <p role="status" className="rounded-md bg-blue-soft px-4 py-3">
          {text.reloaded}
        </p>
      )}
      {(state === "stale" || state === "gone") && (
        <ConflictNotice isGone={state === "gone"} reloading={reloading} onReload={() => void reload()} />
      )}
      {children}
    </FormDialog>
  );
}
