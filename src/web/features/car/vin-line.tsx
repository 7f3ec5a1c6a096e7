import { lazy, Suspense } from "react";
import { vinPageMessages as text } from "#domain/messages/vin-page.ts";
import { Button } from "#web/components/button.tsx";
import { useLateDialog } from "#web/components/use-late-dialog.ts";
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
  const dialog = useLateDialog(loadDialog);

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
        <Button variant="secondary" className="noscript:hidden print:hidden" onClick={dialog.show}>
          {text.check}
        </Button>
      )}
      {dialog.mounted && (
        <Suspense>
          <VinCheckDialog carId={carId} open={dialog.open} onClose={dialog.close} />
        </Suspense>
      )}
    </div>
  );
}
