import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import type { RecordState } from "./use-record.ts";

const text = adminPageMessages.conflict;

/** That somebody else was first, and the way on: nothing of theirs is overwritten unseen. */
export function Conflict({
  state,
  reloading,
  onReload,
}: {
  state: RecordState;
  reloading: boolean;
  onReload: () => void;
}) {
  if (state === "fresh") return null;
  if (state === "reloaded") {
    return (
      <p role="status" className="rounded-md bg-blue-soft px-4 py-3">
        {text.reloaded}
      </p>
    );
  }
  return (
    <div role="alert" className="rounded-md bg-red-soft px-4 py-3">
      <p className="font-semibold text-red">{state === "gone" ? text.gone : text.title}</p>
      {state === "stale" && (
        <>
          <p className="mt-1">{text.text}</p>
          <Button variant="secondary" className="mt-3" loading={reloading} onClick={onReload}>
            {text.reload}
          </Button>
        </>
      )}
    </div>
  );
}
