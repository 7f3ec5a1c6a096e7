import { z } from "zod";
import { adminMessages } from "#domain/messages/admin.ts";
import { couponMessages as text } from "#domain/messages/coupons.ts";
import { couponCode, couponTargets } from "#domain/payments/coupons.ts";
import { cleanLine } from "#domain/text/clean.ts";
import { pageInfo } from "./admin-queues.ts";
import { adminPage, pageQuery, reasonQuery } from "./admin-lists.ts";
import { idParams, noContent } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

/** A coupon in the administration. `amount` in dollars; `forEmail`: the only person who may use it. */
export const adminCoupon = z.object({
  id: z.string(),
  code: z.string(),
  percent: z.number().nullable(),
  amount: z.number().nullable(),
  target: z.enum(couponTargets),
  /** Null: for everybody; "" if its account is deleted. */
  forEmail: z.string().nullable(),
  /** The last valid day in Kosovo. */
  validUntil: z.string().nullable(),
  maxUses: z.number().nullable(),
  uses: z.number(),
  note: z.string(),
  disabledAt: z.string().nullable(),
  createdAt: z.string(),
});
export type AdminCoupon = z.infer<typeof adminCoupon>;

/** Either `percent` or `amount` (dollars). `validUntil`: a day in Kosovo, included. */
export const couponForm = z
  .strictObject({
    code: z
      .string(text.codeInvalid)
      .overwrite(couponCode)
      .regex(/^[A-Z0-9-]{3,30}$/, text.codeInvalid),
    percent: z.int(text.percentInvalid).min(1, text.percentInvalid).max(100, text.percentInvalid).optional(),
    amount: z
      .number(text.amountInvalid)
      .min(0.01, text.amountInvalid)
      .max(10_000, text.amountInvalid)
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, text.amountInvalid)
      .optional(),
    target: z.enum(couponTargets).default("all"),
    forEmail: z.string(text.emailUnknown).trim().max(254, text.emailUnknown).optional(),
    validUntil: z.iso.date(adminMessages.dayInvalid).optional(),
    maxUses: z.int(text.usesInvalid).min(1, text.usesInvalid).max(1_000_000, text.usesInvalid).optional(),
    note: z.string().overwrite(cleanLine).max(200, text.noteTooLong).default(""),
  })
  .refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), {
    path: ["percent"],
    error: text.oneOfTwo,
  });
export type CouponForm = z.output<typeof couponForm>;

export const adminCouponEndpoints = {
  "GET /api/admin/coupons": {
    ...adminPage,
    query: pageQuery,
    output: z.object({ coupons: z.array(adminCoupon), pagination: pageInfo }),
    summary: "A page of coupons, newest first, with how often each was used.",
  },
  "POST /api/admin/coupons": {
    access: "admin",
    status: 201,
    body: couponForm,
    output: adminCoupon,
    summary: "Makes a coupon; 400 fields.code where the code is taken.",
  },
  "DELETE /api/admin/coupons/{id}": {
    access: "admin",
    status: 204,
    params: idParams,
    query: reasonQuery,
    notFound: "coupon_not_found",
    output: noContent,
    summary: "Ends a coupon; what was bought with it stays.",
  },
} as const satisfies Record<string, Endpoint>;
