import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { maxNote } from "#domain/cars/mileage-history.ts";
import { mileageHistoryMessages as text } from "#domain/messages/mileage-history.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button } from "#web/components/button.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { Field } from "#web/components/field.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { showCallError } from "#web/components/form-errors.ts";
import { Textarea } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { api } from "#web/lib/auth.ts";
import { myCarsKey } from "./use-my-cars.ts";

const fields = ["text"] as const;

/** Edits the owner's note beside the mileage history. */
export default function MileageNoteDialog({
  carId,
  note,
  open,
  onClose,
}: {
  carId: string;
  note: string;
  open: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { text: note } });
  const { errors, isSubmitting } = formState;
  const { mutateAsync } = useMutation({
    mutationFn: (written: string) =>
      api("PUT /api/cars/{id}/mileage-note", { params: { id: carId }, body: { text: written } }),
    onSettled: () => void client.invalidateQueries({ queryKey: myCarsKey }),
  });

  const save = handleSubmit(async ({ text: written }) => {
    try {
      await mutateAsync(written);
      toast.success(text.saved);
      onClose();
    } catch (error) {
      setError("root", { message: showCallError(error, text.failed, { fields, setError }) });
    }
  });

  return (
    <Dialog
      open={open}
      onClose={() => !isSubmitting && onClose()}
      title={text.dialogTitle}
      footer={
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {uiMessages.cancel}
          </Button>
          <Button type="submit" form={formId} loading={isSubmitting}>
            {text.save}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        onSubmit={(event) => void save(event)}
        className="flex flex-col gap-4"
      >
        <p className="text-ink-soft">{text.dialogLead}</p>
        <Field label={text.field} hint={text.hint} error={errors.text?.message}>
          <Textarea {...register("text")} rows={4} maxLength={maxNote} data-autofocus />
        </Field>
        <FormError>{errors.root?.message}</FormError>
      </form>
    </Dialog>
  );
}
