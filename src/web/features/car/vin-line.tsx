import { lazy, Suspense, useState } from "react";
import { vinPageMessages as text } from "#domain/messages/vin-page.ts";
import { Button } from "#web/components/button.tsx";
import { loadPart } from "#web/components/load-part.ts";
import type { CarDetails } from "./load-car.ts";

const loadDialog = () => import("./vin-check-dialog.tsx");
const VinCheckDialog = lazy(loadDialog);

/** The masked identification number, and a button to compare it. The form is loaded with the press. */
export function VinLine({
  carId,
  vin,
  own,
}: {
  carId: string;
  vin: NonNullable<CarDetails["vin"]>;
  own: boolean;
}) {
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);

  async function show(): Promise<void> {
    if (!(await loadPart(loadDialog))) return;
    setOpened(true);
    setOpen(true);
  }

  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-surface px-4 py-3">
      <p className="min-w-0">
        <span className="text-ink-soft">{text.label}</span>{" "}
        <span className="font-medium whitespace-nowrap tabular-nums">{vin.masked}</span>
        {text.makes[vin.make] !== "" && (
          <span className="block text-sm text-ink-soft">{text.makes[vin.make]}</span>
        )}
      </p>
      {!own && (
        <Button variant="secondary" className="noscript:hidden print:hidden" onClick={() => void show()}>
          {text.check}
        </Button>
      )}
      {opened && (
        <Suspense>
          <VinCheckDialog carId={carId} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
