import { useEffect } from "react";
import { useBlocker } from "react-router";
import { uiMessages } from "#domain/messages/ui.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/**
 * Asks before a link or Back leaves the page while something uploads. The browser asks before leaving the site,
 * in the same case and with `losesMore`.
 */
export function LeaveQuestion({
  isUploading,
  losesMore = false,
  title,
  text,
}: {
  isUploading: boolean;
  losesMore?: boolean;
  title: string;
  text: string;
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUploading && currentLocation.pathname !== nextLocation.pathname,
  );
  const losesAny = isUploading || losesMore;
  useEffect(() => {
    if (!losesAny) return;
    // The browser shows its own text.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener("beforeunload", ask);
    return () => globalThis.removeEventListener("beforeunload", ask);
  }, [losesAny]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title={title}
      text={text}
      confirmLabel={uiMessages.leave}
      cancelLabel={uiMessages.stay}
      danger
      asksToLeave
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
