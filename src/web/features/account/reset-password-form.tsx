import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
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
import { api } from "#web/lib/auth.ts";
import { showFailure } from "#web/components/form-errors.ts";

const fields = ["password", "confirmPassword"] as const;

/** Sets a new password with the mailed link; the person then signs in with it. */
export function ResetPasswordForm() {
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetPasswordForm),
    defaultValues: { password: "", confirmPassword: "" },
  });

  const submit = handleSubmit(async ({ password }) => {
    try {
      await api("POST /api/password/reset", { body: { token, password } });
      toast.success(text.resetDone);
      await navigate("/login", { replace: true });
    } catch (error) {
      showFailure(error, accountMessages.updateFailed, { fields, setError });
    }
  });

  if (token === "") {
    return (
      <div role="alert" className="flex flex-col gap-4 rounded-lg bg-surface p-6">
        <p>{text.resetMissing}</p>
        <TextLink to="/forgot-password">{text.resetNewLink}</TextLink>
      </div>
    );
  }
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label={text.resetPassword} required error={formState.errors.password?.message}>
        <PasswordInput {...register("password")} autoComplete="new-password" />
      </Field>
      <Field label={text.confirmPassword} required error={formState.errors.confirmPassword?.message}>
        <PasswordInput {...register("confirmPassword")} autoComplete="new-password" />
      </Field>
      {formState.errors.root?.message && (
        <FormError>
          {formState.errors.root.message} <TextLink to="/forgot-password">{text.resetNewLink}</TextLink>
        </FormError>
      )}
      <Button type="submit" size="lg" loading={formState.isSubmitting}>
        {text.resetSave}
      </Button>
    </form>
  );
}
