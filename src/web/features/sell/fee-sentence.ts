import type { UserStatus } from "#contract/accounts.ts";
import { formatDollars } from "#domain/format/format.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";

/** The price of publishing the next car, in words (specification.md#fees); null while it is unknown. */
export function feeSentence(
  status: Pick<UserStatus, "isDealer" | "isFirstCarFree" | "nextCarPrice"> | undefined,
  isDealer: boolean,
): string | null {
  if (status?.isDealer ?? isDealer) return text.feeDealer;
  if (status === undefined) return null;
  if (status.isFirstCarFree) return text.feeFirst;
  return status.nextCarPrice === 0
    ? text.feeNone
    : text.feeNext(formatDollars(Math.round(status.nextCarPrice * 100)));
}
