import { useEffect, useState } from "react";
import { loginBody } from "#contract/credentials.ts";
import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { EmailInput, Input, PasswordInput } from "#web/components/input.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { FormError } from "#web/components/form-error.tsx";
import { showFailure } from "#web/components/form-errors.ts";
import { useApiForm } from "#web/components/use-api-form.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { useAuth } from "#web/lib/auth.ts";
import { SignInSwitchLink } from "./sign-in-switch-link.tsx";

/** Signs in; the page's guard then redirects. */
export function LoginForm() {
  const { login } = useAuth();
  // The password was right, and the account has a second factor.
  const [asksCode, setAsksCode] = useState(false);
  const { register, setFocus, errors, formProps } = useApiForm({
    defaults: { email: "", password: "", code: "" },
    schema: loginBody,
    call: ({ code, ...credentials }) => login(asksCode ? { ...credentials, code } : credentials),
    failed: accountMessages.wrongCredentials,
    onDone: () => toast.success(accountMessages.loggedIn),
    show: (error, failed, form) => {
      if (error instanceof ApiError && error.code === "code_needed" && !asksCode) setAsksCode(true);
      else showFailure(error, failed, form);
    },
    toastsInvalid: true,
  });

  useEffect(() => {
    if (asksCode) setFocus("code");
  }, [asksCode, setFocus]);

  return (
    <form method="post" noValidate onSubmit={formProps.onSubmit} className="flex flex-col gap-5">
      <Field label={text.email} required error={errors.email?.message}>
        <EmailInput {...register("email")} autoComplete="username" />
      </Field>
      <Field label={text.password} required error={errors.password?.message}>
        <PasswordInput {...register("password")} autoComplete="current-password" />
      </Field>
      {asksCode && (
        <Field label={text.code} required hint={text.codeHint} error={errors.code?.message}>
          <Input
            {...register("code")}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
      )}
      <div className="-mt-2 text-right">
        <TextLink to="/forgot-password">{text.forgot}</TextLink>
      </div>
      <FormError>{formProps.error}</FormError>
      <Button type="submit" size="lg" loading={formProps.busy}>
        {text.login}
      </Button>
      <SignInSwitchLink question={text.noAccount} label={text.toRegister} to="/register" />
    </form>
  );
}
