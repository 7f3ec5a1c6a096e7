import { clsx } from "clsx";
import { type ReactNode, useId, useMemo } from "react";
import { uiMessages } from "#domain/messages/ui.ts";
import { FieldContext } from "./field-context.ts";

export type FieldProps = {
  label: ReactNode;
  /** Below the control until there is an error. */
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Shows "opsionale" beside the label. */
  optional?: boolean;
  /** The label is only for screen readers. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/** Label, hint and error of one control, connected by ARIA. The control is any input of this folder. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  hideLabel = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = error ? errorId : hint ? hintId : undefined;
  const invalid = Boolean(error);
  const field = useMemo(() => ({ id, describedBy, invalid, required }), [id, describedBy, invalid, required]);
  return (
    <div className={clsx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-sm font-medium text-ink"}>
        {label}
        {optional && <span className="font-normal text-ink-faint"> ({uiMessages.optional})</span>}
      </label>
      <FieldContext value={field}>{children}</FieldContext>
      {error ? (
        <FieldError id={errorId}>{error}</FieldError>
      ) : (
        hint && (
          <p id={hintId} className="text-sm text-ink-faint">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-sm font-medium text-red">
      <svg viewBox="0 0 16 16" aria-hidden="true" className="mt-0.5 size-4 shrink-0" fill="currentColor">
        <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.75 3.5h1.5v4.75h-1.5V4.5Zm0 5.75h1.5v1.5h-1.5v-1.5Z" />
      </svg>
      {children}
    </p>
  );
}

/** Several controls under one name: radio buttons, a range, photos. */
export function FieldGroup({
  label,
  hint,
  error,
  hideLabel = false,
  className,
  children,
}: Omit<FieldProps, "required" | "optional">) {
  const id = useId();
  return (
    <fieldset
      className={clsx("flex min-w-0 flex-col gap-1.5", className)}
      aria-describedby={error || hint ? id : undefined}
    >
      <legend className={hideLabel ? "sr-only" : "mb-1.5 pe-2 text-sm font-medium text-ink"}>{label}</legend>
      {children}
      {error ? (
        <FieldError id={id}>{error}</FieldError>
      ) : (
        hint && (
          <p id={id} className="text-sm text-ink-faint">
            {hint}
          </p>
        )
      )}
    </fieldset>
  );
}
