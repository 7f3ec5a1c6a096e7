import { useState } from "react";
import { type AdminUser, type UpdateUser, userForm } from "#contract/admin-lists.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { api } from "#web/lib/auth.ts";
import { ReasonField } from "#web/features/admin/parts/reason-field.tsx";
import { RecordDialog, useRecordForm } from "#web/features/admin/parts/record-form.tsx";

const text = adminPageMessages.users.edit;

function valuesOf(user: AdminUser, reason: string) {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: user.phone === null ? "" : formatPhone(user.phone),
    isDealer: user.isDealer,
    isAdmin: user.isAdmin,
    reason,
  };
}

/**
 * 'Editoni Përdoruesin' (specification.md#admin). Sends only changed fields, so that saving does not turn a
 * dealer by subscription into one made by an admin.
 */
export function EditUser({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const params = { id: user._id };
  const editing = useRecordForm({
    first: user,
    schema: userForm,
    valuesOf,
    load: () => api("GET /api/admin/users/{id}", { params }),
    save: async ({ reason, ...values }, options, dirty) => {
      const body: UpdateUser = {
        ...(dirty.firstName && { firstName: values.firstName }),
        ...(dirty.lastName && { lastName: values.lastName }),
        ...(dirty.email && { email: values.email }),
        ...(dirty.phone && { phone: values.phone }),
        ...(dirty.isDealer && { isDealer: values.isDealer }),
        ...(dirty.isAdmin && { isAdmin: values.isAdmin }),
      };
      if (Object.keys(body).length > 0)
        await api("PUT /api/admin/users/{id}", { params, body: { ...body, reason } }, options);
    },
    saved: text.saved,
    failed: text.failed,
    onClose,
  });
  const { register, errors, formProps, formState } = editing;
  const { dirtyFields } = formState;
  /**
   * The submitted form, waiting for a confirmation: the account gets a right,
   * and its address is not verified.
   */
  const [asked, setAsked] = useState<{ email: string } | null>(null);

  const submit = editing.handleSubmit(async (values) => {
    const givesRight = (dirtyFields.isAdmin && values.isAdmin) || (dirtyFields.isDealer && values.isDealer);
    const unproven = !editing.record.emailVerified || dirtyFields.email === true;
    if (givesRight === true && unproven && asked === null) {
      setAsked({ email: values.email });
      return;
    }
    setAsked(null);
    await editing.send(values);
  });

  return (
    <>
      <RecordDialog editing={editing} title={text.title} onSubmit={submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={text.firstName} required error={errors.firstName?.message}>
            <Input {...register("firstName")} autoComplete="off" />
          </Field>
          <Field label={text.lastName} required error={errors.lastName?.message}>
            <Input {...register("lastName")} autoComplete="off" />
          </Field>
          <Field
            label={text.email}
            required
            hint={editing.record.emailVerified ? undefined : text.unproven}
            error={errors.email?.message}
          >
            <Input {...register("email")} type="email" inputMode="email" autoComplete="off" />
          </Field>
          <Field label={text.phone} optional error={errors.phone?.message}>
            <Input {...register("phone")} type="tel" inputMode="tel" autoComplete="off" />
          </Field>
        </div>
        <div>
          <Checkbox {...register("isDealer")} label={text.dealer} hint={text.dealerHint} />
          <Checkbox {...register("isAdmin")} label={text.admin} hint={text.adminHint} />
        </div>
        <ReasonField {...register("reason")} error={errors.reason?.message} />
      </RecordDialog>
      <ConfirmDialog
        open={asked !== null}
        title={text.unprovenTitle}
        text={text.unprovenText(asked?.email ?? "")}
        confirmLabel={text.unprovenConfirm}
        busy={formProps.busy}
        onConfirm={() => void submit()}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}
