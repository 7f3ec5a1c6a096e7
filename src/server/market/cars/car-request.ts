import type { Context } from "#server/context.ts";
import { type IdempotentRequest, idempotencyOf } from "#server/http/idempotency.ts";
import type { AppContext } from "#server/http/session.ts";
import { contentOf, type FormPictures } from "#server/market/photos/cut-pictures.ts";
import { hashVin } from "#server/market/vin/seal-vin.ts";

/**
 * The idempotency key of a request with a car's form, null where it has none. Pictures stand in it by their digests, the
 * identification number by its keyed hash: from a plain hash, a reader of the database could guess the number.
 * Throws malformed.
 */
export function carRequest(
  box: Pick<Context, "secretBox">,
  c: AppContext,
  of: { readonly userId: string; readonly operation: string },
  { form, pictures }: { readonly form: unknown; readonly pictures: FormPictures },
  vin: string | null | undefined,
): IdempotentRequest | null {
  const standIns = new Map(contentOf(pictures));
  if (typeof vin === "string") standIns.set(vin, hashVin(box, vin).toString("base64url"));
  return idempotencyOf(c, of.userId, of.operation, form, standIns);
}
