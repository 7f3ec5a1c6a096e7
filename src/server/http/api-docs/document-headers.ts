import type { AnswerHeader, RequestHeader } from "#contract/endpoint.ts";
import type { JsonSchema } from "./json-schemas.ts";

export const requestHeaders: Readonly<Record<RequestHeader, { description: string; schema: JsonSchema }>> = {
  "Idempotency-Key": {
    description:
      "1 to 200 characters of your choice, another one for each thing to be done. The same person gets the same answer for 24 hours, and one effect; with another body it is 409 idempotency_mismatch.",
    schema: { type: "string", minLength: 1, maxLength: 200 },
  },
  "If-Match": {
    description:
      "The `ETag` of what is changed, as it was read. 412 version_mismatch if it is another by now.",
    schema: { type: "string" },
  },
  "If-None-Match": {
    description: "The `ETag` of the last answer: 304 without a body if it is still the same.",
    schema: { type: "string" },
  },
};

export const answerHeaders: Readonly<
  Record<AnswerHeader | "Retry-After", { description: string; schema: JsonSchema }>
> = {
  "X-Total-Count": { description: "How many there are on all pages.", schema: { type: "integer" } },
  ETag: { description: "The version, for `If-Match` or `If-None-Match`.", schema: { type: "string" } },
  "Last-Modified": { description: "When it changed last.", schema: { type: "string" } },
  Link: { description: 'The next page, `rel="next"`; missing on the last.', schema: { type: "string" } },
  "Retry-After": { description: "Seconds until trying again makes sense.", schema: { type: "integer" } },
};

/** References to headers of answers, as `components.headers` has them. */
export function headersOf(names: readonly (AnswerHeader | "Retry-After")[]) {
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}
