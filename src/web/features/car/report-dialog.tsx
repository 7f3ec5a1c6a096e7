import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { reportDialogMessages as text } from "#domain/messages/report-dialog.ts";
import { reportMessages } from "#domain/messages/reports.ts";
import { reportLimits, reportReasons } from "#domain/reports/report-reasons.ts";
import { Button } from "#web/components/button.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { Field } from "#web/components/field.tsx";
import { Input, Textarea } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { showCallError } from "#web/components/form-errors.ts";

const fields = ["reason", "text", "email"] as const;

type Values = Record<(typeof fields)[number], string>;

/** Reports a car: reason, text, an optional e-mail address. The server validates all of it. */
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
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({
    defaultValues: { reason: "", text: "", email: "" },
  });
  const { errors, isSubmitting } = formState;
  const [sent, setSent] = useState<{ email: string } | null>(null);

  function close(): void {
    if (isSubmitting) return;
    onClose();
    if (sent !== null) {
      setSent(null);
      reset();
    }
  }

  const send = handleSubmit(async ({ reason: chosen, ...values }) => {
    const reason = reportReasons.find((one) => one === chosen);
    if (reason === undefined) return;
    try {
      await api("POST /api/cars/{id}/report", { params: { id: carId }, body: { ...values, reason } });
      setSent({ email: values.email.trim() });
    } catch (error) {
      const isTooMany = error instanceof ApiError && error.status === 429;
      const message = showCallError(error, isTooMany ? text.tooMany : text.failed, { fields, setError });
      const isAboutFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
      if (!isAboutFields) setError("root", { message });
    }
  });

  return (
    <Dialog
      open={open}
      onClose={close}
      title={sent === null ? text.title : text.sentTitle}
      footer={
        sent === null ? (
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={close} disabled={isSubmitting}>
              {text.cancel}
            </Button>
            <Button type="submit" form={formId} loading={isSubmitting}>
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
          <Field label={text.reason} required error={errors.reason?.message}>
            <Select {...register("reason", { required: reportMessages.reasonRequired })} data-autofocus>
              <option value="">{reportMessages.reasonRequired}</option>
              <Options values={reportReasons} labelOf={(reason) => reportMessages.reasons[reason]} />
            </Select>
          </Field>
          <Field label={text.text} optional hint={text.textHint} error={errors.text?.message}>
            <Textarea {...register("text")} rows={4} maxLength={reportLimits.maxText} />
          </Field>
          <Field label={text.email} optional hint={text.emailHint} error={errors.email?.message}>
            <Input {...register("email")} type="email" inputMode="email" autoComplete="email" />
          </Field>
          <FormError>{errors.root?.message}</FormError>
        </form>
      ) : (
        <p role="status">
          {text.sent} {sent.email !== "" && text.sentMail(sent.email)}
        </p>
      )}
    </Dialog>
  );
}
