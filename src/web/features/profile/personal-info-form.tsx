import { useState } from "react";
import type { User } from "#contract/accounts.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Chevron } from "#web/components/icons.tsx";
import { Input, PasswordInput } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { FormError } from "#web/components/form-error.tsx";
import { api, useAuth } from "#web/lib/auth.ts";
import { useApiForm } from "#web/components/use-api-form.ts";
import { Card } from "#web/components/card.tsx";

const text = profileMessages.form;
const fields = ["firstName", "lastName", "phone", "confirmPassword", "password", "currentPassword"] as const;

/** In the specification's order: the first invalid one is the toast. */
function valuesOf(user: User) {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.phone === null ? "" : formatPhone(user.phone),
    confirmPassword: "",
    password: "",
    currentPassword: "",
  };
}

/** Names, phone and a new password (specification.md#profile); the e-mail is read-only. */
export function PersonalInfoForm({ user }: { user: User }) {
  const { reload } = useAuth();
  const { register, getValues, resetField, errors, formProps } = useApiForm({
    defaults: valuesOf(user),
    schema: async () => (await import("#contract/accounts.ts")).profileForm,
    call: async (body) => valuesOf(await api("PUT /api/me", { body })),
    failed: accountMessages.updateFailed,
    onDone: async (saved, sent) => {
      // Text typed during the call is not saved yet and stays.
      for (const name of fields)
        if (getValues(name) === sent[name]) resetField(name, { defaultValue: saved[name] });
      toast.success(accountMessages.profileUpdated);
      // Refreshes the page's account. A failure does not undo the save.
      await reload().catch(() => undefined);
    },
    toastsInvalid: true,
  });
  const [changesPassword, setChangesPassword] = useState(false);
  const hasPasswordError = Boolean(errors.currentPassword ?? errors.password ?? errors.confirmPassword);

  return (
    <Card id="personal" heading={text.heading}>
      <form method="post" noValidate onSubmit={formProps.onSubmit} className="mt-5 flex flex-col gap-5">
        <div className="grid grid-cols-2 gap-x-3 gap-y-5 tiny:grid-cols-1 sm:gap-x-5">
          <Field label={text.firstName} required error={errors.firstName?.message}>
            <Input {...register("firstName")} autoComplete="given-name" />
          </Field>
          <Field label={text.lastName} required error={errors.lastName?.message}>
            <Input {...register("lastName")} autoComplete="family-name" />
          </Field>
          <Field label={text.email} hint={text.emailHint} className="max-sm:col-span-2 tiny:col-span-1">
            <Input
              value={user.email}
              readOnly
              type="email"
              autoComplete="username"
              className="bg-surface text-ink-soft"
            />
          </Field>
          <Field
            label={text.phone}
            optional
            error={errors.phone?.message}
            className="max-sm:col-span-2 tiny:col-span-1"
          >
            <Input {...register("phone")} type="tel" inputMode="tel" autoComplete="tel" />
          </Field>
        </div>
        {/* Opened by the person, or by the form if a password field is invalid. */}
        <details
          open={changesPassword || hasPasswordError}
          onToggle={({ currentTarget }) => setChangesPassword(currentTarget.open)}
          className="group border-t border-line"
        >
          <summary className="flex min-h-11 list-none items-center justify-between pt-4 pb-1 font-semibold [&::-webkit-details-marker]:hidden">
            {text.passwordHeading}
            <Chevron className="size-4 text-ink-soft group-open:rotate-180" />
          </summary>
          <p className="pt-1 text-sm text-ink-soft">
            {text.passwordHint} {text.passwordNote}
          </p>
          <div className="mt-4 grid gap-5 sm:grid-cols-2">
            <div className="sm:col-span-2 sm:w-1/2 sm:pe-2.5">
              <Field label={text.currentPassword} error={errors.currentPassword?.message}>
                <PasswordInput {...register("currentPassword")} autoComplete="current-password" />
              </Field>
            </div>
            <Field label={text.password} optional error={errors.password?.message}>
              <PasswordInput
                {...register("password", { deps: ["confirmPassword"] })}
                autoComplete="new-password"
              />
            </Field>
            <Field label={text.confirmPassword} error={errors.confirmPassword?.message}>
              <PasswordInput
                {...register("confirmPassword", { deps: ["password"] })}
                autoComplete="new-password"
              />
            </Field>
          </div>
        </details>
        <FormError>{formProps.error}</FormError>
        <Button type="submit" size="lg" loading={formProps.busy} className="sm:self-start">
          {text.save}
        </Button>
      </form>
    </Card>
  );
}
