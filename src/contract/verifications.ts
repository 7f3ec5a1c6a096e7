import { z } from "zod";
import { dealerLimits } from "#domain/dealers/dealer-limits.ts";
import { verificationStates } from "#domain/dealers/verification-states.ts";
import { paymentMessages as text } from "#domain/messages/payments.ts";
import { cleanLine } from "#domain/text/clean.ts";
import { pageInfo, person } from "./admin-queues.ts";
import { adminPage, pageQuery, suspendBody } from "./admin-lists.ts";
import type { Endpoint } from "./endpoint.ts";
import { idParams, pictureTypes } from "./common.ts";

/** A dealer's latest case; `state` is "none" before the first. */
export const verification = z.object({
  state: z.enum(["none", ...verificationStates]),
  /** The current business is confirmed: "Autosallon i verifikuar". */
  isVerified: z.boolean(),
  taxNumber: z.string().nullable(),
  hasDocument: z.boolean(),
  askedAt: z.string().nullable(),
  /** The promised date of the decision; null if nothing waits. */
  dueAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** The reason of a refusal. */
  reason: z.string().nullable(),
});
export type Verification = z.infer<typeof verification>;

export const verificationBody = z.strictObject({
  taxNumber: z
    .string(text.taxNumberRequired)
    .overwrite(cleanLine)
    .min(1, text.taxNumberRequired)
    .max(dealerLimits.maxTaxNumber, text.taxNumberTooLong),
});

export const verificationListQuery = pageQuery.extend({
  /** `waiting` (the queue, oldest first) or `decided` (newest first). */
  state: z.enum(["waiting", "decided"]).optional().catch(undefined),
});

export const adminVerification = z.object({
  id: z.string(),
  user: person,
  /** The current business. */
  businessName: z.string().nullable(),
  businessAddress: z.string().nullable(),
  website: z.string().nullable(),
  taxNumber: z.string().nullable(),
  /** Whether there is a picture; it is deleted some time after the decision. */
  hasDocument: z.boolean(),
  state: z.enum(verificationStates),
  askedAt: z.string(),
  dueAt: z.string(),
  overdue: z.boolean(),
  decidedAt: z.string().nullable(),
  /** The admin's e-mail. */
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type AdminVerification = z.infer<typeof adminVerification>;

/** A dealer's business is confirmed by an admin (specification.md#verified-dealers). */
export const dealerVerificationEndpoints = {
  "GET /api/dealer/verification": {
    access: "user",
    errors: ["dealers_only"],
    status: 200,
    output: verification,
    summary: "How one's own business stands: asked for, confirmed, or refused and why. Dealers only.",
  },
  "POST /api/dealer/verification": {
    access: "user",
    errors: ["dealers_only", "already_verified", "no_business"],
    status: 201,
    body: verificationBody,
    output: verification,
    summary: "Asks an admin to confirm the business by its tax number; again while it waits changes it.",
  },
  "POST /api/dealer/verification/document": {
    access: "user",
    errors: ["dealers_only", "already_verified", "no_business", "unsupported_picture", "validation_failed"],
    accepts: pictureTypes,
    status: 201,
    body: "raw",
    output: verification,
    summary:
      "The same by a picture of a document (multipart field photo, or the picture as the body); admins alone see it.",
  },
} as const satisfies Record<string, Endpoint>;

export const adminVerificationEndpoints = {
  "GET /api/admin/verifications": {
    ...adminPage,
    query: verificationListQuery,
    output: z.object({ verifications: z.array(adminVerification), pagination: pageInfo }),
    summary: "Businesses that wait to be confirmed, oldest first; or those that were decided.",
  },
  "GET /api/admin/verifications/{id}/document": {
    access: "admin",
    status: 200,
    params: idParams,
    notFound: "verification_not_found",
    output: "jpeg",
    summary: "The picture of the document.",
  },
  "POST /api/admin/verifications/{id}/confirm": {
    access: "admin",
    errors: ["verification_decided"],
    status: 200,
    params: idParams,
    notFound: "verification_not_found",
    output: adminVerification,
    summary: 'Confirms the business: its badge is "Autosallon i verifikuar" until the business changes.',
  },
  "POST /api/admin/verifications/{id}/refuse": {
    access: "admin",
    errors: ["verification_decided"],
    status: 200,
    params: idParams,
    notFound: "verification_not_found",
    body: suspendBody,
    output: adminVerification,
    summary: "Refuses it with a reason, which the dealer is told; the dealer may ask again.",
  },
} as const satisfies Record<string, Endpoint>;
