import { type ReactNode, useId } from "react";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button } from "./button.tsx";
import { Modal } from "./dialog.tsx";

export type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** What happens, and to what. */
  text: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
  /** The action is running: the dialog stays open. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** The question is about leaving the page: React Router handles Back. */
  asksToLeave?: boolean;
  children?: ReactNode;
};

/** Asks before an important action. The initial focus is on the button that cancels. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel = uiMessages.confirm,
  cancelLabel = uiMessages.cancel,
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
  asksToLeave = false,
  children,
}: ConfirmDialogProps) {
  const textId = useId();
  return (
    <Modal
      open={open}
      onClose={busy ? () => undefined : onCancel}
      title={title}
      role="alertdialog"
      describedBy={textId}
      hasBack={!asksToLeave}
      className="w-[calc(100%-2rem)] max-w-md rounded-lg"
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onCancel} disabled={busy} data-autofocus>
            {cancelLabel}
          </Button>
          <Button variant={danger ? "danger" : "primary"} onClick={onConfirm} loading={busy}>
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <div id={textId} className="text-ink-soft">
        {text}
      </div>
      {children !== undefined && <div className="mt-5 empty:hidden">{children}</div>}
    </Modal>
  );
}
