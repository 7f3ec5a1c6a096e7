import { useQueryClient } from "@tanstack/react-query";
import { maxNote } from "#domain/cars/mileage-history.ts";
import { mileageHistoryMessages as text } from "#domain/messages/mileage-history.ts";
import { Field } from "#web/components/field.tsx";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { showInForm } from "#web/components/form-errors.ts";
import { Textarea } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { useApiForm } from "#web/components/use-api-form.ts";
import { api } from "#web/lib/auth.ts";
import { myCarsKey } from "./use-my-cars.ts";

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
  const client = useQueryClient();
  const { register, errors, formProps } = useApiForm({
    defaults: { text: note },
    call: (body) =>
      api("PUT /api/cars/{id}/mileage-note", { params: { id: carId }, body }).finally(
        () => void client.invalidateQueries({ queryKey: myCarsKey }),
      ),
    failed: text.failed,
    onDone: () => {
      toast.success(text.saved);
      onClose();
    },
    show: showInForm,
  });

  return (
    <FormDialog {...formProps} open={open} title={text.dialogTitle} submitLabel={text.save} onClose={onClose}>
      <p className="text-ink-soft">{text.dialogLead}</p>
      <Field label={text.field} hint={text.hint} error={errors.text?.message}>
        <Textarea {...register("text")} rows={4} maxLength={maxNote} data-autofocus />
      </Field>
    </FormDialog>
  );
}
