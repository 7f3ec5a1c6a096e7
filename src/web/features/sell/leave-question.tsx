import { useEffect } from "react";
import { useBlocker } from "react-router";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";

/**
 * Asks before a link or Back leaves the form while photos upload, because a draft does not store those. The
 * browser asks before leaving the site, in the same case and if no draft could be stored.
 */
export function LeaveQuestion({ losesPhotos, losesDraft }: { losesPhotos: boolean; losesDraft: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => losesPhotos && currentLocation.pathname !== nextLocation.pathname,
  );
  const losesAny = losesPhotos || losesDraft;
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
      title={text.leaveTitle}
      text={text.leaveText}
      confirmLabel={text.leaveConfirm}
      cancelLabel={text.leaveCancel}
      danger
      asksToLeave
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
