import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import { HistoryPage } from "#web/features/payments/history-page.tsx";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";

export const meta = privatePageMeta(paymentHistoryMessages.title);

export default function Page() {
  return <SignedInPage>{(user) => <HistoryPage isDealer={hasDealerAccess(user)} />}</SignedInPage>;
}
