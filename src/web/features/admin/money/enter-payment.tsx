import { useState } from "react";
import type { AdminUser } from "#contract/admin-lists.ts";
import { formatDate } from "#domain/format/format.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { toast } from "#web/components/toast.ts";
import { api } from "#web/lib/auth.ts";
import { randomId } from "#web/lib/random-id.ts";
import { readAmount } from "./payment-labels.tsx";
import { personName } from "#web/features/admin/parts/row-names.ts";
import { Segments } from "#web/features/admin/lists/segments.tsx";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { useWriteForm } from "#web/features/admin/parts/use-write-form.ts";

const text = adminPaymentMessages.enter;
const whats = ["listing", "dealer"] as const;
const currencies = ["eur", "usd"] as const;
const methods = ["bank", "cash"] as const;

interface Typed {
  waitingId: string;
  months: string;
  amount: string;
  currency: string;
  method: (typeof methods)[number];
  document: string;
}

const untouched: Typed = {
  waitingId: "",
  months: "1",
  amount: "",
  currency: "eur",
  method: "bank",
  document: "",
};

/** Enters an account's payment by bank or cash: purpose, amount, document. */
export function EnterPayment({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const waiting = useAdminQuery(["account", user._id, "waiting"], (options) =>
    api("GET /api/admin/users/{id}/waiting-payments", { params: { id: user._id } }, options),
  );
  const cars = waiting.data?.cars ?? [];
  const dealerUntil = waiting.data?.dealerUntil ?? null;
  const [key] = useState(randomId);
  const [what, setWhat] = useState<(typeof whats)[number]>("listing");
  const hasNothing = what === "listing" && waiting.data !== undefined && cars.length === 0;
  const { register, errors, formProps } = useWriteForm({
    defaults: untouched,
    call: ({ months, waitingId, amount, ...typed }) => {
      const body = {
        ...typed,
        userId: user._id,
        what,
        amount: readAmount(amount) ?? 0,
        ...(what === "dealer" ? { months: Number(months) } : {}),
        ...(what === "listing" && waitingId !== "" ? { waitingId } : {}),
      };
      return api("POST /api/admin/payments", { body }, { headers: { "Idempotency-Key": key } });
    },
    failed: text.failed,
    onDone: ({ number }) => {
      toast.success(text.done(number));
      onClose();
    },
  });

  return (
    <FormDialog
      {...formProps}
      title={text.title}
      submitLabel={text.submit}
      blocked={hasNothing}
      onClose={onClose}
    >
      <p className="wrap-anywhere text-ink-soft">{text.lead(personName(user))}</p>
      <div>
        <Segments
          label={adminPaymentMessages.what}
          options={whats.map((value) => ({ value, label: text.whats[value] }))}
          value={what}
          onChange={setWhat}
        />
      </div>
      {what === "listing" && hasNothing && <p role="status">{text.nothingWaits}</p>}
      {what === "listing" && cars.length > 0 && (
        <Field label={text.car} error={errors.waitingId?.message}>
          <Select {...register("waitingId")}>
            {cars.map(({ id, name, since }, at) => (
              <option key={id} value={at === 0 ? "" : id}>
                {text.carSince(name, formatDate(since))}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {what === "dealer" && (
        <Field
          label={text.months}
          hint={dealerUntil === null ? text.monthsNow : text.monthsAfter(formatDate(dealerUntil))}
          error={errors.months?.message}
        >
          <Input {...register("months")} type="number" inputMode="numeric" min={1} max={36} />
        </Field>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label={adminPaymentMessages.amount} required error={errors.amount?.message}>
          <Input
            {...register("amount", {
              validate: (typed) => readAmount(typed) !== null || adminPaymentMessages.refund.amountInvalid,
            })}
            inputMode="decimal"
            autoComplete="off"
          />
        </Field>
        <Field label={text.currency} error={errors.currency?.message}>
          <Select {...register("currency")}>
            <Options values={currencies} labelOf={(value) => value.toUpperCase()} />
          </Select>
        </Field>
      </div>
      <Field label={adminPaymentMessages.method} error={errors.method?.message}>
        <Select {...register("method")}>
          <Options values={methods} labelOf={(value) => adminPaymentMessages.methods[value]} />
        </Select>
      </Field>
      <Field label={text.document} hint={text.documentHint} required error={errors.document?.message}>
        <Input {...register("document")} autoComplete="off" maxLength={60} />
      </Field>
    </FormDialog>
  );
}
