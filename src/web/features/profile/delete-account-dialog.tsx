import { useId } from "react";
import { profileMessages } from "#domain/messages/profile.ts";
import { Field } from "#web/components/field.tsx";
import { PasswordInput } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { FormDialog } from "#web/components/form-dialog.tsx";
import { showInForm } from "#web/components/form-errors.ts";
import { useApiForm } from "#web/components/use-api-form.ts";
import { invalidateLists } from "#web/lib/cached-cars.ts";
import { useDeleteAccount } from "./use-profile.ts";

const text = profileMessages.removal;

/** Says what deleting the account removes and what stays, and asks for the password. */
export function DeleteAccountDialog({
  open,
  isDealer,
  onClose,
  onDeleted,
}: {
  open: boolean;
  isDealer: boolean;
  onClose: () => void;
  /** The account was deleted: removes its data from this device, too. */
  onDeleted: () => void;
}) {
  const id = useId();
  const deleteAccount = useDeleteAccount();
  const { register, reset, errors, formProps } = useApiForm({
    defaults: { password: "" },
    schema: async () => (await import("#contract/accounts.ts")).deleteMeBody,
    call: ({ password }) => deleteAccount(password),
    failed: text.failed,
    onDone: () => {
      invalidateLists();
      onDeleted();
      toast.success(text.done);
    },
    show: showInForm,
  });

  function close(): void {
    reset();
    onClose();
  }

  return (
    <FormDialog
      {...formProps}
      open={open}
      title={text.title}
      describedBy={`${id}-what`}
      submitLabel={text.confirm}
      cancelLabel={text.cancel}
      danger
      onClose={close}
    >
      <div id={`${id}-what`}>
        <p>{text.lead}</p>
        <ul className="mt-2 list-disc space-y-1 ps-5 text-ink-soft">
          {text.gone.map((what) => (
            <li key={what}>{what}</li>
          ))}
          {isDealer && <li>{text.goneDealer}</li>}
        </ul>
        <p className="mt-3 text-ink-soft">{text.stays}</p>
      </div>
      <Field label={text.password} required error={errors.password?.message}>
        <PasswordInput {...register("password")} autoComplete="current-password" />
      </Field>
    </FormDialog>
  );
}
