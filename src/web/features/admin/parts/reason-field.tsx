import type { ComponentProps } from "react";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Field } from "#web/components/field.tsx";
import { Textarea } from "#web/components/input.tsx";

const text = adminPageMessages.reason;

/** The admin's reason, for the owner's mail and the audit log. */
export function ReasonField({
  error,
  optional = true,
  ...input
}: { error?: string | undefined; optional?: boolean } & ComponentProps<"textarea">) {
  return (
    <Field label={text.label} optional={optional} hint={text.hint} error={error}>
      <Textarea rows={3} maxLength={adminLimits.maxReason} {...input} />
    </Field>
  );
}
