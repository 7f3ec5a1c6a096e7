import { useId, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { AdminPaymentDetails } from "#contract/admin-payments.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Field } from "#web/components/field.tsx";
import { showWriteFailure } from "#web/components/form-errors.ts";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input, Textarea } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { api } from "#web/lib/auth.ts";
import { randomId } from "#web/lib/random-id.ts";
import { moneyOf, payerName, readAmount } from "./payment-words.tsx";
import { useWrite } from "#web/features/admin/parts/use-admin.ts";

const text = adminPaymentMessages.refund;
const fields = ["amount", "reason"] as const;

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
  const [wantsEnd, setWantsEnd] = useState(true);
  const { control, register, handleSubmit, setError, formState } = useForm({
    defaultValues: { amount: String(payment.left).replace(".", ","), reason: "" },
  });
  const { errors, isSubmitting } = formState;
  const amount = readAmount(useWatch({ control, name: "amount" }));
  const isWhole = amount === payment.left;
  const hasGoods = payment.ends.length > 0;
  const ends = isWhole && wantsEnd && hasGoods;

  const submit = handleSubmit(async ({ reason }) => {
    if (amount === null) return;
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
      showWriteFailure(error, text.failed, { fields, setError });
    }
  });

  return (
    <FormDialog
      title={text.title}
      describedBy={leadId}
      danger
      busy={isSubmitting}
      error={errors.root?.message}
      submitLabel={amount === null ? text.button : text.submit(moneyOf(payment, amount))}
      onSubmit={submit}
      onClose={onClose}
    >
      <p id={leadId} className="wrap-anywhere text-ink-soft">
        {text.lead(payerName(payment), moneyOf(payment, payment.left))}
      </p>
      <Field
        label={`${text.amount} (${payment.currency.toUpperCase()})`}
        required
        error={errors.amount?.message}
      >
        <Input
          {...register("amount", { validate: (typed) => readAmount(typed) !== null || text.amountInvalid })}
          inputMode="decimal"
          autoComplete="off"
        />
      </Field>
      <Field label={text.reason} required hint={text.reasonHint} error={errors.reason?.message}>
        <Textarea
          {...register("reason", {
            validate: (typed) => typed.trim() !== "" || paymentMessages.refundReasonRequired,
          })}
          rows={3}
          maxLength={adminLimits.maxReason}
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
