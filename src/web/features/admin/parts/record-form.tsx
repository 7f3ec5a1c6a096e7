import { type ReactNode, type SubmitEvent, useState } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError } from "#web/lib/api-error.ts";
import type { CallOptions } from "#web/lib/api-types.ts";
import { useWrite } from "./use-admin.ts";

const text = adminPageMessages.conflict;

/** How the record that is being edited compares with the server's. */
type RecordState =
  | "fresh"
  /** Somebody saved it after it was read: this person's changes were refused. */
  | "stale"
  /** Read again after that. */
  | "reloaded"
  | "gone";

/**
 * A record with its version while it is edited (specification.md#admin): `save` writes only if nobody has changed it
 * since it was read, and closes; where somebody has, the dialog says so and `onReload` gets the record read again.
 */
export function useRecordForm<Item extends { readonly version: number }>({
  first,
  load,
  saved,
  onReload,
  onFailure,
  onClose,
}: {
  first: Item;
  load: () => Promise<Item>;
  /** What is said after saving. */
  saved: string;
  onReload: (record: Item) => void;
  onFailure: (error: unknown) => void;
  onClose: () => void;
}) {
  const write = useWrite();
  const [record, setRecord] = useState(first);
  const [state, setState] = useState<RecordState>("fresh");
  const [reloading, setReloading] = useState(false);

  async function reload(): Promise<void> {
    setReloading(true);
    try {
      const read = await load();
      setRecord(read);
      setState("reloaded");
      onReload(read);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) setState("gone");
    } finally {
      setReloading(false);
    }
  }

  async function save(send: (options: CallOptions) => Promise<unknown>): Promise<void> {
    try {
      await write(send({ headers: { "If-Match": `"${record.version}"` } }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) setState("stale");
      else if (error instanceof ApiError && error.status === 404) setState("gone");
      else onFailure(error);
      return;
    }
    toast.success(saved);
    onClose();
  }

  return { record, state, reloading, reload, save, onClose };
}

/** A record's form in a dialog, with 'Anulo' and 'Ruaj Ndryshimet' (specification.md#operation). */
export function RecordDialog({
  editing: { state, reloading, reload, onClose },
  title,
  busy,
  error,
  onSubmit,
  children,
}: {
  editing: Pick<ReturnType<typeof useRecordForm>, "state" | "reloading" | "reload" | "onClose">;
  title: string;
  busy: boolean;
  error: string | undefined;
  onSubmit: (event: SubmitEvent) => Promise<void>;
  children: ReactNode;
}) {
  return (
    <FormDialog
      title={title}
      submitLabel={adminPageMessages.actions.save}
      cancelLabel={adminPageMessages.actions.cancel}
      className="max-w-xl"
      busy={busy}
      blocked={state === "stale" || state === "gone"}
      error={error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {state === "reloaded" && (
        <p role="status" className="rounded-md bg-blue-soft px-4 py-3">
          {text.reloaded}
        </p>
      )}
      {(state === "stale" || state === "gone") && (
        <div role="alert" className="rounded-md bg-red-soft px-4 py-3">
          <p className="font-semibold text-red">{state === "gone" ? text.gone : text.title}</p>
          {state === "stale" && (
            <>
              <p className="mt-1">{text.text}</p>
              <Button variant="secondary" className="mt-3" loading={reloading} onClick={() => void reload()}>
                {text.reload}
              </Button>
            </>
          )}
        </div>
      )}
      {children}
    </FormDialog>
  );
}
