import type { FieldErrors, FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { accountMessages } from "#domain/messages/account.ts";
import { ApiError, NetworkError, messageOf } from "./api-error.ts";

/** The first complaint in the order of the form's fields: the specification shows it as a toast. */
export function firstError<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  order: readonly FieldPath<Values>[],
): string | null {
  for (const name of order) {
    const message = errors[name]?.message;
    if (typeof message === "string" && message !== "") return message;
  }
  return null;
}

/** What a failed call tells the person; texts by field go to their fields. */
export function showCallError<Values extends FieldValues>(
  error: unknown,
  fallback: string,
  form: { fields: readonly FieldPath<Values>[]; setError: UseFormSetError<Values> },
): string {
  if (error instanceof NetworkError) return accountMessages.networkError;
  if (error instanceof ApiError) {
    for (const name of form.fields) {
      const message = error.fields[name];
      if (message !== undefined) form.setError(name, { message });
    }
  }
  return messageOf(error, fallback);
}
