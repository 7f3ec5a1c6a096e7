import { type ReactNode, type SubmitEvent, useId } from "react";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button } from "./button.tsx";
import { Modal } from "./dialog.tsx";
import { FormError } from "./form-error.tsx";

/**
 * A form in a dialog: fields, an error of the whole form, and two buttons. `danger` marks something
 * irreversible: the initial focus is on the button that cancels.
 */
export function FormDialog({
  open = true,
  title,
  describedBy,
  error,
  submitLabel,
  cancelLabel = uiMessages.cancel,
  busy,
  blocked = false,
  danger = false,
  className = "max-w-lg",
  onSubmit,
  onClose,
  children,
}: {
  open?: boolean;
  title: string;
  /** Id of the element among `children` that describes the consequence. */
  describedBy?: string;
  error: string | undefined;
  submitLabel: string;
  cancelLabel?: string;
  /** Submitting: the dialog stays open. */
  busy: boolean;
  /** Disables submit: it would certainly fail. */
  blocked?: boolean;
  danger?: boolean;
  className?: string;
  /** Must handle its own errors. */
  onSubmit: (event: SubmitEvent) => void | Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Modal
      open={open}
      onClose={busy ? () => undefined : onClose}
      title={title}
      {...(danger && { role: "alertdialog" })}
      {...(describedBy !== undefined && { describedBy })}
      className={`w-[calc(100%-2rem)] rounded-lg ${className}`}
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button
            variant="secondary"
            onClick={onClose}
            disabled={busy}
            data-autofocus={danger ? true : undefined}
          >
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? "danger" : "primary"}
            loading={busy}
            disabled={blocked}
          >
            {submitLabel}
          </Button>
        </div>
      }
    >
      <form
        id={id}
        method="post"
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        className="flex flex-col gap-5"
      >
        {children}
        <FormError>{error}</FormError>
      </form>
    </Modal>
  );
}
