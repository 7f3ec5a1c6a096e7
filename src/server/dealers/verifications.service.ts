import type { Kysely } from "kysely";
import type { Verification } from "#contract/verifications.ts";
import { verificationWorkingDays, workingDaysAfter } from "#domain/dealers/working-days.ts";
import { requireDealer } from "#server/billing/subscriptions.service.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { PhotosService } from "#server/photos/photos.service.ts";
import { askVerification, findVerification } from "./verifications.queries.ts";

/** A dealer's side of being verified. Throws AppErrors alone; dealers_only for everybody else. */
export interface VerificationsService {
  own(userId: string): Promise<Verification>;
  /** Asks by tax number. Throws already_verified, no_business for a dealer by hand without business data. */
  askByTaxNumber(userId: string, taxNumber: string): Promise<Verification>;
  /** Asks by a picture of a document, received after the right to ask, judged and made anew as every photo is. Throws as above, unsupported_picture. */
  askByDocument(
    userId: string,
    receive: () => Promise<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<Verification>;
}

/** By when a business that was asked about then is looked at. */
export function dueAt(askedAt: Date): Date {
  return workingDaysAfter(askedAt, verificationWorkingDays);
}

export function createVerificationsService({
  db,
  photos,
}: {
  readonly db: Kysely<DB>;
  readonly photos: Pick<PhotosService, "renderPrivately">;
}): VerificationsService {
  async function own(userId: string): Promise<Verification> {
    await requireDealer(db, userId);
    const { verifiedAt, latest } = await findVerification(db, userId);
    const isVerified = verifiedAt !== null;
    // What was confirmed of another business than the present one is over.
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

  async function requireOpen(userId: string): Promise<void> {
    const user = await requireDealer(db, userId);
    if (!user.isDealer) throw new AppError("dealers_only");
    const { isBusiness, verifiedAt } = await findVerification(db, userId);
    if (!isBusiness) throw new AppError("no_business");
    if (verifiedAt !== null) throw new AppError("already_verified");
  }

  return {
    own,
    askByTaxNumber: async (userId, taxNumber) => {
      await requireOpen(userId);
      await askVerification(db, userId, { taxNumber });
      return own(userId);
    },
    askByDocument: async (userId, receive, signal) => {
      await requireOpen(userId);
      const picture = await receive();
      const document = await photos.renderPrivately(userId, picture, signal);
      await askVerification(db, userId, { document });
      return own(userId);
    },
  };
}
