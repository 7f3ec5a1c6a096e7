import { useState } from "react";
import { forgotPasswordBody } from "#contract/credentials.ts";
import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { EmailInput } from "#web/components/input.tsx";
import { TextLink } from "#web/components/text-link.tsx";
import { useApiForm } from "#web/components/use-api-form.ts";
import { api } from "#web/lib/auth.ts";
import { AccountCard } from "./account-card.tsx";

/** Asks for a reset link by mail. The answer is the same whether or not the account exists. */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, errors, formProps } = useApiForm({
    defaults: { email: "" },
    schema: forgotPasswordBody,
    call: async (body) => {
      await api("POST /api/password/forgot", { body });
      return body.email;
    },
    failed: text.requestFailed,
    onDone: setSentTo,
  });

  if (sentTo !== null) {
    return (
      <AccountCard title={text.forgotTitle}>
        <div role="status" className="flex flex-col gap-4 rounded-lg bg-surface p-6">
          <h2 className="text-xl">{text.forgotSentTitle}</h2>
          <p className="text-ink-soft">{text.forgotSent(sentTo)}</p>
          <TextLink to="/login">{text.backToLogin}</TextLink>
        </div>
      </AccountCard>
    );
  }
  return (
    <AccountCard title={text.forgotTitle} intro={text.forgotIntro}>
      <form method="post" noValidate onSubmit={formProps.onSubmit} className="flex flex-col gap-5">
        <Field label={text.email} required error={errors.email?.message}>
          <EmailInput {...register("email")} autoComplete="email" />
        </Field>
        <Button type="submit" size="lg" loading={formProps.busy}>
          {text.forgotSend}
        </Button>
        <p className="text-center">
          <TextLink to="/login">{text.backToLogin}</TextLink>
        </p>
      </form>
    </AccountCard>
  );
}
