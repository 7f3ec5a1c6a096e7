import { ApiError, messageOf } from "./api-error.ts";

/** The state of a page with a GET form: the form with its errors, or why there is no answer. */
export type FormAnswer<There> =
  | { status: "asked"; errors: Record<string, string> }
  | { status: "failed"; message: string }
  | ({ status: "there" } & There);

/** The page's state, status and headers if the API refused the form or did not answer. */
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
