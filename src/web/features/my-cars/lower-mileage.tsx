import { lazy, Suspense, useState } from "react";
import type { Car } from "#contract/cars.ts";
import { formatDate } from "#domain/format/format.ts";
import { mileageHistoryMessages as text } from "#domain/messages/mileage-history.ts";
import { Button } from "#web/components/button.tsx";
import { loadPart } from "#web/components/load-part.ts";

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
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  // With a note it is public at once. `now` is when the page was opened.
  const waits = lower.note === null && lower.publicAt > now;

  async function show(): Promise<void> {
    if (!(await loadPart(loadDialog))) return;
    setOpened(true);
    setOpen(true);
  }

  return (
    <div className="mb-4 rounded-md bg-surface p-3 text-sm">
      <p className="font-medium">{text.ownTitle}</p>
      <p className="mt-1 text-ink-soft">
        {waits ? text.ownWaits(formatDate(lower.publicAt)) : text.ownPublic}
      </p>
      <Button variant="secondary" className="mt-2" onClick={() => void show()}>
        {lower.note === null ? text.write : text.change}
      </Button>
      {opened && (
        <Suspense>
          <MileageNoteDialog
            carId={car._id}
            note={lower.note ?? ""}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
