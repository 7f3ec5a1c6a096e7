import { type SubmitEvent, useState } from "react";
import type { ReviewedCar } from "#contract/review.ts";
import type { ReviewDecision } from "#domain/admin/review-signals.ts";
import { reviewMessages as text } from "#domain/messages/review.ts";
import { ReasonField } from "#web/features/admin/parts/reason-field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { carTitle } from "#web/features/admin/parts/row-names.ts";

const words = {
  dismiss: { title: text.dismissTitle, explain: text.dismissText, label: text.dismiss },
  hide: { title: text.hideTitle, explain: text.hideText, label: text.hide },
  ask: { title: text.askTitle, explain: text.askText, label: text.ask },
} as const;

/** Asks for the reason; Ctrl+Enter submits. Mounted only while open. */
export function DecideDialog({
  reviewed,
  decision,
  onDecide,
  onClose,
}: {
  reviewed: ReviewedCar;
  decision: ReviewDecision;
  /** Resolves with the error's text, or null. */
  onDecide: (reason: string) => Promise<string | null>;
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [failed, setFailed] = useState<string>();
  const { title, explain, label } = words[decision];

  async function submit(event?: SubmitEvent): Promise<void> {
    event?.preventDefault();
    if (busy) return;
    if (decision === "ask" && reason.trim() === "") {
      setMissing(true);
      return;
    }
    setBusy(true);
    const problem = await onDecide(reason);
    setBusy(false);
    if (problem === null) onClose();
    else setFailed(problem);
  }

  return (
    <FormDialog
      title={title}
      error={failed}
      submitLabel={label}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-ink-soft wrap-anywhere">{explain(carTitle(reviewed.car))}</p>
      <ReasonField
        data-autofocus
        optional={decision !== "ask"}
        error={missing && reason.trim() === "" ? text.reasonRequired : undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
        }}
      />
    </FormDialog>
  );
}
