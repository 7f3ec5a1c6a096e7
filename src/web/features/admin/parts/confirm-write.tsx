import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { ReasonField } from "./reason-field.tsx";
import { useWrite } from "./use-admin.ts";

/** A write that needs a confirmation. */
export interface Question<Result = unknown> {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** Without a field for the reason: nobody would read it. */
  readonly withoutReason?: boolean;
  /** The error if the required reason is missing. */
  readonly reasonRequired?: string;
  readonly send: (reason: string) => Promise<Result>;
  /** Gets the result; a returned text is shown as a toast. */
  readonly onDone: (result: Result) => string | undefined;
  /** Shown if the server sent no text. */
  readonly failed: string;
}

/**
 * Asks for a confirmation and a reason, then writes, reports the result and closes; after a failure it stays
 * open. Mounted only while open.
 */
export function ConfirmWrite<Result>({
  question: { send, onDone, failed, withoutReason = false, reasonRequired, ...words },
  onClose,
}: {
  question: Question<Result>;
  onClose: () => void;
}) {
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function confirm(): Promise<void> {
    if (reasonRequired !== undefined && reason.trim() === "") {
      setMissing(true);
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      const done = onDone(await write(send(reason)));
      if (done !== undefined) toast.success(done);
    } catch (error) {
      // The dialog stays, with the reason.
      setFailure(messageOf(error, failed));
      setBusy(false);
      return;
    }
    onClose();
  }

  return (
    <ConfirmDialog open {...words} busy={busy} onConfirm={() => void confirm()} onCancel={onClose}>
      {!withoutReason && (
        <ReasonField
          optional={reasonRequired === undefined}
          error={missing && reason.trim() === "" ? reasonRequired : undefined}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <FormError className="not-first:mt-4">{failure}</FormError>
    </ConfirmDialog>
  );
}
