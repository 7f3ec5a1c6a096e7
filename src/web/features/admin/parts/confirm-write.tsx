import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { ReasonField } from "./reason-field.tsx";
import { useWrite } from "./use-admin.ts";

/** A write that is asked about first. */
export interface Question<Result = unknown> {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** Nobody is told why. */
  readonly withoutReason?: boolean;
  /** Not without a reason; said where it is missing. */
  readonly reasonRequired?: string;
  readonly send: (reason: string) => Promise<Result>;
  /** Told what came of it; a text is shown as a toast. */
  readonly onDone: (result: Result) => string | undefined;
  /** Said where the server gives no words of its own. */
  readonly failed: string;
}

/** Asks once, with room for a reason; then writes, says what came of it, and closes. Mounted while it asks. */
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

  async function confirm(): Promise<void> {
    if (reasonRequired !== undefined && reason.trim() === "") {
      setMissing(true);
      return;
    }
    setBusy(true);
    try {
      const done = onDone(await write(send(reason)));
      if (done !== undefined) toast.success(done);
    } catch (error) {
      toast.error(messageOf(error, failed));
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
    </ConfirmDialog>
  );
}
