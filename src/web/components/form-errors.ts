import type { FieldErrors, FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { accountMessages } from "#domain/messages/account.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { toast } from "./toast.ts";
import { ApiError, NetworkError, messageOf } from "#web/lib/api-error.ts";
import { UserUnavailableError } from "#web/lib/auth.ts";

interface Form<Values extends FieldValues> {
  /** In the order of the specification. */
  readonly fields: readonly FieldPath<Values>[];
  readonly setError: UseFormSetError<Values>;
}

/** The first error in the order of the form's fields. */
function firstError<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  order: readonly FieldPath<Values>[],
): string | null {
  for (const name of order) {
    const message = errors[name]?.message;
    if (typeof message === "string" && message !== "") return message;
  }
  return null;
}

/** For `handleSubmit`: the specification shows the first error as a toast. */
export function toastFirstError<Values extends FieldValues>(order: readonly FieldPath<Values>[]) {
  return (errors: FieldErrors<Values>): void => {
    const message = firstError(errors, order);
    if (message !== null) toast.error(message);
  };
}

/** Sets a failed call's messages on their fields; returns the text for the person. */
export function showCallError<Values extends FieldValues>(
  error: unknown,
  fallback: string,
  form: Form<Values>,
): string {
  if (error instanceof NetworkError) return uiMessages.networkError;
  if (error instanceof UserUnavailableError) return accountMessages.userUnavailable;
  if (error instanceof ApiError) {
    for (const name of form.fields) {
      const message = error.fields[name];
      if (message !== undefined) form.setError(name, { message });
    }
  }
  return messageOf(error, fallback);
}

/** Shows a failed call at its fields, on the form, and as a toast. */
export function showFailure<Values extends FieldValues>(
  error: unknown,
  fallback: string,
  form: Form<Values>,
): void {
  say(showCallError(error, fallback, form), form);
}

/** Shows a failed call at its fields, or on the form if it names none. */
export function showInForm<Values extends FieldValues>(
  error: unknown,
  fallback: string,
  form: Form<Values>,
): void {
  const message = showCallError(error, fallback, form);
  const isAtField = error instanceof ApiError && form.fields.some((name) => error.fields[name] !== undefined);
  if (!isAtField) form.setError("root", { message });
}

/** Like showFailure, for an admin's writes: their fallback also replaces the text for a failed connection. */
export function showWriteFailure<Values extends FieldValues>(
  error: unknown,
  fallback: string,
  form: Form<Values>,
): void {
  showCallError(error, fallback, form);
  say(messageOf(error, fallback), form);
}

function say<Values extends FieldValues>(message: string, form: Form<Values>): void {
  form.setError("root", { message });
  toast.error(message);
}
