import type { ReactNode, SubmitEvent } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import { Dialog } from "#web/components/dialog.tsx";

const text = adminPageMessages.actions;

/** A record's form in a dialog, with 'Anulo' and 'Ruaj Ndryshimet' (specification.md#operation). */
export function EditDialog({
  id,
  title,
  busy,
  blocked,
  error,
  notice,
  onSubmit,
  onClose,
  children,
}: {
  id: string;
  title: string;
  busy: boolean;
  /** Saving would fail for sure: the record has changed, or is gone. */
  blocked: boolean;
  error: string | undefined;
  notice: ReactNode;
  onSubmit: (event: SubmitEvent) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      title={title}
      className="max-w-xl!"
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {text.cancel}
          </Button>
          <Button type="submit" form={id} loading={busy} disabled={blocked}>
            {text.save}
          </Button>
        </div>
      }
    >
      <form id={id} method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        {children}
        {error !== undefined && (
          <p role="alert" className="rounded-md bg-red-soft px-4 py-3 font-medium text-red">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
