import { useId, useState } from "react";
import { useWatch } from "react-hook-form";
import type { AdminPaymentDetails } from "#contract/admin-payments.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input, Textarea } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { api } from "#web/lib/auth.ts";
import { randomId } from "#web/lib/random-id.ts";
import { moneyOf, payerName, readAmount } from "./payment-labels.tsx";
import { useWriteForm } from "#web/features/admin/parts/use-write-form.ts";

const text = adminPaymentMessages.refund;

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

/** Asks for amount and reason, and shows the effect; pressing the button twice makes one refund. */
export function RefundDialog({ payment, onClose }: { payment: AdminPaymentDetails; onClose: () => void }) {
  const leadId = useId();
  const [key] = useState(randomId);
  const [wantsEnd, setWantsEnd] = useState(true);
  const { control, register, errors, formProps } = useWriteForm({
    defaults: { amount: String(payment.left).replace(".", ","), reason: "" },
    call: ({ amount: typed, reason }) => {
      const back = readAmount(typed) ?? 0;
      const body = { amount: back, reason, ...(back === payment.left && { endsWhatItBought: wantsEnd }) };
      const input = { params: { id: payment.id }, body };
      return api("POST /api/admin/payments/{id}/refund", input, { headers: { "Idempotency-Key": key } });
    },
    failed: text.failed,
    onDone: ({ requests }, { amount: typed }) => {
      const waits = requests.some(({ state }) => state === "asked");
      toast.success(waits ? text.waits : text.done(moneyOf(payment, readAmount(typed) ?? 0)));
      onClose();
    },
  });
  const amount = readAmount(useWatch({ control, name: "amount" }));
  const isWhole = amount === payment.left;
  const hasGoods = payment.ends.length > 0;
  const ends = isWhole && wantsEnd && hasGoods;

  return (
    <FormDialog
      {...formProps}
      title={text.title}
      describedBy={leadId}
      danger
      submitLabel={amount === null ? text.button : text.submit(moneyOf(payment, amount))}
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
