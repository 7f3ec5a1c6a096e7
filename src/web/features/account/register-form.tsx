import { registerForm } from "#contract/accounts.ts";
import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { EmailInput, Input, PasswordInput } from "#web/components/input.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { FormError } from "#web/components/form-error.tsx";
import { useApiForm } from "#web/components/use-api-form.ts";
import { useAuth } from "#web/lib/auth.ts";
import { SignInSwitchLink } from "./sign-in-switch-link.tsx";

/** Creates an account (specification.md#accounts). */
export function RegisterForm() {
  const auth = useAuth();
  const { register, getValues, errors, formProps } = useApiForm({
    // In the specification's order: the first invalid one is the toast.
    defaults: { firstName: "", lastName: "", email: "", phone: "", password: "", confirmPassword: "" },
    schema: registerForm,
    call: ({ confirmPassword: _same, ...person }) => auth.register(person),
    failed: accountMessages.registrationFailed,
    onDone: ({ passwordWarning }) => {
      toast.success(accountMessages.registered);
      if (passwordWarning !== undefined) toast.warning(passwordWarning);
    },
    toastsInvalid: true,
  });

  return (
    <form method="post" noValidate onSubmit={formProps.onSubmit} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={text.firstName} required error={errors.firstName?.message}>
          <Input {...register("firstName")} autoComplete="given-name" />
        </Field>
        <Field label={text.lastName} required error={errors.lastName?.message}>
          <Input {...register("lastName")} autoComplete="family-name" />
        </Field>
      </div>
      <Field label={text.email} required error={errors.email?.message}>
        <EmailInput {...register("email")} autoComplete="email" />
      </Field>
      <Field label={text.phone} optional error={errors.phone?.message}>
        <Input {...register("phone")} type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <Field label={text.password} required hint={text.passwordHint} error={errors.password?.message}>
        <PasswordInput
          {...register("password", { deps: getValues("confirmPassword") ? ["confirmPassword"] : [] })}
          autoComplete="new-password"
        />
      </Field>
      <Field label={text.confirmPassword} required error={errors.confirmPassword?.message}>
        <PasswordInput {...register("confirmPassword")} autoComplete="new-password" />
      </Field>
      <FormError>{formProps.error}</FormError>
      <Button type="submit" size="lg" loading={formProps.busy}>
        {text.register}
      </Button>
      <p className="-mt-1 text-center text-sm text-ink-soft">
        {text.acceptBefore} <TextLink to="/terms">{text.acceptTerms}</TextLink> {text.acceptAnd}{" "}
        <TextLink to="/privacy">{text.acceptPrivacy}</TextLink>.
      </p>
      <SignInSwitchLink question={text.haveAccount} label={text.toLogin} to="/login" />
    </form>
  );
}
