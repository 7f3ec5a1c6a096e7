import { useBlocker } from "react-router";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";

/**
 * Asks before a link or Back leaves the form for another page of the site while photos are on their way: unlike all
 * else in the form no draft keeps those.
 */
export function LeaveQuestion({ wouldLose }: { wouldLose: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => wouldLose && currentLocation.pathname !== nextLocation.pathname,
  );
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
