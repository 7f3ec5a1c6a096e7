import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { type AdminUser, type UpdateUser, userForm } from "#contract/admin-lists.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { showCallError } from "#web/lib/form-errors.ts";
import { Conflict } from "./conflict.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { ReasonField } from "./reason-field.tsx";
import { useWrite } from "./use-admin.ts";
import { ifUnchanged, useRecord } from "./use-record.ts";

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
  const id = useId();
  const write = useWrite();
  const params = { id: user._id };
  const { record, state, reloading, reload, failed } = useRecord(user, (options) =>
    api("GET /api/admin/users/{id}", { params }, options),
  );
  const { register, handleSubmit, setError, reset, getValues, formState } = useForm({
    resolver: zodResolver(userForm),
    defaultValues: valuesOf(user),
  });
  const { errors, dirtyFields, isSubmitting } = formState;
  /** The form has been sent and waits for a yes: it gives a right to an account whose address nobody has proven. */
  const [asked, setAsked] = useState<{ email: string } | null>(null);

  const submit = handleSubmit(async (values) => {
    const givesRight = (dirtyFields.isAdmin && values.isAdmin) || (dirtyFields.isDealer && values.isDealer);
    const unproven = !record.emailVerified || dirtyFields.email === true;
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
    try {
      if (Object.keys(body).length > 0)
        await write(
          api(
            "PUT /api/admin/users/{id}",
            { params, body: { ...body, reason: values.reason } },
            ifUnchanged(record),
          ),
        );
    } catch (error) {
      if (failed(error)) return;
      showCallError(error, text.failed, { fields, setError });
      const message = messageOf(error, text.failed);
      setError("root", { message });
      toast.error(message);
      return;
    }
    toast.success(text.saved);
    onClose();
  });

  async function readAgain(): Promise<void> {
    const read = await reload();
    if (read !== null) reset({ ...valuesOf(read), reason: getValues("reason") });
  }

  return (
    <>
      <EditDialog
        id={id}
        title={text.title}
        busy={isSubmitting}
        blocked={state === "stale" || state === "gone"}
        error={errors.root?.message}
        notice={<Conflict state={state} reloading={reloading} onReload={() => void readAgain()} />}
        onSubmit={(event) => void submit(event)}
        onClose={onClose}
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
            hint={record.emailVerified ? undefined : text.unproven}
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
      </EditDialog>
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
