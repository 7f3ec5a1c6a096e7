import { confirmationMessages as text } from "#domain/messages/confirmation.ts";
import { Button } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { useAction } from "#web/components/use-action.ts";
import { api } from "#web/lib/auth.ts";
import { forgetLists } from "#web/lib/remembered-cars.ts";

/** One press says of every car of the dealer that it is still for sale. */
export function ConfirmStock() {
  const confirm = useAction(async () => {
    const { confirmed } = await api("POST /api/dealer/confirm", {});
    forgetLists();
    toast.success(text.stockConfirmed(confirmed));
  }, text.confirmFailed);

  return (
    <div>
      <Button variant="secondary" className="w-full" loading={confirm.busy} onClick={confirm.run}>
        {text.confirmStock}
      </Button>
      <p className="mt-1 text-sm text-ink-faint">{text.confirmStockHint}</p>
    </div>
  );
}
