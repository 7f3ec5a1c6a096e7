import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { type AdminUser, type UpdateUser, userForm } from "#contract/admin-lists.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { api } from "#web/lib/auth.ts";
import { showWriteFailure } from "#web/components/form-errors.ts";
import { ReasonField } from "#web/features/admin/parts/reason-field.tsx";
import { RecordDialog, useRecordForm } from "#web/features/admin/parts/record-form.tsx";

const text = adminPageMessages.users.edit;
const fields = ["firstName", "lastName", "email", "phone", "isDealer", "isAdmin", "reason"] as const;

function valuesOf(user: AdminUser) {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: user.phone === null ? "" : formatPhone(user.phone),
    isDealer: user.isDealer,
    isAdmin: user.isAdmin,
    reason: "",
  };
}

/** 'Editoni Përdoruesin' (specification.md#admin). Only what was changed is sent: who is a dealer by subscription stays that. */
export function EditUser({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const params = { id: user._id };
  const { register, handleSubmit, setError, reset, getValues, formState } = useForm({
    resolver: zodResolver(userForm),
    defaultValues: valuesOf(user),
  });
  const { errors, dirtyFields, isSubmitting } = formState;
  const editing = useRecordForm({
    first: user,
    load: () => api("GET /api/admin/users/{id}", { params }),
    saved: text.saved,
    onReload: (read) => reset({ ...valuesOf(read), reason: getValues("reason") }),
    onFailure: (error) => showWriteFailure(error, text.failed, { fields, setError }),
    onClose,
  });
  /** The form has been sent and waits for a yes: it gives a right to an account whose address nobody has proven. */
  const [asked, setAsked] = useState<{ email: string } | null>(null);

  const submit = handleSubmit(async (values) => {
    const givesRight = (dirtyFields.isAdmin && values.isAdmin) || (dirtyFields.isDealer && values.isDealer);
    const unproven = !editing.record.emailVerified || dirtyFields.email === true;
    if (givesRight === true && unproven && asked === null) {
      setAsked({ email: values.email });
      return;
    }
    setAsked(null);
    const body: UpdateUser = {
      ...(dirtyFields.firstName && { firstName: values.firstName }),
      ...(dirtyFields.lastName && { lastName: values.lastName }),
      ...(dirtyFields.email && { email: values.email }),
      ...(dirtyFields.phone && { phone: values.phone }),
      ...(dirtyFields.isDealer && { isDealer: values.isDealer }),
      ...(dirtyFields.isAdmin && { isAdmin: values.isAdmin }),
    };
    await editing.save(async (options) => {
      if (Object.keys(body).length > 0)
        await api("PUT /api/admin/users/{id}", { params, body: { ...body, reason: values.reason } }, options);
    });
  });

  return (
    <>
      <RecordDialog
        editing={editing}
        title={text.title}
        busy={isSubmitting}
        error={errors.root?.message}
        onSubmit={submit}
      >
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
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}
