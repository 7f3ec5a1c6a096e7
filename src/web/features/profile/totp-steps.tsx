import { lazy, type ReactNode, type SubmitEvent } from "react";
import { profileMessages } from "#domain/messages/profile.ts";
import { Button } from "#web/components/button.tsx";
import { Field } from "#web/components/field.tsx";
import { Input, PasswordInput } from "#web/components/input.tsx";
import { Part } from "#web/components/part.tsx";
import { Skeleton } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { FormError } from "#web/components/form-error.tsx";
import { api } from "#web/lib/auth.ts";
import { showInForm } from "#web/components/form-errors.ts";
import { useApiForm } from "#web/components/use-api-form.ts";

const text = profileMessages.totp;
const schemas = () => import("#contract/totp.ts");
const QrCode = lazy(() => import("#web/components/qr-code.tsx"));

/** A small form within the card: fields, an error of the whole form, and two buttons. */
function StepForm({
  busy,
  error,
  onSubmit,
  onCancel,
  label,
  danger = false,
  children,
}: {
  busy: boolean;
  error: string | undefined;
  onSubmit: (event: SubmitEvent) => void;
  onCancel: () => void;
  label: string;
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="mt-4 flex max-w-sm flex-col gap-4">
      {children}
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={danger ? "danger" : "primary"} loading={busy}>
          {label}
        </Button>
        <Button variant="quiet" onClick={onCancel} disabled={busy}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}

const codeInput = { inputMode: "text", autoComplete: "one-time-code", autoCapitalize: "none" } as const;

/** Step 1, the password: a stolen session is not enough. */
export function BeginTotp({
  onBegun,
  onCancel,
}: {
  onBegun: (begun: { secret: string; uri: string }) => void;
  onCancel: () => void;
}) {
  const { register, errors, formProps } = useApiForm({
    defaults: { password: "" },
    schema: async () => (await schemas()).beginTotpBody,
    call: (body) => api("POST /api/me/totp", { body }),
    failed: text.failed,
    onDone: onBegun,
    show: showInForm,
  });
  return (
    <StepForm {...formProps} onCancel={onCancel} label={text.next}>
      <Field label={text.password} required error={errors.password?.message}>
        <PasswordInput {...register("password")} autoComplete="current-password" />
      </Field>
    </StepForm>
  );
}

/** Step 2: the secret for the app, and the app's first code. */
export function ConfirmTotp({
  secret,
  uri,
  onConfirmed,
  onCancel,
}: {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}) {
  const { register, errors, formProps } = useApiForm({
    defaults: { code: "" },
    schema: async () => (await schemas()).confirmTotpBody,
    call: (body) => api("POST /api/me/totp/confirm", { body }),
    failed: text.failed,
    onDone: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    show: showInForm,
  });
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p>{text.scan}</p>
      <Part fallback={<Skeleton className="size-52 rounded-md" />}>
        <QrCode text={uri} label={text.qr} className="size-52 rounded-md" />
      </Part>
      <p className="text-sm text-ink-soft">
        {text.orType}{" "}
        <code className="font-medium text-ink wrap-anywhere">{secret.replaceAll(/.{4}(?=.)/g, "$& ")}</code>
      </p>
      <a
        href={uri}
        className="inline-flex min-h-11 items-center self-start text-blue-text underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {text.openApp}
      </a>
      <StepForm {...formProps} onCancel={onCancel} label={text.confirm}>
        <Field label={text.code} required error={errors.code?.message}>
          <Input {...register("code")} {...codeInput} inputMode="numeric" />
        </Field>
      </StepForm>
    </div>
  );
}

/** Step 3: recovery codes, for a lost app; shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div role="status" className="mt-4 flex flex-col gap-4 rounded-md bg-surface p-4">
      <p className="font-medium">{text.codesHeading}</p>
      <p className="text-ink-soft">{text.codesText}</p>
      <ul className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button className="self-start" onClick={onDone}>
        {text.codesDone}
      </Button>
    </div>
  );
}

/** Turns it off, with password and code. */
export function EndTotp({ onEnded, onCancel }: { onEnded: () => void; onCancel: () => void }) {
  const { register, errors, formProps } = useApiForm({
    defaults: { password: "", code: "" },
    schema: async () => (await schemas()).endTotpBody,
    call: (body) => api("DELETE /api/me/totp", { body }),
    failed: text.failed,
    onDone: () => {
      toast.success(text.ended);
      onEnded();
    },
    show: showInForm,
  });
  return (
    <StepForm {...formProps} onCancel={onCancel} label={text.end} danger>
      <Field label={text.password} required error={errors.password?.message}>
        <PasswordInput {...register("password")} autoComplete="current-password" />
      </Field>
      <Field label={text.codeOrRecovery} required error={errors.code?.message}>
        <Input {...register("code")} {...codeInput} />
      </Field>
    </StepForm>
  );
}
