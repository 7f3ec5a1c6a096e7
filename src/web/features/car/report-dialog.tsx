import { type FormEvent, useId, useState } from "react";
import { accountMessages } from "#domain/messages/account.ts";
import { reportDialogMessages as text } from "#domain/messages/report-dialog.ts";
import { reportMessages } from "#domain/messages/reports.ts";
import { reportLimits, reportReasons } from "#domain/reports/report-reasons.ts";
import { Button } from "#web/components/button.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { Field } from "#web/components/field.tsx";
import { Input, Textarea } from "#web/components/input.tsx";
import { Select } from "#web/components/select.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { ApiError, messageOf, NetworkError } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";

interface Values {
  reason: string;
  text: string;
  email: string;
}

const empty: Values = { reason: "", text: "", email: "" };

type Errors = Partial<Record<keyof Values | "form", string>>;

/** What a refusal says: by field where it says so, else for the whole form. */
function errorsOf(error: unknown): Errors {
  if (error instanceof NetworkError) return { form: accountMessages.networkError };
  if (error instanceof ApiError && error.status === 429) return { form: messageOf(error, text.tooMany) };
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return error.fields;
  return { form: messageOf(error, text.failed) };
}

/** Reporting a car (reason, text, an optional address to answer to); the server decides and checks all of it. */
export default function ReportDialog({
  carId,
  name,
  open,
  onClose,
}: {
  carId: string;
  name: string;
  open: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<{ email: string } | null>(null);

  function set(change: Partial<Values>): void {
    setValues({ ...values, ...change });
    setErrors({});
  }

  function close(): void {
    if (busy) return;
    onClose();
    if (sent !== null) {
      setSent(null);
      setValues(empty);
    }
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const reason = reportReasons.find((one) => one === values.reason);
    if (reason === undefined) {
      setErrors({ reason: reportMessages.reasonRequired });
      return;
    }
    setBusy(true);
    try {
      await api("POST /api/cars/{id}/report", { params: { id: carId }, body: { ...values, reason } });
      setSent({ email: values.email.trim() });
    } catch (error) {
      setErrors(errorsOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={sent === null ? text.title : text.sentTitle}
      footer={
        sent === null ? (
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={close} disabled={busy}>
              {text.cancel}
            </Button>
            <Button type="submit" form={formId} loading={busy}>
              {text.send}
            </Button>
          </div>
        ) : (
          <div className="flex justify-end">
            <Button onClick={close}>{text.close}</Button>
          </div>
        )
      }
    >
      {sent === null ? (
        <form
          id={formId}
          method="post"
          noValidate
          onSubmit={(event) => void send(event)}
          className="flex flex-col gap-4"
        >
          <p className="text-ink-soft">{text.lead(name)}</p>
          <Field label={text.reason} required error={errors.reason}>
            <Select
              value={values.reason}
              onChange={(event) => set({ reason: event.target.value })}
              data-autofocus
            >
              <option value="">{reportMessages.reasonRequired}</option>
              {reportReasons.map((reason) => (
                <option key={reason} value={reason}>
                  {reportMessages.reasons[reason]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={text.text} optional hint={text.textHint} error={errors.text}>
            <Textarea
              rows={4}
              maxLength={reportLimits.maxText}
              value={values.text}
              onChange={(event) => set({ text: event.target.value })}
            />
          </Field>
          <Field label={text.email} optional hint={text.emailHint} error={errors.email}>
            <Input
              type="email"
              inputMode="email"
              autoComplete="email"
              value={values.email}
              onChange={(event) => set({ email: event.target.value })}
            />
          </Field>
          <FormError>{errors.form}</FormError>
        </form>
      ) : (
        <p role="status">
          {text.sent} {sent.email !== "" && text.sentMail(sent.email)}
        </p>
      )}
    </Dialog>
  );
}
