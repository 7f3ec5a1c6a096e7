import type { Verification } from "#contract/verifications.ts";
import { verificationWorkingDays, workingDaysAfter } from "#domain/dealers/working-days.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { askVerification, findVerification } from "./verifications.queries.ts";

/** The day by which an admin decides a request made at `askedAt`. */
export function dueAt(askedAt: Date): Date {
  return workingDaysAfter(askedAt, verificationWorkingDays);
}

/** The state of a dealer's own verification. Throws dealers_only. */
export async function ownVerification({ db }: Context, userId: string): Promise<Verification> {
  await requireDealer(db, userId);
  const { verifiedAt, latest } = await findVerification(db, userId);
  const isVerified = verifiedAt !== null;
  // A confirmation of an earlier business does not count for the present one.
  const isOver = latest?.state === "confirmed" && !isVerified;
  if (latest === null || isOver)
    return {
      state: "none",
      isVerified,
      taxNumber: null,
      hasDocument: false,
      askedAt: null,
      dueAt: null,
      decidedAt: null,
      reason: null,
    };
  return {
    state: latest.state,
    isVerified,
    taxNumber: latest.tax_number,
    hasDocument: latest.hasDocument,
    askedAt: latest.asked_at.toISOString(),
    dueAt: latest.state === "waiting" ? dueAt(latest.asked_at).toISOString() : null,
    decidedAt: latest.decided_at?.toISOString() ?? null,
    reason: latest.reason,
  };
}

async function requireOpen({ db }: Context, userId: string): Promise<void> {
  const user = await requireDealer(db, userId);
  if (!user.isDealer) throw new AppError("dealers_only");
  const { isBusiness, verifiedAt } = await findVerification(db, userId);
  if (!isBusiness) throw new AppError("no_business");
  if (verifiedAt !== null) throw new AppError("already_verified");
}

/**
 * Requests verification by tax number. Throws dealers_only; already_verified; no_business for a dealer made by an admin
 * without business data.
 */
export async function requestVerificationByTaxNumber(
  ctx: Context,
  userId: string,
  taxNumber: string,
): Promise<Verification> {
  await requireOpen(ctx, userId);
  await askVerification(ctx.db, userId, { taxNumber });
  return ownVerification(ctx, userId);
}

/**
 * Requests verification by a picture of a document, which is received only after the right to ask, and re-encoded as every
 * photo is. Throws as `requestVerificationByTaxNumber`; unsupported_picture.
 */
export async function requestVerificationByDocument(
  ctx: Context,
  userId: string,
  receive: () => Promise<Uint8Array>,
  signal?: AbortSignal,
): Promise<Verification> {
  await requireOpen(ctx, userId);
  const picture = await receive();
  const document = await ctx.photos.renderPrivately(userId, picture, signal);
  await askVerification(ctx.db, userId, { document });
  return ownVerification(ctx, userId);
}
