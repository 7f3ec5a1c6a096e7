import { useState } from "react";
import { confirmationMessages as text } from "#domain/messages/confirmation.ts";
import { Button } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { forgetLists } from "#web/lib/remembered-cars.ts";

/** One press says of every car of the dealer that it is still for sale. */
export function ConfirmStock() {
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      const { confirmed } = await api("POST /api/dealer/confirm", {});
      forgetLists();
      toast.success(text.stockConfirmed(confirmed));
    } catch (error) {
      toast.error(messageOf(error, text.confirmFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div>
      <Button variant="secondary" className="w-full" loading={busy} onClick={() => void confirm()}>
        {text.confirmStock}
      </Button>
      <p className="mt-1 text-sm text-ink-faint">{text.confirmStockHint}</p>
    </div>
  );
}
