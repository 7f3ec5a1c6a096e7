import { NotebookPen } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { Car } from "#contract/cars.ts";
import { formatDate } from "#domain/format/format.ts";
import { mileageHistoryMessages as text } from "#domain/messages/mileage-history.ts";
import type { MoreItem } from "#web/components/more-menu.tsx";
import { useLateDialog } from "#web/components/use-late-dialog.ts";

const loadDialog = () => import("./mileage-note-dialog.tsx");
const MileageNoteDialog = lazy(loadDialog);

type Lower = NonNullable<Car["lowerMileage"]>;

/** Tells an owner that an earlier listing of the car had more kilometres. */
export function LowerMileage({ lower, now }: { lower: Lower; now: string }) {
  // With a note it is public at once: after `now`, which is when the page was opened.
  const waits = lower.note === null && lower.publicAt > now;
  return (
    <div className="mb-4 rounded-md bg-surface p-3 text-sm">
      <p className="font-medium">{text.ownTitle}</p>
      <p className="mt-1 text-ink-soft">
        {waits ? text.ownWaits(formatDate(lower.publicAt)) : text.ownPublic}
      </p>
    </div>
  );
}

/**
 * Takes a note on a lower mileage for buyers: the item of the car's menu, and the dialog, which stands beside the menu
 * because that closes first.
 */
export function useMileageNote(
  carId: string,
  lower: Lower | undefined,
): { item: MoreItem[]; dialog: ReactNode } {
  const dialog = useLateDialog(loadDialog);
  if (lower === undefined) return { item: [], dialog: null };
  const label = lower.note === null ? text.write : text.change;
  return {
    item: [{ label, icon: NotebookPen, onPress: dialog.show }],
    dialog: dialog.mounted && (
      <Suspense>
        <MileageNoteDialog carId={carId} note={lower.note ?? ""} open={dialog.open} onClose={dialog.close} />
      </Suspense>
    ),
  };
}
