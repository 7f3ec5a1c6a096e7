import { useState } from "react";
import { confirmationMessages as text } from "#domain/messages/confirmation.ts";
import { confirmedNote } from "#domain/messages/confirmed.ts";
import { Button } from "#web/components/button.tsx";
import { useAction } from "#web/components/use-action.ts";
import { api } from "#web/lib/auth.ts";
import { useKeptFocus } from "#web/lib/use-kept-focus.ts";

/** "Konfirmuar dje", or how long it has not been confirmed; nothing in between. */
export function ConfirmedNote({ confirmedAt, now }: { confirmedAt: string; now: string }) {
  const note = confirmedNote(confirmedAt, now);
  if (note === null) return null;
  return (
    <p className={`text-sm font-medium ${note.isStale ? "text-ink-soft" : "text-green"}`}>{note.text}</p>
  );
}

/** A buyer asks whether the car is still for sale; after the press it says what happens next. */
export function AskIfAvailable({ carId }: { carId: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const place = useKeptFocus();
  const ask = useAction(async () => {
    await api("POST /api/cars/{id}/still-available", { params: { id: carId } });
    setIsAsked(true);
  }, text.askFailed);

  if (isAsked)
    return (
      <p ref={place} tabIndex={-1} role="status" className="mt-3 text-sm text-ink-soft">
        {text.asked}
      </p>
    );
  return (
    <Button
      ref={place}
      variant="quiet"
      className="mt-1 w-full noscript:hidden print:hidden"
      loading={ask.busy}
      onClick={ask.run}
    >
      {text.askSeller}
    </Button>
  );
}
