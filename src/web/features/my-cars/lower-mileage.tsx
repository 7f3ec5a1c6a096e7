import { lazy, Suspense } from "react";
import type { Car } from "#contract/cars.ts";
import { formatDate } from "#domain/format/format.ts";
import { mileageHistoryMessages as text } from "#domain/messages/mileage-history.ts";
import { Button } from "#web/components/button.tsx";
import { useLateDialog } from "#web/components/use-late-dialog.ts";

const loadDialog = () => import("./mileage-note-dialog.tsx");
const MileageNoteDialog = lazy(loadDialog);

/** Tells an owner that an earlier listing of the car had a higher mileage, and offers a note for buyers. */
export function LowerMileage({
  car,
  lower,
  now,
}: {
  car: Pick<Car, "_id">;
  lower: NonNullable<Car["lowerMileage"]>;
  now: string;
}) {
  const dialog = useLateDialog(loadDialog);
  // With a note it is public at once. `now` is when the page was opened.
  const waits = lower.note === null && lower.publicAt > now;

  return (
    <div className="mb-4 rounded-md bg-surface p-3 text-sm">
      <p className="font-medium">{text.ownTitle}</p>
      <p className="mt-1 text-ink-soft">
        {waits ? text.ownWaits(formatDate(lower.publicAt)) : text.ownPublic}
      </p>
      <Button variant="secondary" className="mt-2" onClick={dialog.show}>
        {lower.note === null ? text.write : text.change}
      </Button>
      {dialog.mounted && (
        <Suspense>
          <MileageNoteDialog
            carId={car._id}
            note={lower.note ?? ""}
            open={dialog.open}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </div>
  );
}
