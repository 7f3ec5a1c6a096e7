import { ApiError, messageOf } from "./api-error.ts";

/** What a page shows for the form in its address: the form with its errors, or why there is no answer. */
export type FormAnswer<There> =
  | { status: "asked"; errors: Record<string, string> }
  | { status: "failed"; message: string }
  | ({ status: "there" } & There);

/** If the API refused the form, or nothing answered: what to show, and the answer's status and headers. */
export function refusedForm(
  error: unknown,
  fallback: string,
): { answer: FormAnswer<never>; init?: { status: number; headers: Record<string, string> } } {
  const status = error instanceof ApiError ? error.status : 503;
  if (error instanceof ApiError && status === 400)
    return { answer: { status: "asked", errors: { ...error.fields } } };
  return {
    answer: { status: "failed", message: messageOf(error, fallback) },
    init: { status, headers: status === 503 || status === 429 ? { "Retry-After": "5" } : {} },
  };
}
