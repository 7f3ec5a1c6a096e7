import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { loginBody } from "#contract/credentials.ts";
import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input, PasswordInput } from "#web/components/input.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { FormError } from "#web/components/form-error.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { useAuth } from "#web/lib/auth.ts";
import { showFailure, toastFirstError } from "#web/components/form-errors.ts";
import { SignInSwitchLink } from "./sign-in-switch-link.tsx";

const fields = ["email", "password", "code"] as const;

/** Signs in; the page's guard then redirects. */
export function LoginForm() {
  const { login } = useAuth();
  // The password was right, and the account has a second factor.
  const [asksCode, setAsksCode] = useState(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(loginBody),
    defaultValues: { email: "", password: "", code: "" },
    reValidateMode: "onChange",
  });

  useEffect(() => {
    if (asksCode) setFocus("code");
  }, [asksCode, setFocus]);

  const submit = handleSubmit(async ({ code, ...credentials }) => {
    try {
      await login(asksCode ? { ...credentials, code } : credentials);
      toast.success(accountMessages.loggedIn);
    } catch (error) {
      if (error instanceof ApiError && error.code === "code_needed" && !asksCode) {
        setAsksCode(true);
        return;
      }
      showFailure(error, accountMessages.wrongCredentials, { fields, setError });
    }
  }, toastFirstError(fields));

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label={text.email} required error={formState.errors.email?.message}>
        <Input
          {...register("email")}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={text.password} required error={formState.errors.password?.message}>
        <PasswordInput {...register("password")} autoComplete="current-password" />
      </Field>
      {asksCode && (
        <Field label={text.code} required hint={text.codeHint} error={formState.errors.code?.message}>
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
      <FormError>{formState.errors.root?.message}</FormError>
      <Button type="submit" size="lg" loading={formState.isSubmitting}>
        {text.login}
      </Button>
      <SignInSwitchLink question={text.noAccount} label={text.toRegister} to="/register" />
    </form>
  );
}
