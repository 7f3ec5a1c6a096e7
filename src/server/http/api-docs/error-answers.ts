import type { Endpoint } from "#contract/endpoint.ts";
import { answerOf } from "#server/http/errors.ts";
import { headersOf } from "./document-headers.ts";

/** The codes of all errors that a call may answer with. 500 is none of them: it is always a fault of the site's. */
export function errorCodesOf(method: string, endpoint: Endpoint): string[] {
  const { access, credentials, key, params, notFound, query, lenient, body, pictures, reads = [] } = endpoint;
  const isWrite = method !== "GET";
  const isChecked = query !== undefined && lenient === undefined;
  return [
    // A path or a text that nobody can read.
    "malformed",
    ...(isChecked || (body !== undefined && body !== "raw") ? ["validation_failed"] : []),
    ...(body === undefined ? [] : ["body_stalled", "payload_too_large"]),
    ...(pictures === undefined ? [] : ["unsupported_picture", "photos_full"]),
    // Public calls too: with credentials of two accounts, or a key that is none; with a key that does not open the call.
    "not_signed_in",
    "scope_missing",
    ...(access === "admin" ? ["forbidden"] : []),
    ...(access === "admin" && endpoint.withoutTotp !== true ? ["totp_required"] : []),
    ...(key === undefined ? [] : ["dealers_only", "account_suspended", "too_many_requests"]),
    ...(params === undefined ? [] : [notFound ?? "not_found"]),
    ...(isWrite ? ["cross_site", "conflict", "too_many_requests"] : []),
    ...(credentials === "own" ? ["too_many_requests"] : []),
    ...(reads.includes("Idempotency-Key") ? ["idempotency_mismatch"] : []),
    ...(reads.includes("If-Match") ? ["version_mismatch"] : []),
    ...(endpoint.errors ?? []),
    "overloaded",
    "database_away",
  ];
}

/** Answers of errors, each set of codes of one status once in the document. */
export class ErrorAnswers {
  readonly examples: Record<string, unknown> = {};
  readonly responses: Record<string, unknown> = {};

  of(codes: readonly string[]): Record<string, { $ref: string }> {
    const known = [...new Set(codes)].map((code) => {
      const { status, message } = answerOf(code);
      return { code, status, message };
    });
    const byStatus = Map.groupBy(known, ({ status }) => status);
    return Object.fromEntries(
      [...byStatus]
        .toSorted(([a], [b]) => a - b)
        .map(([status, same]) => [status, this.#answer(status, same)]),
    );
  }

  #answer(status: number, known: readonly { code: string; message: string }[]): { $ref: string } {
    const names = known.map(({ code }) => code).toSorted();
    const name = names.join(".");
    for (const { code, message } of known) this.examples[code] = { value: { message, code } };
    this.responses[name] = {
      description: names.join(", "),
      ...headersOf(status === 429 || status === 503 ? ["Retry-After"] : []),
      content: {
        "application/json": {
          schema: {
            allOf: [
              { $ref: "#/components/schemas/Error" },
              { type: "object", properties: { code: { enum: names } } },
            ],
          },
          examples: Object.fromEntries(
            names.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        },
      },
    };
    return { $ref: `#/components/responses/${name}` };
  }
}
