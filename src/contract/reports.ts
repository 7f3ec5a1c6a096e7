import { z } from "zod";
import { reportMessages as text } from "#domain/messages/reports.ts";
import { reportLimits, reportReasons } from "#domain/reports/report-reasons.ts";
import { cleanText } from "#domain/text/clean.ts";
import type { Endpoint } from "./endpoint.ts";
import { idParams, noContent } from "./common.ts";
import { email } from "./credentials.ts";

/** Forms send "" for an empty value: null. */
function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value) => (value === undefined || (typeof value === "string" && value.trim() === "") ? null : value),
    schema.nullable(),
  );
}

/** `POST /api/cars/{id}/report`: reporters with an address are told the outcome, once. */
export const reportBody = z.strictObject({
  reason: z.enum(reportReasons, text.reasonRequired),
  text: optional(
    z.string(text.textTooLong).overwrite(cleanText).max(reportLimits.maxText, text.textTooLong),
  ).transform((value) => (value === "" ? null : value)),
  email: optional(email),
});
export type CarReport = z.output<typeof reportBody>;

export const reportEndpoints = {
  "POST /api/cars/{id}/report": {
    access: "public",
    status: 204,
    params: idParams,
    notFound: "car_not_found",
    body: reportBody,
    output: noContent,
    summary: "Tells the admins that something is wrong with a public car.",
  },
} as const satisfies Record<string, Endpoint>;
