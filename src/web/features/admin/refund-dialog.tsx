import { type SubmitEvent, useId, useState } from "react";
import type { AdminPaymentDetails } from "#contract/admin-payments.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input, Textarea } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { randomId } from "#web/lib/random-id.ts";
import { moneyOf, payerName, readAmount } from "./payment-words.tsx";
import { useWrite } from "./use-admin.ts";

const text = adminPaymentMessages.refund;

/** What the refund will do, said before it is made. */
function Effect({ payment, ends }: { payment: AdminPaymentDetails; ends: boolean }) {
  return (
    <div role="status" className="rounded-md bg-blue-soft p-3 text-sm">
      <p className="font-semibold">{text.effect}</p>
      <ul className="list-disc ps-5">
        {ends ? (
          payment.ends.map((good) => <li key={good}>{text.effects[good]}</li>)
        ) : (
          <li>{text.nothingEnds}</li>
        )}
        <li>{payment.method === "card" ? text.toCard : text.byHand}</li>
      </ul>
    </div>
  );
}

/** Asks how much goes back and why, and says what that does; one refund however often the button is pressed. */
export function RefundDialog({ payment, onClose }: { payment: AdminPaymentDetails; onClose: () => void }) {
  const write = useWrite();
  const leadId = useId();
  const [key] = useState(randomId);
  const [typed, setTyped] = useState(String(payment.left).replace(".", ","));
  const [reason, setReason] = useState("");
  const [wantsEnd, setWantsEnd] = useState(true);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const amount = readAmount(typed);
  const isWhole = amount === payment.left;
  const hasGoods = payment.ends.length > 0;
  const ends = isWhole && wantsEnd && hasGoods;

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const missing = {
      ...(amount === null && { amount: text.amountInvalid }),
      ...(reason.trim() === "" && { reason: paymentMessages.refundReasonRequired }),
    };
    setErrors(missing);
    if (amount === null || reason.trim() === "") return;
    setBusy(true);
    try {
      const answer = await write(
        api(
          "POST /api/admin/payments/{id}/refund",
          {
            params: { id: payment.id },
            body: { amount, reason, ...(isWhole && { endsWhatItBought: wantsEnd }) },
          },
          { headers: { "Idempotency-Key": key } },
        ),
      );
      const waits = answer.requests.some(({ state }) => state === "asked");
      toast.success(waits ? text.waits : text.done(moneyOf(payment, amount)));
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(
        fields["amount"] !== undefined || fields["reason"] !== undefined
          ? fields
          : { form: messageOf(error, text.failed) },
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={text.title}
      describedBy={leadId}
      danger
      busy={busy}
      error={errors["form"]}
      submitLabel={amount === null ? text.button : text.submit(moneyOf(payment, amount))}
      onSubmit={submit}
      onClose={onClose}
    >
      <p id={leadId} className="wrap-anywhere text-ink-soft">
        {text.lead(payerName(payment), moneyOf(payment, payment.left))}
      </p>
      <Field label={`${text.amount} (${payment.currency.toUpperCase()})`} required error={errors["amount"]}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Field label={text.reason} required hint={text.reasonHint} error={errors["reason"]}>
        <Textarea
          rows={3}
          maxLength={adminLimits.maxReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {hasGoods && (
        <Checkbox
          label={text.ends}
          hint={text.endsHint}
          checked={isWhole && wantsEnd}
          disabled={!isWhole}
          onChange={(event) => setWantsEnd(event.target.checked)}
        />
      )}
      <Effect payment={payment} ends={ends} />
    </FormDialog>
  );
}
