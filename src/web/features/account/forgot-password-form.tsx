import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { forgotPasswordBody } from "#contract/credentials.ts";
import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { toast } from "#web/components/toast.ts";
import { api } from "#web/lib/auth.ts";
import { showCallError } from "#web/components/form-errors.ts";

const fields = ["email"] as const;

/** Asks for a reset link by mail. The answer is the same whether or not the account exists. */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(forgotPasswordBody),
    defaultValues: { email: "" },
  });

  const submit = handleSubmit(async ({ email }) => {
    try {
      await api("POST /api/password/forgot", { body: { email } });
      setSentTo(email);
    } catch (error) {
      toast.error(showCallError(error, text.requestFailed, { fields, setError }));
    }
  });

  if (sentTo !== null) {
    return (
      <div role="status" className="flex flex-col gap-4 rounded-lg bg-surface p-6">
        <h2 className="text-xl">{text.forgotSentTitle}</h2>
        <p className="text-ink-soft">{text.forgotSent(sentTo)}</p>
        <TextLink to="/login">{text.backToLogin}</TextLink>
      </div>
    );
  }
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label={text.email} required error={formState.errors.email?.message}>
        <Input
          {...register("email")}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
        />
      </Field>
      <Button type="submit" size="lg" loading={formState.isSubmitting}>
        {text.forgotSend}
      </Button>
      <p className="text-center">
        <TextLink to="/login">{text.backToLogin}</TextLink>
      </p>
    </form>
  );
}
