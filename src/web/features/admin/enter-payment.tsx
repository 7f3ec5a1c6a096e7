import { type SubmitEvent, useState } from "react";
import type { AdminUser } from "#contract/admin-lists.ts";
import { formatDate } from "#domain/format/format.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { Input } from "#web/components/input.tsx";
import { Select } from "#web/components/select.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { randomId } from "#web/lib/random-id.ts";
import { readAmount } from "./payment-words.tsx";
import { personName } from "./row-names.ts";
import { Segments } from "./segments.tsx";
import { useAdminQuery, useWrite } from "./use-admin.ts";

const text = adminPaymentMessages.enter;
const whats = ["listing", "dealer"] as const;
const currencies = ["eur", "usd"] as const;
const methods = ["bank", "cash"] as const;

/** A payment by bank or cash of one account: what for, how much, by which document. */
export function EnterPayment({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const write = useWrite();
  const waiting = useAdminQuery(["account", user._id, "waiting"], (options) =>
    api("GET /api/admin/users/{id}/waiting-payments", { params: { id: user._id } }, options),
  );
  const cars = waiting.data?.cars ?? [];
  const dealerUntil = waiting.data?.dealerUntil ?? null;
  const [key] = useState(randomId);
  const [what, setWhat] = useState<(typeof whats)[number]>("listing");
  const [values, setValues] = useState({
    waitingId: "",
    months: "1",
    amount: "",
    currency: "eur",
    method: "bank",
    document: "",
  });
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  const hasNothing = what === "listing" && waiting.data !== undefined && cars.length === 0;

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const amount = readAmount(values.amount);
    setErrors(amount === null ? { amount: adminPaymentMessages.refund.amountInvalid } : {});
    if (amount === null) return;
    setBusy(true);
    try {
      const { number } = await write(
        api(
          "POST /api/admin/payments",
          {
            body: {
              userId: user._id,
              what,
              amount,
              currency: values.currency,
              method: values.method === "cash" ? "cash" : "bank",
              document: values.document,
              ...(what === "dealer" ? { months: Number(values.months) } : {}),
              ...(what === "listing" && values.waitingId !== "" ? { waitingId: values.waitingId } : {}),
            },
          },
          { headers: { "Idempotency-Key": key } },
        ),
      );
      toast.success(text.done(number));
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(Object.keys(fields).length > 0 ? fields : { form: messageOf(error, text.failed) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={text.title}
      submitLabel={text.submit}
      busy={busy}
      blocked={hasNothing}
      error={errors["form"]}
      onSubmit={submit}
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
        <Field label={text.car} error={errors["waitingId"]}>
          <Select value={values.waitingId} onChange={set("waitingId")}>
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
          error={errors["months"]}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={36}
            value={values.months}
            onChange={set("months")}
          />
        </Field>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label={adminPaymentMessages.amount} required error={errors["amount"]}>
          <Input inputMode="decimal" autoComplete="off" value={values.amount} onChange={set("amount")} />
        </Field>
        <Field label={text.currency} error={errors["currency"]}>
          <Select value={values.currency} onChange={set("currency")}>
            {currencies.map((value) => (
              <option key={value} value={value}>
                {value.toUpperCase()}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label={adminPaymentMessages.method} error={errors["method"]}>
        <Select value={values.method} onChange={set("method")}>
          {methods.map((value) => (
            <option key={value} value={value}>
              {adminPaymentMessages.methods[value]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.document} hint={text.documentHint} required error={errors["document"]}>
        <Input autoComplete="off" maxLength={60} value={values.document} onChange={set("document")} />
      </Field>
    </FormDialog>
  );
}
