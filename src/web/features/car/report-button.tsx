import { lazy, Suspense } from "react";
import { carPageMessages as text } from "#domain/messages/car-page.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";
import { useLateDialog } from "#web/components/use-late-dialog.ts";

const loadDialog = () => import("./report-dialog.tsx");
const ReportDialog = lazy(loadDialog);

/** Reports a problem with a car. The form is loaded with the first press. */
export function ReportButton({ carId, name }: { carId: string; name: string }) {
  const dialog = useLateDialog(loadDialog);

  return (
    <>
      <button
        type="button"
        onClick={dialog.show}
        className="inline-flex min-h-11 items-center gap-2 rounded-sm text-sm text-ink-faint underline-offset-4 hover:text-ink hover:underline noscript:hidden"
      >
        <StrokeIcon width="1.75" className="size-4">
          <path d="M6 21V4m0 0h11l-2.5 4L17 12H6" />
        </StrokeIcon>
        {text.report}
      </button>
      {dialog.mounted && (
        <Suspense>
          <ReportDialog carId={carId} name={name} open={dialog.open} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
