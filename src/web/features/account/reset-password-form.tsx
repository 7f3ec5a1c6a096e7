import { useNavigate, useSearchParams } from "react-router";
import { resetPasswordForm } from "#contract/credentials.ts";
import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { PasswordInput } from "#web/components/input.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { FormError } from "#web/components/form-error.tsx";
import { useApiForm } from "#web/components/use-api-form.ts";
import { api } from "#web/lib/auth.ts";
import { AccountCard } from "./account-card.tsx";

/** Sets a new password with the mailed link; the person then signs in with it. */
export function ResetPasswordForm() {
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const navigate = useNavigate();
  const { register, errors, formProps } = useApiForm({
    defaults: { password: "", confirmPassword: "" },
    schema: resetPasswordForm,
    call: ({ password }) => api("POST /api/password/reset", { body: { token, password } }),
    failed: accountMessages.updateFailed,
    onDone: async () => {
      toast.success(text.resetDone);
      await navigate("/login", { replace: true });
    },
  });

  if (token === "") {
    return (
      <AccountCard title={text.resetTitle}>
        <div role="alert" className="flex flex-col gap-4 rounded-lg bg-surface p-6">
          <p>{text.resetMissing}</p>
          <TextLink to="/forgot-password">{text.resetNewLink}</TextLink>
        </div>
      </AccountCard>
    );
  }
  return (
    <AccountCard title={text.resetTitle} intro={text.resetIntro}>
      <form method="post" noValidate onSubmit={formProps.onSubmit} className="flex flex-col gap-5">
        <Field label={text.resetPassword} required error={errors.password?.message}>
          <PasswordInput {...register("password")} autoComplete="new-password" />
        </Field>
        <Field label={text.confirmPassword} required error={errors.confirmPassword?.message}>
          <PasswordInput {...register("confirmPassword")} autoComplete="new-password" />
        </Field>
        {formProps.error && (
          <FormError>
            {formProps.error} <TextLink to="/forgot-password">{text.resetNewLink}</TextLink>
          </FormError>
        )}
        <Button type="submit" size="lg" loading={formProps.busy}>
          {text.resetSave}
        </Button>
      </form>
    </AccountCard>
  );
}
