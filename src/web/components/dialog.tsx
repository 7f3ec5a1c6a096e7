import { clsx } from "clsx";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { uiMessages } from "#domain/messages/ui.ts";
import { useLayer } from "#web/lib/layers.ts";
import { IconButton } from "./button.tsx";
import { StrokeIcon } from "./stroke-icon.tsx";

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The title is only for screen readers. */
  hideTitle?: boolean;
  children: ReactNode;
  /** Stays in view at the bottom: the buttons. */
  footer?: ReactNode;
  className?: string;
};

/**
 * A modal `<dialog>`: the browser traps the focus, makes the rest inert, closes it on Escape and
 * restores the focus. The content is mounted only while open. The initial focus goes to
 * `data-autofocus`, else to the first control.
 */
export function Dialog(props: DialogProps) {
  return <Modal {...props} className={clsx("w-[calc(100%-2rem)] max-w-lg rounded-lg", props.className)} />;
}

/** A dialog that fills a phone's screen and is a panel on the right of a wide one; for filters and menus. */
export function Sheet(props: DialogProps) {
  return <Modal {...props} className={clsx("sheet", props.className)} />;
}

export function Modal({
  open,
  onClose,
  title,
  hideTitle = false,
  children,
  footer,
  className,
  role,
  describedBy,
  hasBack = true,
}: DialogProps & {
  role?: "alertdialog";
  describedBy?: string;
  /** Back closes it instead of leaving the page. */
  hasBack?: boolean;
}) {
  useLayer(open && hasBack, onClose);
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const leaving = useRef(false);
  const isBackdropPressed = useRef(false);
  // Browsers close a dialog at the second Escape, or a phone's second Back, without asking.
  const [closings, setClosings] = useState(0);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    }
    if (!open && dialog.open) dialog.close();
    // oxlint-disable-next-line react/exhaustive-deps -- reopens a dialog that the browser closed while `open` is true
  }, [open, closings]);
  useLayoutEffect(() => {
    const dialog = ref.current;
    leaving.current = false;
    return () => {
      // A dialog that is being unmounted does not restore the focus.
      leaving.current = true;
      dialog?.close();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the click is on the backdrop; the browser handles Escape
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={clsx("modal flex-col overflow-hidden open:flex", className)}
      // Escape only asks to close: `open` decides, so that both agree.
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (!open || leaving.current) return;
        onClose();
        setClosings(closings + 1);
      }}
      // A press that began inside, to select text, may end on the backdrop: its click is the dialog's, too.
      onPointerDown={(event) => {
        isBackdropPressed.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isBackdropPressed.current) onClose();
      }}
    >
      {open && (
        <>
          <div
            className={clsx(
              "flex items-center justify-between gap-4 py-2 ps-6 pe-2",
              !hideTitle && "border-b border-line",
            )}
          >
            <h2 id={titleId} className={hideTitle ? "sr-only" : "py-2 text-lg"}>
              {title}
            </h2>
            <IconButton label={uiMessages.close} onClick={onClose} className="ms-auto">
              <StrokeIcon className="size-5">
                <path d="m6 6 12 12M18 6 6 18" />
              </StrokeIcon>
            </IconButton>
          </div>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain px-6 py-5">{children}</div>
          {footer && <div className="border-t border-line px-6 py-4">{footer}</div>}
        </>
      )}
    </dialog>
  );
}
